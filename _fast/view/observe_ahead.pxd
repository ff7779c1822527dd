# Two tiles ahead of an own hand that is one from ready: a row of the observation.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.shape.trial cimport Trial
from shugi._fast.view.seat_view cimport SeatView

# plane: by each of the discards that keep the hand of 3n + 2 tiles one from ready, half the pairs
# of unseen tiles that complete it, the first making it ready; by discard, steps are the kinds of
# the first ones, and tiles how many of them are unseen
cdef void put_pairs(const SeatView* v, Trial* hand, uint64_t good, const uint64_t* steps,
                    uint64_t drawable, const uint8_t* tiles, uint8_t* pairs) noexcept nogil
