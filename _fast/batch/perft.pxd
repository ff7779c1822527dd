# Counts the decisions ahead of a state, the wall being fixed: a fingerprint of the rules.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport State

# adds to leaves and to a hash over what stands there (legal actions, scores, chips)
cdef void count_leaves(const State* s, int depth, bint forced, uint64_t* leaves,
                       uint64_t* total) noexcept nogil
