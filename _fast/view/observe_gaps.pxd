# What it takes to overtake an opponent, or to be overtaken; whether the hand can be the last.
from shugi._fast.view.sight cimport Sight

# rows overtake_* and overtaken_*, last_hand
cdef void put_gaps(const Sight* v, float* at) noexcept nogil
cdef void put_last(const Sight* v, float* at) noexcept nogil
