# Two tiles ahead of an own hand that is one from ready: a row of the observation.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.view.sight cimport Sight

# plane: by each of the discards that keep the hand of 3n + 2 tiles one from ready, half the pairs
# of unseen tiles that complete it, the first making it ready; steps are the first ones by discard
cdef void put_pairs(const Sight* v, uint64_t good, const uint64_t* steps, uint64_t drawable,
                    uint8_t* pairs) noexcept nogil
