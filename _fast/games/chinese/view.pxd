# The globals that the regional games share.
from shugi._fast.view.sight cimport Sight

cdef void write_regional(const Sight* v, float* at) noexcept nogil
