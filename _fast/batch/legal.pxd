# The legal actions of a state for callers: as a mask, or one of them.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.state cimport State

# ACTIONS bytes, 1 where legal
cdef void write_mask(const State* s, uint8_t* out) noexcept nogil
# a random one: a function of the state and the seed
cdef int sample_legal(const State* s, uint64_t seed) noexcept nogil
