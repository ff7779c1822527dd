# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How near a hand of Wuhan is to sets and a pair of 2, 5 or 8: rows of the observation."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.rules cimport GAME_WUHAN
from shugi._fast.core.state cimport Seat
from shugi._fast.core.tiles cimport kinds_in_counts
from shugi._fast.flow.hand cimport is_full, sets_left
from shugi._fast.games.chinese.view cimport write_regional
from shugi._fast.shape.pair_258 cimport good_258, shanten_258, steps_258
from shugi._fast.shape.shapes cimport FORM_SETS
from shugi._fast.shape.trial cimport Trial, trial_make, trial_put
cimport shugi._fast.view.block_of as block_of
cimport shugi._fast.view.global_at as global_at
cimport shugi._fast.view.plane_at as plane_at
from shugi._fast.view.observe cimport VIEWS
from shugi._fast.view.seat_view cimport SeatView, plane, put_kinds, unseen_of


cdef void serve(const SeatView* v, Trial* pair) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    trial_make(pair, v.r, me.kind, me.index, NULL, sets_left(v.r, me), 0, FORM_SETS)


cdef inline int usable_wild(const SeatView* v) noexcept nogil:
    # beside a pair of 2, 5 or 8
    return v.s.seat[v.seat].wild != 0


cdef void write_planes(const SeatView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef uint64_t drawable = kinds_in_counts(v.deck.kind)
    cdef uint64_t left
    cdef int kind
    cdef Trial pair
    if not v.blocks & block_of.PAIR_258:
        return
    serve(v, &pair)
    if not is_full(v.r, me):
        put_kinds(plane(at, plane_at.UKEIRE_258), steps_258(&pair) & drawable)
        return
    left = good_258(&pair, kinds_in_counts(me.kind), usable_wild(v))
    put_kinds(plane(at, plane_at.KEEPS_258), left)
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        trial_put(&pair, kind, -1)
        plane(at, plane_at.CLOSER_258)[kind] = <uint8_t>unseen_of(v, steps_258(&pair) & drawable)
        trial_put(&pair, kind, 1)


cdef void write_globals(const SeatView* v, float* at) noexcept nogil:
    cdef Trial pair
    write_regional(v, at)
    if not v.blocks & block_of.PAIR_258:
        return
    serve(v, &pair)
    at[global_at.SHANTEN_258 + min(<int>shanten_258(&pair, usable_wild(v)) + 1, 7)] = 1


VIEWS[<int>GAME_WUHAN].planes = write_planes
VIEWS[<int>GAME_WUHAN].globals_ = write_globals
