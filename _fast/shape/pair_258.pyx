# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How near a hand is to sets and a pair of 2, 5 or 8 of a suit (wuhan.md 4)."""

from libc.stdint cimport uint64_t

from shugi._fast.core.bits cimport bit, lowest, without_lowest
from shugi._fast.core.rules cimport Rules
from shugi._fast.shape.shapes cimport NOT_READY
from shugi._fast.shape.trial cimport trial_missing_without, trial_put, trial_ukeire

TWO_FIVE_EIGHT = 0
cdef int _kind
for _kind in range(27):
    if _kind % 9 in (1, 4, 7):
        TWO_FIVE_EIGHT |= bit(_kind)


cdef int missing_258(Trial* t, int kind) noexcept nogil:
    # tiles missing to sets and a pair of the kind, wildcards aside
    cdef int used = min(<int>t.kind[kind], 2)
    return trial_missing_without(t, kind, used) + 2 - used


cdef uint64_t pairs_258(const Rules* r) noexcept nogil:
    # kinds of the deck that the pair may be of
    cdef uint64_t left = TWO_FIVE_EIGHT
    cdef uint64_t out = 0
    cdef int kind
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        if r.copies[kind]:
            out |= bit(kind)
    return out


cdef int least_258(Trial* t) noexcept nogil:
    cdef uint64_t left = pairs_258(t.r)
    cdef int best = NOT_READY
    while left:
        best = min(best, missing_258(t, lowest(left)))
        left = without_lowest(left)
    return best


cdef int shanten_258(Trial* t, int wild) noexcept nogil:
    return max(least_258(t) - wild - 1, -1)


cdef uint64_t good_258(Trial* t, uint64_t held, int wild) noexcept nogil:
    cdef uint64_t out = 0
    cdef int goal = max(shanten_258(t, wild), 0)
    cdef int kind
    while held:
        kind = lowest(held)
        held = without_lowest(held)
        trial_put(t, kind, -1)
        if shanten_258(t, wild) <= goal:
            out |= bit(kind)
        trial_put(t, kind, 1)
    return out


cdef uint64_t steps_258(Trial* t) noexcept nogil:
    cdef uint64_t left = pairs_258(t.r)
    cdef uint64_t out = 0
    cdef int goal = least_258(t)
    cdef int kind, used
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        if missing_258(t, kind) > goal:
            continue
        used = min(<int>t.kind[kind], 2)
        if used < 2:
            out |= bit(kind)
        if goal > 2 - used:
            trial_put(t, kind, -used)
            out |= trial_ukeire(t)
            trial_put(t, kind, used)
    return out
