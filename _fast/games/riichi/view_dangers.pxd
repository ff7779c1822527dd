# How the hidden hands of others could wait for own tiles, in riichi: rows of the observation.
from libc.stdint cimport uint8_t
from shugi._fast.view.seat_view cimport SeatView

# planes, by opponent who has declared: kinds that he cannot win on
cdef void put_safe(const SeatView* v, uint8_t* planes) noexcept nogil
# planes, by opponent who may be ready: for each kind of the own hand, pairs of unseen tiles that
# wait for it as a run and for nothing that is safe
cdef void put_dangers(const SeatView* v, uint8_t* planes) noexcept nogil
