# Dealing again where hands float: functions for a game's row of REDEALS.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State

# what of a seat follows from whether its new hand floats, besides Seat.floats
ctypedef void (*Recounted)(State*, int p, bint floating) noexcept nogil

cdef bint float_is_known(const State* s, int p) noexcept nogil
cdef bint fits_no_float(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil
cdef void forget_floats(State* s, int seat, Recounted recounted) noexcept nogil
