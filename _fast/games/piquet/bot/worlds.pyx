# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet's baseline: the other's cards, as far as a seat knows them, and guesses at the rest.

A guess deals the unseen cards by lots drawn from the seat's own knowledge alone.  Nobody is
thought to lay out aces and kings as readily as sevens.
"""

from libc.stdint cimport int32_t, uint8_t

from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.rules cimport POINT_RULE_OLD
from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PIQUET_WHOLES, piquet_strength, piquet_wholes, rank_cards,
)
from shugi._fast.core.cards cimport (
    CARD_RANKS, CARD_SUITS, PiquetSaid, PiquetTable, rank_of, suit_cards, suit_of,
)
from shugi._fast.core.rng cimport STREAM_BOT, mix, rng_below, rng_make, rng_shuffle
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, CAT_SETS, VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD,
)

# of 16, how readily a card is laid out
cdef uint8_t[CARD_RANKS] SPARED = [16, 16, 16, 15, 11, 9, 8, 6, 3]
# worth of a card by rank, and by how many of its suit are held
cdef float[CARD_RANKS] HIGH = [0, 0.0, 0.2, 0.4, 1.2, 1.4, 2.0, 3.2, 6.0]
cdef float[CARD_RANKS + 1] LONG = [0, 0, 0.3, 0.8, 2.0, 3.2, 4.5, 6.0, 7.0, 8.0]
# ... of its run, and of its rank
cdef float[CARD_RANKS + 1] RUN = [0, 0, 0.3, 1.2, 2.5, 6.0, 7.0, 8.0, 9.0, 10.0]
cdef float[CARD_SUITS + 1] SAME = [0, 0, 0.4, 2.5, 6.0]
cdef float DRAWN = 3.6


cdef enum:
    TRIES = 8


# ---- what is known

cdef uint64_t best_of(const Rules* r, int category, uint64_t hand) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] whole
    return whole[0] if piquet_wholes(r, category, hand, whole) else 0


cdef uint64_t deck_cards(const Rules* r) noexcept nogil:
    cdef uint64_t all_cards = bit(CARDS) - 1
    return all_cards if r.cards == CARDS else all_cards & ~rank_cards(0)


cdef uint64_t open_cards(const PiquetView* v, int category) noexcept nogil:
    # of the other's combinations, those that were counted before both
    cdef const PiquetTable* t = &v.s.cards.game.piquet
    cdef const PiquetSaid* said = &t.said[category]
    cdef bint elders = said.verdict == VERDICT_GOOD
    return said.counted if v.r.show_scored and elders != v.elder else 0


cdef uint64_t ruled_out(const PiquetView* v) noexcept nogil:
    # a counted point is the whole suit, and a fourth would have been counted with three
    cdef uint64_t cards = open_cards(v, CAT_POINT)
    cdef uint64_t out = 0
    cdef int suit
    if cards:
        out |= suit_cards(suit_of(lowest(cards)))
    cards = 0 if v.r.partial_combinations else open_cards(v, CAT_SETS)
    while cards:
        out |= rank_cards(rank_of(lowest(cards)))
        cards = without_lowest(cards)
    for suit in range(CARD_SUITS):
        if has(v.s.cards.void[1 - v.me], suit):
            out |= suit_cards(suit)
    return out


cdef void view_make(const State* s, PiquetView* v) noexcept nogil:
    cdef int me = s.actor
    cdef int other = 1 - me
    cdef int i
    v.s = s
    v.r = s.rules
    v.me = me
    v.elder = s.cards.game.piquet.elder == me
    v.hand = s.cards.hand[me]
    # cards of the talon that the seat has seen the other draw
    v.held = s.cards.seen[me] & s.cards.hand[other]
    if s.cards.game.piquet.blank[other]:
        # what he showed then may be laid out
        for i in range(<int>CATEGORIES):
            v.held |= open_cards(v, i)
    else:
        v.held |= s.cards.shown[other]
    v.held &= ~s.cards.played[other]
    v.hidden = count(s.cards.hand[other]) - count(v.held)
    v.pool = deck_cards(s.rules) & ~(
        v.hand | v.held | s.cards.aside[me] | s.cards.seen[me] | s.cards.played[me]
        | s.cards.played[other])
    if count(v.pool & ~ruled_out(v)) >= v.hidden:
        v.pool &= ~ruled_out(v)


cdef Rng view_lots(const PiquetView* v) noexcept nogil:
    return rng_make(v.hand ^ mix(v.s.cards.aside[v.me]), v.pool ^ mix(v.held), STREAM_BOT)


# ---- guesses

cdef uint64_t guess_hand(const PiquetView* v, Rng* lots) noexcept nogil:
    cdef uint8_t[CARDS] card
    cdef uint64_t left = v.pool
    cdef uint64_t hand = v.held
    cdef int n = 0
    cdef int i
    while left:
        card[n] = <uint8_t>lowest(left)
        left = without_lowest(left)
        n += 1
    while n > v.hidden:
        i = rng_below(lots, n)
        if <int>rng_below(lots, 16) < SPARED[rank_of(card[i])]:
            n -= 1
            card[i] = card[n]
    for i in range(n):
        hand |= bit(card[i])
    return hand


cdef bint fits_answer(int verdict, int32_t declared, int32_t best) noexcept nogil:
    # the younger's best against what was declared, if he tells what he has
    if verdict == VERDICT_GOOD:
        return best < declared
    if verdict == VERDICT_NOT_GOOD:
        return best > declared
    return verdict != VERDICT_EQUAL or best == declared


cdef bint fits(const PiquetView* v, uint64_t hand) noexcept nogil:
    # of what the elder declared the younger knows how many cards it has
    cdef const PiquetSaid* said
    cdef uint64_t kept = hand | v.s.cards.played[1 - v.me]
    cdef uint64_t best
    cdef int i
    for i in range(<int>CATEGORIES):
        said = &v.s.cards.game.piquet.said[i]
        best = best_of(v.r, i, kept)
        if said.verdict == VERDICT_NONE:
            if best and not v.elder:
                return False
        elif v.elder:
            if not fits_answer(said.verdict, piquet_strength(v.r, i, said.declared),
                               piquet_strength(v.r, i, best)):
                return False
        elif count(best) != count(said.declared) and not (
                i == CAT_POINT and v.r.point_rule == POINT_RULE_OLD):
            return False
    return True


cdef uint64_t likely_hand(const PiquetView* v, Rng* lots) noexcept nogil:
    cdef uint64_t hand = 0
    cdef int _i
    for _i in range(TRIES):
        hand = guess_hand(v, lots)
        if fits(v, hand):
            break
    return hand


cdef int longest_run(uint64_t hand, int card) noexcept nogil:
    # cards next to each other in the suit, this one among them
    cdef int first = card
    cdef int last = card
    while rank_of(first) and has(hand, first - 1):
        first -= 1
    while rank_of(last) < CARD_RANKS - 1 and has(hand, last + 1):
        last += 1
    return last - first + 1


cdef void keep_worths(uint64_t hand, float* worth) noexcept nogil:
    cdef uint64_t left = hand
    cdef int card
    while left:
        card = lowest(left)
        left = without_lowest(left)
        worth[card] = (HIGH[rank_of(card)] + LONG[count(hand & suit_cards(suit_of(card)))]
                       + RUN[longest_run(hand, card)])
        if rank_of(card) >= 4:
            worth[card] += SAME[count(hand & rank_cards(rank_of(card)))]


cdef int keep_order(uint64_t hand, int* out) noexcept nogil:
    # the cards of a hand, those to be laid out first; how many are worth less than a drawn one
    cdef float[CARDS] worth
    cdef int n = 0
    cdef int spare = 0
    cdef int card, j
    keep_worths(hand, worth)
    while hand:
        card = lowest(hand)
        hand = without_lowest(hand)
        j = n
        while j and worth[out[j - 1]] > worth[card]:
            out[j] = out[j - 1]
            j -= 1
        out[j] = card
        n += 1
        spare += worth[card] < DRAWN
    return spare


cdef int unseen_cards(const PiquetView* v, Rng* lots, uint8_t* card) noexcept nogil:
    # in any order, but those that the other has shown first
    cdef uint64_t shown = v.s.cards.shown[1 - v.me]
    cdef uint64_t left = shown
    cdef int n = 0
    cdef int known = count(shown)
    while left:
        card[n] = <uint8_t>lowest(left)
        left = without_lowest(left)
        n += 1
    left = deck_cards(v.r) & ~v.hand & ~shown
    while left:
        card[n] = <uint8_t>lowest(left)
        left = without_lowest(left)
        n += 1
    rng_shuffle(lots, card + known, n - known)
    return n


cdef void guess_elder(const PiquetView* v, const uint8_t* card, const int* order, uint64_t hand,
                      Exchange* out) noexcept nogil:
    # ... who has exchanged already
    cdef const PiquetTable* t = &v.s.cards.game.piquet
    cdef int taken = t.count if t.count else count(v.s.cards.aside[1 - v.me])
    cdef int i
    for i in range(taken):
        hand &= ~bit(order[i])
    for i in range(taken):
        hand |= bit(card[PIQUET_HAND + i])
    out.n -= taken
    for i in range(out.n):
        out.talon[i] = card[PIQUET_HAND + taken + i]
    for i in range(CARD_TRICKS + 1):
        out.other[i] = hand


cdef void guess_younger(const PiquetView* v, const uint8_t* card, const int* order, int spare,
                        uint64_t hand, Exchange* out) noexcept nogil:
    # ... who takes of what is left
    cdef int i, n, takes
    for i in range(out.n):
        out.talon[i] = card[PIQUET_HAND + i]
    for n in range(out.n + 1):
        takes = min(out.n - n, max(spare, 1))
        out.other[n] = hand
        for i in range(takes):
            out.other[n] &= ~bit(order[i])
            out.other[n] |= bit(out.talon[n + i])


cdef void guess_exchange(const PiquetView* v, Rng* lots, Exchange* out) noexcept nogil:
    cdef uint8_t[CARDS] card
    cdef int[CARD_TRICKS] order
    cdef uint64_t hand = 0
    cdef int i, spare
    out.n = unseen_cards(v, lots, card) - PIQUET_HAND
    for i in range(PIQUET_HAND):
        hand |= bit(card[i])
    spare = keep_order(hand, order)
    if v.elder:
        guess_younger(v, card, order, spare, hand, out)
    else:
        guess_elder(v, card, order, hand, out)
