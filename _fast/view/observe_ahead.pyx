# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport Seat
from shugi._fast.flow.hand cimport meld_kinds, seat_forms, sets_left
from shugi._fast.shape.lookahead cimport Ahead, rate_discards
from shugi._fast.shape.trial cimport Trial, trial_expect, trial_make
from shugi._fast.view.sight cimport Sight, unseen_of


cdef struct Counter:         # what Ahead asks
    const Sight* v
    uint64_t drawable


cdef float tiles_waited_for(const void* who, uint64_t waits) noexcept nogil:
    cdef const Counter* c = <const Counter*>who
    return unseen_of(c.v, waits & c.drawable)


cdef void put_pairs(const Sight* v, uint64_t good, const uint64_t* steps, uint64_t drawable,
                    uint8_t* pairs) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef uint8_t[KINDS] melded
    cdef float[KINDS] means
    cdef Counter counter
    cdef Ahead ahead
    cdef Trial hand
    cdef int kind, n
    counter.v = v
    counter.drawable = drawable
    ahead.rating = tiles_waited_for
    ahead.who = &counter
    ahead.unseen = v.unseen
    ahead.wilds = 0
    trial_make(&hand, v.r, me.kind, me.index, meld_kinds(me, melded), sets_left(v.r, me), me.wild,
               seat_forms(v.r, me))
    trial_expect(&hand, good)
    rate_discards(&ahead, &hand, good, steps, means)
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        n = <int>(means[kind] * unseen_of(v, steps[kind]) + <float>0.5)
        pairs[kind] = <uint8_t>min((n + 1) // 2, 255)
