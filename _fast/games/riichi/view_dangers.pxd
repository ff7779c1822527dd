# How the hidden hands of others could wait for own tiles, in riichi: rows of the observation.
from libc.stdint cimport uint8_t
from shugi._fast.view.sight cimport Sight

# planes, by opponent who has declared: kinds that he cannot win on
cdef void put_safe(const Sight* v, uint8_t* planes) noexcept nogil
# planes, by opponent who may be ready: for each kind of the own hand, pairs of unseen tiles that
# wait for it as a run and for nothing that is safe
cdef void put_dangers(const Sight* v, uint8_t* planes) noexcept nogil
