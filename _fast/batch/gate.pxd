# One call at a time on what threads could ask for together.
cdef class Gate:
    cdef bint shut

    cdef int enter(self) except -1
    cdef void leave(self) noexcept
