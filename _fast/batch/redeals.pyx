# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hands and walls that are dealt again in many games, by what a seat of each knows."""

from shugi._fast.batch.slots cimport viewer_of
from shugi._fast.bots.belief cimport redeal_likely
from shugi._fast.core.state cimport State
from shugi._fast.view.redeal cimport redeal, redeal_wall

REDEAL = Work(redeal_games, 2, 1)


cdef bint deal(const Redeals* r, State* s, int viewer, uint64_t key) noexcept nogil:
    if not r.hands:
        redeal_wall(s, key)
        return True
    if r.belief == NULL:
        return redeal(s, viewer, key)
    return redeal_likely(s, viewer, key, r.belief)


cdef void redeal_games(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Redeals* r = <const Redeals*>job
    cdef int i, viewer, k
    for i in range(low, high):
        viewer = viewer_of(&r.slots, r.who, i)
        for k in range(r.tries if viewer >= 0 else 0):
            r.found[i] = deal(r, &r.slots.states[i], viewer, r.keys[i] + <uint64_t>k)
            if r.found[i]:
                break
