# Single values of a position, in and out, by the tables of fields.pyx.

cdef enum CType:
    U8
    I32
    U32
    U64


cdef dict read_rows(const char* base, list rows, int seats)
# raises PositionError; fields are named with `where` before them
cdef void write_rows(char* base, list rows, int seats, dict d, str where) except *
