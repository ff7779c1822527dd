# Positions as lists of what is not zero.
from libc.stdint cimport int64_t, uint8_t, uint16_t


cdef extern from "net/network.h" nogil:
    ctypedef struct Lists:
        const int64_t* start
        const uint16_t* place
        const uint8_t* bytes
        const float* floats

    ctypedef struct Cell:
        uint16_t plane, kind

    ctypedef struct Grid:
        const Cell* at
        int kinds

    ctypedef struct Features:
        float* table
        float* which
        float* context


cdef class PositionLists:
    cdef Lists _c
    cdef int64_t _count
    cdef int _readers            # calls that read without the interpreter's lock
    cdef int _tier
    cdef bint _floats
    cdef int64_t* _begin         # where each position that is being added begins
    cdef readonly int width
    cdef readonly object dtype
    cdef object _start, _place, _value, _begins
    cdef dict _cells

    # row numbers that callers give. Raises: ValueError, IndexError
    cpdef check_picks(self, picks)
    # one position, `width` values
    cdef void write(self, int64_t pick, void* out) noexcept nogil

    # Positions are added by `open`, `put` each and `close`; between them several threads may put
    # some, and nobody else may add or forget any.  Who begins with position i puts it where
    # `begin_of` says, and each of those that follow where the one before ends.
    cdef int open(self, int64_t more) except -1
    cdef int64_t begin_of(self, int64_t i) noexcept nogil
    # `width` values; NULL: zeros.  Returns: where its list ends
    cdef int64_t put(self, int64_t i, int64_t at, const void* position) noexcept nogil
    cdef void close(self, int64_t more) noexcept

    cdef int _check_unread(self) except -1
    cdef int _point(self) except -1
    cdef int _reserve(self, int64_t more, int64_t size) except -1
    cdef void _move(self, int64_t at, int64_t n, int64_t to) noexcept nogil
    cdef void _end(self, int64_t n) noexcept nogil
    cdef void _give(self, int64_t pick, PositionLists other) noexcept nogil
    cdef Grid _grid(self, slots, int places, int first) except *
    cdef Features _features(self, slots, int places, table, which, context) except *


# calls that read some lists without the interpreter's lock: so many more
cdef int count_readers(list of, int more) except -1
