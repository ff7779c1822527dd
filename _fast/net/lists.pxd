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
    cdef uint16_t* _at
    cdef readonly int width
    cdef readonly object dtype
    cdef object _start, _place, _value, _found
    cdef dict _cells

    # row numbers that callers give. Raises: ValueError, IndexError
    cpdef check_picks(self, picks)
    # one position, `width` values
    cdef void write(self, int64_t pick, void* out) noexcept nogil

    cdef int _check_unread(self) except -1
    cdef int _point(self) except -1
    cdef int _reserve(self, int64_t more, int64_t size) except -1
    cdef void _append_cells(self, const uint8_t* cells) noexcept nogil
    cdef void _append_numbers(self, const float* numbers) noexcept nogil
    cdef void _end(self, int64_t n) noexcept nogil
    cdef void _give(self, int64_t pick, PositionLists other) noexcept nogil
    cdef Grid _grid(self, slots, int places, int first) except *
    cdef Features _features(self, slots, int places, table, which, context) except *
