# The globals that the regional games share.
from shugi._fast.view.seat_view cimport SeatView

cdef void write_regional(const SeatView* v, float* at) noexcept nogil
