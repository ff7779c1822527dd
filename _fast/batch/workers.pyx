# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Threads that belong to a batch and share the games of its calls.

Nothing of Python runs in them. They end with the object.
"""

import os

from libc.stdint cimport int64_t


cdef extern from "batch/workers.h" nogil:
    Crew* crew_make(int workers, int looks_out)
    int crew_begin(Crew* crew)
    void crew_share(Crew* crew, Task task, void* context, int games, int piece)
    void crew_drop(Crew* crew, int begun_here)
    int64_t process_number()


def processors():
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


cdef class Workers:
    """``threads`` of them, the caller's own among them."""

    def __cinit__(self, int threads):
        self.threads = threads

    def __dealloc__(self):
        self._drop()

    cdef void _drop(self) noexcept:
        if self.crew != NULL:
            crew_drop(self.crew, self.process == process_number())
            self.crew = NULL

    cdef int _begin(self) except -1:
        cdef int begun
        if self.crew != NULL and self.process == process_number():
            return 0
        self._drop()
        self.crew = crew_make(self.threads - 1, self.threads <= processors())
        if self.crew == NULL:
            raise MemoryError(f"no memory for {self.threads} threads")
        self.process = process_number()
        begun = crew_begin(self.crew)
        if begun < self.threads - 1:
            self._drop()
            raise RuntimeError(
                f"the system lets a batch have {begun + 1} threads, {self.threads} were asked for"
            )
        return 0

    cdef int do(self, const Work* work, void* job, int games) except -1:
        if self.threads == 1 or games < work.least:
            with nogil:
                work.task(job, 0, games, 0)
            return 0
        self._begin()
        with nogil:
            crew_share(self.crew, work.task, job, games, work.piece)
        return 0
