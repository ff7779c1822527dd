# What one seat sees, as arrays.  The layout is the tables of observe.pyx; the sizes stand here.
from libc.stdint cimport uint8_t, uint16_t
from shugi._fast.core.state cimport State

cpdef enum:
    PLANES = 72          # planes of 34 kinds, uint8
    GLOBALS = 214        # float32
    ORACLE_PLANES = 25   # what the seat cannot see, uint8

# planes, globals: either may be NULL; one call for both works the hand out once
cdef void observe_seat(const State* s, int seat, uint8_t* planes, float* globals_) noexcept nogil
# the last HISTORY (core/state.pxd) public events, newest last, 0 = none; seats relative
cdef void observe_history(const State* s, int seat, uint16_t* out) noexcept nogil
cdef void observe_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
