# What a seat cannot see: the oracle planes, which begin as zeros.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State
from shugi._fast.view.sight cimport Sight

cdef void write_others(const Sight* v, uint8_t* at) noexcept nogil
cdef void write_wall(const Sight* v, uint8_t* at) noexcept nogil
