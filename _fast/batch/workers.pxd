# Threads that belong to a batch and share the games of its calls (workers.h).
from libc.stdint cimport int64_t


cdef extern from "batch/workers.h" nogil:
    # games from low to high; worker: 0 the caller, 1 ...
    ctypedef void (*Task)(void* context, int low, int high, int worker) noexcept nogil

    ctypedef struct Crew:
        pass

    # a number that several threads change
    ctypedef int64_t Word
    # ... to the greater of what it is and the value
    void word_raise(Word* number, int64_t value)


cdef class Workers:
    cdef Crew* crew
    cdef int64_t process
    cdef readonly int threads

    # the threads run, in a forked child too: they begin at the first use
    cdef int begin(self) except -1
    # task for all games, some at a time; it returns when all have ended
    cdef void share(self, Task task, void* context, int games, int piece) noexcept nogil
    cdef void _drop(self) noexcept
