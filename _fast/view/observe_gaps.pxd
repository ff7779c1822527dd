# What it takes to overtake an opponent, or to be overtaken; whether the hand can be the last.
from shugi._fast.view.sight cimport Sight

cdef enum:
    GAP_SCALE = 8000     # points that stand for one: a mangan
    GAP_WAYS = 3         # a win on the other's tile, on another's, by a draw

# GAP_WAYS rows by opponent that the own seat overtakes, then as many of those that overtake it
cdef void put_gaps(const Sight* v, float* at) noexcept nogil
# after this hand, if the deal passes on, and if the dealer deals again
cdef void put_last(const Sight* v, float* at) noexcept nogil
