# cython: language_level=3
"""One call at a time: whoever comes second is told so."""


class BusyError(RuntimeError):
    """A batch was asked for something while it was at work for another thread."""


cdef class Gate:
    # the interpreter's lock is held here
    cdef int enter(self) except -1:
        if self.shut:
            raise BusyError(
                "this batch is at work for another thread; give every thread a batch of its own, "
                "or let them take turns"
            )
        self.shut = True
        return 0

    cdef void leave(self) noexcept:
        self.shut = False

    def __enter__(self):
        self.enter()

    def __exit__(self, *_):
        self.leave()
