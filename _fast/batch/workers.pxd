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


cdef struct Work:            # what threads can share; each is defined beside its task
    Task task
    # Games from which on it is shared, and the fewest that a thread takes at a time: with less to
    # do the hand-over costs more than it saves
    int least
    int piece


cdef class Workers:
    cdef Crew* crew
    cdef int64_t process
    cdef readonly int threads

    # a work in all games; it returns when all have ended
    cdef int do(self, const Work* work, void* job, int games) except -1
    # the threads run, in a forked child too: they begin at the first use
    cdef int _begin(self) except -1
    cdef void _drop(self) noexcept
