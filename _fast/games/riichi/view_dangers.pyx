# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What an own tile risks against the hidden hands of riichi."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.state cimport RIICHI_CLOSED, RIICHI_NONE, Seat
from shugi._fast.core.tiles cimport kinds_in_counts
from shugi._fast.view.seat_view cimport RunPairs, SeatView, plane, put_kinds, run_pairs, seat_at

cdef enum:
    MELDS = 2            # from so many on an open hand may well be ready


cdef inline bint may_be_ready(const Seat* seat) noexcept nogil:
    # and hides what it waits for
    if seat.riichi == RIICHI_NONE:
        return seat.n_meld >= MELDS and not seat.closed
    return seat.riichi == RIICHI_CLOSED


cdef void put_safe(const SeatView* v, uint8_t* planes) noexcept nogil:
    cdef const Seat* seat
    cdef int i
    for i in range(1, v.seats):
        seat = &v.s.seat[seat_at(v, i)]
        if seat.riichi != RIICHI_NONE:
            put_kinds(plane(planes, i - 1), seat.discarded | seat.passed)


cdef void put_dangers(const SeatView* v, uint8_t* planes) noexcept nogil:
    cdef uint64_t own = kinds_in_counts(v.s.seat[v.seat].kind)
    cdef const Seat* seat
    cdef uint64_t safe, left
    cdef RunPairs pairs
    cdef int i, kind, n
    for i in range(1, v.seats):
        seat = &v.s.seat[seat_at(v, i)]
        if not may_be_ready(seat):
            continue
        safe = seat.discarded | (seat.passed if seat.riichi else 0)
        left = own & ~safe
        while left:
            kind = lowest(left)
            left = without_lowest(left)
            pairs = run_pairs(v, kind, safe)
            n = pairs.above + pairs.below + pairs.around
            plane(planes, i - 1)[kind] = <uint8_t>min(n, 255)
