# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Ninety-Nine: bids, offers, scoring, the end of nine hands and of a race (ninety_nine.md 3-5)."""

from libc.string cimport memset
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.card_actions cimport DECLARE, NONE, REVEAL
from shugi._fast.core.cards cimport CLUBS, DIAMONDS, HEARTS, NO_SUIT, SPADES, suit_of
from shugi._fast.core.rules cimport FIRST_TRUMP_NONE, MODE_RACE, RACE_TRUMP_RESET, TIE_EXTRA_NINE
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.flow.ledger cimport REASON_BID, REASON_PREMIUM, REASON_RESULT, REASON_TRICKS, pay

# by suit; by the number of bids made
cdef int[4] BID_VALUE
BID_VALUE = [3, 2, 1, 0]
cdef int[4] MADE_BONUS
MADE_BONUS = [0, 30, 20, 10]
cdef int[4] NEXT_TRUMP
NEXT_TRUMP = [DIAMONDS, SPADES, HEARTS, CLUBS]


# ---- the bid

cdef int bid_value(uint64_t cards) noexcept nogil:
    cdef int value = 0
    while cards:
        value += BID_VALUE[suit_of(lowest(cards))]
        cards = without_lowest(cards)
    return value


cdef uint64_t bid_choices(uint64_t hand, uint64_t laid) noexcept nogil:
    cdef int left = NINE_BID_CARDS - count(laid)
    cdef uint64_t above = hand
    cdef uint64_t out = 0
    while without_lowest(laid):
        laid = without_lowest(laid)
    if laid:
        above &= ~((laid << 1) - 1)
    # as many must remain above it as are still to be chosen
    while count(above) >= left and above:
        out |= bit(lowest(above))
        above = without_lowest(above)
    return out


cdef int bid_ways(int cards, int left) noexcept nogil:
    cdef int ways = 1
    cdef int i
    for i in range(left):
        ways = ways * (cards - i) / (i + 1)
    return ways


# ---- offers

cdef int premium_seat(const uint8_t* offer, int dealer) noexcept nogil:
    cdef int best = NOBODY
    cdef int level = NONE
    cdef int step, p
    for step in range(1, NINE_SEATS + 1):
        p = (dealer + step) % NINE_SEATS
        if offer[p] > level:
            best = p
            level = offer[p]
    return best


cdef int premium_points(int offer) noexcept nogil:
    # points of each other player, or of the own, for an offer
    return 60 if offer == REVEAL else 30 if offer == DECLARE else 0


# ---- the hand

cdef int first_trump(const Rules* r) noexcept nogil:
    return NO_SUIT if r.first_trump == FIRST_TRUMP_NONE else DIAMONDS


cdef void nine_score(const NinetyNineHand* hand, NinetyNineScore* out) noexcept nogil:
    cdef int p
    cdef bint made
    memset(out, 0, sizeof(NinetyNineScore))
    for p in range(NINE_SEATS):
        out.made |= (hand.bid[p] == hand.tricks[p]) << p
    out.bonus = MADE_BONUS[count(out.made)]
    out.next_trump = NEXT_TRUMP[count(out.made)]
    for p in range(NINE_SEATS):
        if hand.premium != NOBODY:
            # a failed offer pays both others, whether they made their bids or not
            made = has(out.made, hand.premium)
            if made == (p == hand.premium):
                out.premium[p] = premium_points(hand.offer)
        out.total[p] = hand.tricks[p] + out.premium[p]
        if has(out.made, p):
            out.total[p] += out.bonus


cdef void nine_pay(const NinetyNineHand* hand, const NinetyNineScore* score,
                   Ledger* ledger) noexcept nogil:
    cdef int p
    for p in range(NINE_SEATS):
        if hand.tricks[p]:
            pay(ledger, REASON_TRICKS, NOBODY, p, hand.tricks[p], hand.tricks[p])
        if has(score.made, p):
            pay(ledger, REASON_BID, NOBODY, p, score.bonus, hand.bid[p])
        if score.premium[p]:
            pay(ledger, REASON_PREMIUM, NOBODY, p, score.premium[p], hand.premium)


# ---- the end

cdef int sole_leader(const int32_t* total) noexcept nogil:
    cdef int best = 0
    cdef bint alone = True
    cdef int p
    for p in range(1, NINE_SEATS):
        if total[p] > total[best]:
            best = p
            alone = True
        elif total[p] == total[best]:
            alone = False
    return best if alone else NOBODY


cdef void nine_end(const Rules* r, const int32_t* total, int hands, const uint8_t* wins,
                   NinetyNineEnd* out) noexcept nogil:
    cdef int best = sole_leader(total)
    out.winner = NOBODY
    out.resets = 0
    if r.mode == MODE_RACE:
        # a tie at the top is played on
        if best != NOBODY and total[best] >= r.target:
            out.winner = best
        out.over = out.winner != NOBODY and wins[best] + 1 >= r.games_to_win
        out.resets = out.winner != NOBODY and not out.over and r.race_trump == RACE_TRUMP_RESET
        return
    out.over = hands >= r.match_hands and (hands - r.match_hands) % NINE_DEALS == 0
    if r.tie == TIE_EXTRA_NINE and best == NOBODY:
        out.over = 0


cdef void nine_result(const int32_t* amount, Ledger* ledger) noexcept nogil:
    cdef int p, q
    for p in range(NINE_SEATS):
        for q in range(NINE_SEATS):
            if amount[p] > amount[q]:
                pay(ledger, REASON_RESULT, q, p, amount[p] - amount[q], 0)
