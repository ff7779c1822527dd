# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Leaves of the tree of decisions, the wall being fixed."""

from libc.stdint cimport int64_t
from libc.string cimport memcpy

from shugi._fast.core.bits cimport has_in_words
from shugi._fast.core.rng cimport mix
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.core.state cimport PHASE_OVER
from shugi._fast.flow.turns cimport step


cdef uint64_t mix_hash(uint64_t h, uint64_t x) noexcept nogil:
    return mix(h * <uint64_t>0x9E3779B97F4A7C15 + x + 1)


cdef uint64_t leaf_hash(const State* s) noexcept nogil:
    cdef uint64_t h = mix_hash(s.legal[0], s.legal[1])
    cdef int p
    for p in range(s.rules.seats):
        h = mix_hash(h, <uint64_t><int64_t>s.seat[p].score)
        h = mix_hash(h, <uint64_t><int64_t>s.seat[p].chips)
    return mix_hash(h, s.actor * 256 + s.phase)


cdef void count_leaves(const State* s, int depth, bint forced, uint64_t* leaves,
                       uint64_t* total) noexcept nogil:
    cdef State child
    cdef int action
    if depth == 0 or s.phase == PHASE_OVER:
        leaves[0] += 1
        total[0] += leaf_hash(s)
        return
    for action in range(ACTIONS):
        if has_in_words(s.legal, action):
            memcpy(&child, s, sizeof(State))
            step(&child, action, forced)
            count_leaves(&child, depth - 1, forced, leaves, total)
