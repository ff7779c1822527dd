# What a seat cannot see: the oracle planes, which begin as zeros.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State
from shugi._fast.view.seat_view cimport SeatView

cdef void write_others(const SeatView* v, uint8_t* at) noexcept nogil
cdef void write_wall(const SeatView* v, uint8_t* at) noexcept nogil
