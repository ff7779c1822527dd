# Losses of decisions, and their gradients in what a network says of them.
from libc.stdint cimport int64_t, uint8_t


cdef class Loss:
    cdef readonly int64_t count  # decisions
    cdef readonly int width      # numbers that a network says of each
    cdef readonly bint of_actions  # of a policy
    cdef int _sums
    cdef const uint8_t[:, ::1] _mask  # nonzero where an action is legal

    # of one decision; part: what it counts. Numbers of the loss are added to `sums`
    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil


cdef enum:
    MOST_SUMS = 5
