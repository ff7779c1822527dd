# How lucky draws were: numbers whose mean is zero whatever anybody plays, for `Batch.add_luck`.
from libc.stdint cimport int32_t
from shugi._fast.core.state cimport State

cdef enum:                       # where numbers of a kind begin; what they are: luck.pyx
    NEARER = 0
    OTHERS = 10
    WON = 15
    LUCK_TERMS = 19


cdef struct Counted:             # how far draws were looked at
    int32_t hand                 # State.hand_no
    int32_t head                 # State.head


# adds the luck of the draw since the last look, if there was one, to out: (seats, LUCK_TERMS)
cdef void add_draw(const State* s, Counted* seen, float* out) noexcept nogil
