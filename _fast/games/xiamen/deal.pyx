# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Flowers and the gold indicator of Xiamen and Quanzhou (xiamen section 2)."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest
from shugi._fast.core.rng cimport STREAM_DEAL, Rng, rng_below, rng_make
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport NOBODY, SEATS
from shugi._fast.core.state cimport EVENT_NUKI, Seat
from shugi._fast.core.tiles cimport KIND_OF, KIND_WHITE, NO_KIND, SEASON_1, WILD
from shugi._fast.core.wall cimport dora_place, draw_replacement
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.hand cimport hand_add, hand_remove
from shugi._fast.flow.turns cimport record_event
from shugi._fast.games.chinese.common cimport name_wildcard, turn_indicator

cdef enum:
    FLOWERS = 8

FLOWER_BITS = <uint64_t>0xFF << SEASON_1


cdef int lay_flowers(State* s, int p) noexcept nogil:
    # every flower in the hand; how many
    cdef Seat* seat = &s.seat[p]
    cdef int code
    cdef int n = 0
    while seat.held & FLOWER_BITS:
        code = lowest(seat.held & FLOWER_BITS)
        hand_remove(s.rules, seat, code)
        seat.aside[seat.n_aside] = <uint8_t>code
        seat.n_aside += 1
        record_event(s, p, EVENT_NUKI, code)
        n += 1
    return n


cdef bint wins_by_flowers(const State* s, int p) noexcept nogil:
    return (s.rules.eight_flowers_win and s.seat[p].n_aside == FLOWERS
            and not s.seat[p].forfeited)


cdef int meld_flowers(State* s) noexcept nogil:
    """Round-robin from the banker; a drawn flower waits for the next round.

    Returns: the seat that wins by all eight; NOBODY.
    """
    cdef uint8_t[SEATS] due
    cdef int p, _i, n
    cdef int left = 0
    for p in range(s.rules.seats):
        due[p] = <uint8_t>lay_flowers(s, p)
        left += due[p]
    p = s.dealer
    while left:
        n = due[p]
        for _i in range(n):
            hand_add(s.rules, &s.seat[p], draw_replacement(s))
        due[p] = <uint8_t>lay_flowers(s, p)
        left += due[p] - n
        if wins_by_flowers(s, p):
            return p
        p = next_seat(s, p)
    for p in range(s.rules.seats):
        if wins_by_flowers(s, p):
            return p
    return NOBODY


cdef void place_indicator(State* s) noexcept nogil:
    # the wall's last tile, or any other that is not yet drawn where that is a flower
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_DEAL)
    cdef int last = s.n_wall - 1
    cdef int turned = last
    cdef int place = dora_place(s, 0)
    cdef uint8_t code
    while KIND_OF[s.wall[turned]] == NO_KIND:
        turned = s.head + rng_below(&rng, last - s.head)
    code = s.wall[turned]
    s.wall[turned] = s.wall[last]
    s.wall[last] = s.wall[place]
    s.wall[place] = code


cdef void change_codes(const Rules* r, Seat* seat, int kind, int code) noexcept nogil:
    cdef int _i
    for _i in range(seat.hand[kind]):
        hand_remove(r, seat, kind)
        hand_add(r, seat, code)


cdef void turn_gold(State* s) noexcept nogil:
    # the indicator, and what it makes of the tiles in the wall and in the hands
    cdef int p
    place_indicator(s)
    turn_indicator(s)
    name_wildcard(s, s.indicator)
    for p in range(s.rules.seats):
        change_codes(s.rules, &s.seat[p], s.indicator, WILD)
        if s.indicator != KIND_WHITE:
            change_codes(s.rules, &s.seat[p], KIND_WHITE, s.indicator)
