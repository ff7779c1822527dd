# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of Ninety-Nine beside the rows that the card games share."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport count, has
from shugi._fast.core.card_actions cimport NONE
from shugi._fast.core.rules cimport GAME_NINETY_NINE, OFFER_MODE_SEQUENTIAL
from shugi._fast.core.state cimport State
from shugi._fast.games.ninety_nine.play cimport nine_premium
from shugi._fast.games.ninety_nine.points cimport NINE_BID_CARDS, bid_value
from shugi._fast.games.tricks.seat_view cimport CARD_OPS, CardView, seat_from
cimport shugi._fast.view.card_global_at as global_at

cdef enum:
    FIRST_STAGE = 18         # behind the questions of other games


cdef uint64_t held_openly(const State* s, int p) noexcept nogil:
    return s.cards.shown[p]


cdef void no_planes(const CardView* v, uint8_t* at) noexcept nogil:
    pass


cdef void write_globals(const CardView* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    cdef int i, p, bid
    cdef int premium = nine_premium(s)
    for i in range(v.seats):
        p = seat_from(v, i)
        bid = bid_value(v.aside[i])
        at[global_at.BID + i] = bid
        if count(v.aside[i]) == NINE_BID_CARDS:
            at[global_at.BID_KNOWN + i] = 1
            at[global_at.BID_NEEDS + i] = bid - v.t.tricks[p]
        if offer_is_told(s, v.seat, p):
            at[global_at.OFFER + 3 * i + s.answer[p] - NONE] = 1
        at[global_at.PREMIUM + i] = p == premium
        at[global_at.RACE_GAMES + i] = v.t.game.ninety_nine.won[p]


cdef bint offer_is_told(const State* s, int seat, int p) noexcept nogil:
    # hidden until all are in, unless they are made in turn
    if not has(s.asked, p):
        return False
    cdef bint in_turn = s.rules.offer_mode == OFFER_MODE_SEQUENTIAL
    return p == seat or in_turn or s.asked == (1 << s.rules.seats) - 1


CARD_OPS[<int>GAME_NINETY_NINE].held_openly = held_openly
CARD_OPS[<int>GAME_NINETY_NINE].opens_aside = True
CARD_OPS[<int>GAME_NINETY_NINE].first_stage = FIRST_STAGE
CARD_OPS[<int>GAME_NINETY_NINE].planes = no_planes
CARD_OPS[<int>GAME_NINETY_NINE].globals_ = write_globals
