# A random state among those that look the same from one seat.
from libc.stdint cimport uint64_t
from shugi._fast.state cimport State

# 1, or 0 when no arrangement was found (the state is then unchanged)
cdef bint redeal(State* s, int seat, uint64_t key) noexcept nogil
