# What all regional games show.
from shugi._fast.view.sight cimport Sight

# the globals of Seat and State that regional games share
cdef void write_regional(const Sight* v, float* at) noexcept nogil
