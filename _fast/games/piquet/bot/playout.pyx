# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet's baseline: leads, replies and discards by counting winners.

A suit is judged by the cards that both hold of it: winners on top, what is good once the higher
ones are out, and the guards that a card needs to get so far.
"""

from shugi._fast.games.piquet.points cimport (
    piquet_last, piquet_scores, piquet_thirty, piquet_tricks,
)
from shugi._fast.core.bits cimport bit, count, highest, lowest, without_lowest
from shugi._fast.core.cards cimport CARD_SUITS, NO_CARD, rank_of, suit_cards, suit_of
from shugi._fast.core.sizes cimport NOBODY

cdef enum:
    PIC = 30
    TRICKS = 12
    # how urgent a lead is
    RUNNING = 400            # every card of the suit wins
    ESTABLISH = 300          # gives up the lead to make long cards good
    CASHING = 200
    PER_TRICK = 10
    # what a discard costs
    STOPPER_LOSS = 200
    SPARE_LOSS = 100


cdef inline uint64_t above(uint64_t cards, int card) noexcept nogil:
    return cards >> card >> 1


# ---- a suit

cdef int winners(uint64_t own, uint64_t theirs) noexcept nogil:
    # cards of one suit that nothing beats
    if theirs == 0:
        return count(own)
    return count(above(own, highest(theirs)))


cdef int suit_tricks(uint64_t own, uint64_t theirs) noexcept nogil:
    # a card counts if lower ones are left to be thrown under all that beat it
    cdef int lower = count(own)
    cdef int spent = 0
    cdef int taken = 0
    cdef int card, needed
    while own:
        card = highest(own)
        own &= ~bit(card)
        lower -= 1
        needed = count(above(theirs, card)) - spent
        if lower - spent >= needed:
            taken += 1
            spent += needed
    return taken


# ---- the lead

cdef int lead_urgency(uint64_t own, uint64_t theirs, int suit) noexcept nogil:
    cdef uint64_t mine = own & suit_cards(suit)
    cdef uint64_t others = theirs & suit_cards(suit)
    cdef int sure = winners(mine, others)
    cdef int promised = suit_tricks(mine, others)
    if sure >= count(others):
        return RUNNING + count(mine)
    if sure:
        return CASHING + PER_TRICK * (promised - sure) + count(mine)
    if promised and count(mine) > count(others):
        return ESTABLISH + PER_TRICK * promised
    return PER_TRICK * (promised + count(mine) - count(others))


cdef int card_to_lead(uint64_t mine, uint64_t others, uint64_t allowed) noexcept nogil:
    # of a suit: a winner from the top; the top of those that force a higher one out; else the least
    cdef uint64_t rest = mine
    cdef int top = highest(mine)
    if winners(mine, others):
        return top
    rest &= ~bit(top)
    if rest and count(above(others, top)) == count(above(others, highest(rest))):
        return top
    return lowest(allowed)


cdef int lead_card(uint64_t allowed, uint64_t own, uint64_t theirs) noexcept nogil:
    cdef int suit, urgency
    cdef int best = 0
    cdef int most = -1000000
    for suit in range(CARD_SUITS):
        if not allowed & suit_cards(suit):
            continue
        urgency = lead_urgency(own, theirs, suit)
        if urgency > most:
            most = urgency
            best = suit
    return card_to_lead(own & suit_cards(best), theirs & suit_cards(best),
                        allowed & suit_cards(best))


# ---- the reply

cdef int discard_card(uint64_t own, uint64_t theirs) noexcept nogil:
    # the lowest card of the suit that can spare it best; the last stopper of a suit stays longest
    cdef uint64_t mine, others
    cdef int suit, cost, after
    cdef int best = NO_CARD
    cdef int least = 1000000
    for suit in range(CARD_SUITS):
        mine = own & suit_cards(suit)
        others = theirs & suit_cards(suit)
        if mine == 0:
            continue
        after = suit_tricks(without_lowest(mine), others)
        cost = suit_tricks(mine, others) - after
        cost *= SPARE_LOSS if after else STOPPER_LOSS
        cost += PER_TRICK * rank_of(lowest(mine)) + count(mine)
        if cost < least:
            least = cost
            best = lowest(mine)
    return best


cdef int reply_card(uint64_t own, uint64_t theirs, int led) noexcept nogil:
    # the cheapest card that takes the trick, or the lowest
    cdef uint64_t same = own & suit_cards(suit_of(led))
    cdef uint64_t higher
    if same == 0:
        return discard_card(own, theirs)
    higher = same & ~((<uint64_t>2 << led) - 1)
    return lowest(higher) if higher else lowest(same)


# ---- playing a hand out

cdef inline void point(Playout* p, int who) noexcept nogil:
    cdef int thirty
    p.points[who] += 1
    if p.bonus:
        return
    thirty = piquet_thirty(p.points)
    if thirty != NOBODY:
        p.points[thirty] += PIC
        p.bonus = True


cdef void take(const Rules* r, Playout* p, int card) noexcept nogil:
    # the trick is complete
    cdef bint higher = suit_of(card) == suit_of(p.led) and card > p.led
    cdef int winner = 1 - p.leader if higher else p.leader
    cdef int best = card if higher else p.led
    p.tricks[winner] += 1
    if higher and piquet_scores(r, best):
        point(p, winner)
    if p.tricks[0] + p.tricks[1] == TRICKS and piquet_last(r, best, p.tricks[winner] == TRICKS):
        point(p, winner)
    p.leader = winner
    p.led = NO_CARD


cdef void lay(const Rules* r, Playout* p, int card) noexcept nogil:
    if p.led == NO_CARD:
        p.hand[p.leader] &= ~bit(card)
        p.led = card
        if piquet_scores(r, card):
            point(p, p.leader)
        return
    p.hand[1 - p.leader] &= ~bit(card)
    take(r, p, card)


cdef void play_out(const Rules* r, Playout* p) noexcept nogil:
    cdef int other
    while p.hand[0] | p.hand[1]:
        other = 1 - p.leader
        if p.led == NO_CARD:
            lay(r, p, lead_card(p.hand[p.leader], p.hand[p.leader], p.hand[other]))
        else:
            lay(r, p, reply_card(p.hand[other], p.hand[p.leader], p.led))
    piquet_tricks(p.tricks, p.points)
