# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The Grand Cross: when it may be shown, and its chips.  flow/turns.pyx makes the meld."""

from libc.stdint cimport int32_t

from shugi._fast.core.rules cimport RIICHI_KAN_WAITS_ONLY
from shugi._fast.core.state cimport Meld, Seat
from shugi._fast.core.tiles cimport GOLD_NORTH, KIND_EAST, KIND_NORTH, KIND_OF
from shugi._fast.flow.calls cimport kan_room
from shugi._fast.flow.hand cimport meld_room, waits_after_cross
from shugi._fast.flow.ledger cimport REASON_GRAND_CROSS, move


cdef bint keeps_waits(const State* s, int p) noexcept nogil:
    # as a closed kan in riichi: of the tile drawn, and the waits stay the same
    if s.rules.riichi_kan != RIICHI_KAN_WAITS_ONLY:
        return False
    if not KIND_EAST <= KIND_OF[s.drawn] <= KIND_NORTH:
        return False
    return waits_after_cross(s.rules, &s.seat[p]) == s.seat[p].waits


cdef bint cross_allowed(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int kind
    for kind in range(KIND_EAST, KIND_NORTH + 1):
        if seat.kind[kind] == 0:
            return False
    if not kan_room(s) or not meld_room(s.rules, seat, 4):
        return False
    return not seat.riichi or keeps_waits(s, p)


cdef bint is_gold(const Meld* meld) noexcept nogil:
    cdef int i
    for i in range(meld.n):
        if meld.tile[i] == GOLD_NORTH:
            return True
    return False


cdef void pay_cross(State* s) noexcept nogil:
    cdef const Seat* seat = &s.seat[s.turn]
    cdef bint gold = is_gold(&seat.meld[seat.n_meld - 1])
    cdef int32_t chips = s.rules.gc_gold_shugi if gold else s.rules.gc_shugi
    cdef int p
    for p in range(s.rules.seats):
        if p != s.turn and chips:
            move(s, REASON_GRAND_CROSS, p, s.turn, chips, 0)
