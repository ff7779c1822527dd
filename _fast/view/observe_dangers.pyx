# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.state cimport RIICHI_CLOSED, RIICHI_NONE, Seat
from shugi._fast.core.tiles cimport KIND_EAST, kinds_in_counts
from shugi._fast.view.sight cimport Sight, plane, seat_at, waiting_pairs

cdef enum:
    MELDS = 2            # from so many on an open hand may well be ready


cdef inline bint may_be_ready(const Seat* seat) noexcept nogil:
    # and hides what it waits for
    if seat.riichi == RIICHI_NONE:
        return seat.n_meld >= MELDS and not seat.closed
    return seat.riichi == RIICHI_CLOSED


cdef int waiting_runs(const Sight* v, int kind, uint64_t safe) noexcept nogil:
    cdef int rank = kind % 9
    cdef int n = 0
    if kind >= KIND_EAST:
        return 0
    if rank <= 6:
        n += waiting_pairs(v, kind + 1, kind + 2, kind + 3 if rank <= 5 else -1, safe)
    if rank >= 2:
        n += waiting_pairs(v, kind - 2, kind - 1, kind - 3 if rank >= 3 else -1, safe)
    if 1 <= rank <= 7:
        n += waiting_pairs(v, kind - 1, kind + 1, -1, safe)
    return n


cdef void put_dangers(const Sight* v, uint8_t* planes) noexcept nogil:
    cdef uint64_t own = kinds_in_counts(v.s.seat[v.seat].kind)
    cdef const Seat* seat
    cdef uint64_t safe, left
    cdef int i, kind
    for i in range(1, v.seats):
        seat = &v.s.seat[seat_at(v, i)]
        if not may_be_ready(seat):
            continue
        safe = seat.discarded | (seat.passed if seat.riichi else 0)
        left = own & ~safe
        while left:
            kind = lowest(left)
            left = without_lowest(left)
            plane(planes, i - 1)[kind] = <uint8_t>min(waiting_runs(v, kind, safe), 255)
