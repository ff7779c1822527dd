# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.shape.lookahead cimport Ahead, rate_discards
from shugi._fast.shape.trial cimport Trial
from shugi._fast.view.seat_view cimport SeatView, unseen_of


cdef struct Counter:         # what Ahead asks
    const SeatView* v
    uint64_t drawable


cdef float tiles_waited_for(const void* who, uint64_t waits) noexcept nogil:
    cdef const Counter* c = <const Counter*>who
    return unseen_of(c.v, waits & c.drawable)


cdef void put_pairs(const SeatView* v, Trial* hand, uint64_t good, const uint64_t* steps,
                    uint64_t drawable, const uint8_t* tiles, uint8_t* pairs) noexcept nogil:
    cdef float[KINDS] means
    cdef Counter counter
    cdef Ahead ahead
    cdef int kind, n
    counter.v = v
    counter.drawable = drawable
    ahead.rating = tiles_waited_for
    ahead.who = &counter
    ahead.unseen = v.unseen
    ahead.wilds = 0
    rate_discards(&ahead, hand, good, steps, means)
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        n = <int>(means[kind] * tiles[kind] + <float>0.5)
        pairs[kind] = <uint8_t>min((n + 1) // 2, 255)
