# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again where hands float.

Whether the newest wildcard discarded was a float is judged by the new hand, unless the rules have
shown it (float_round_trigger): such a hand is left as it is.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from shugi._fast.core.rules cimport FLOAT_ROUND_TRIGGER_ANY
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport Seat
from shugi._fast.core.tiles cimport WILD
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand cimport hand_remove, is_full
from shugi._fast.games.chinese.redeal cimport answers_offer, forget
from shugi._fast.view.seat_view cimport hidden_draw


cdef inline bint wildcard_last(const Seat* seat) noexcept nogil:
    return seat.n_river and seat.river[seat.n_river - 1] == WILD


cdef bint in_float(const State* s, const Seat* seat) noexcept nogil:
    # any tile would win: of a hand without the tile just drawn
    return seat.wild != 0 and game_ops(s).any_tile_wins(s, seat)


cdef bint float_is_known(const State* s, int p) noexcept nogil:
    if answers_offer(s, p):
        return True
    if s.seat[p].floats == 0:
        return False
    # only who floats may claim in his float round (floater_may_claim)
    return s.rules.float_round_trigger != FLOAT_ROUND_TRIGGER_ANY or s.seat[p].n_claims != 0


cdef bint fits_no_float(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    # a float would have been seen
    if s.rules.float_round_trigger == FLOAT_ROUND_TRIGGER_ANY:
        return True
    return not wildcard_last(&s.seat[p]) or not in_float(s, &s.seat[p])


cdef int wildcards_run(const Seat* seat) noexcept nogil:
    cdef int n = 0
    while n < seat.n_river and seat.river[seat.n_river - 1 - n] == WILD:
        n += 1
    return n


cdef void recount_floats(State* s, int p, Recounted recounted) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    cdef Seat between
    cdef bint floating
    memcpy(&between, seat, sizeof(Seat))
    if hidden_draw(s, p) != NO_TILE:
        hand_remove(s.rules, &between, hidden_draw(s, p))
    if is_full(s.rules, &between):
        return
    floating = in_float(s, &between)
    seat.floats = <uint8_t>wildcards_run(seat) if floating else 0
    recounted(s, p, floating)


cdef void forget_floats(State* s, int seat, Recounted recounted) noexcept nogil:
    cdef int p
    forget(s, seat)
    for p in range(s.rules.seats):
        if p != seat and wildcard_last(&s.seat[p]) and not float_is_known(s, p):
            recount_floats(s, p, recounted)
