# A table of blocks: the parts of a buffer, each written by a function of its own.
from libc.string cimport memset

cdef enum:
    MOST_BLOCKS = 16


# called with what its block is written from, and where; each writer has its own types for the two
ctypedef void (*Writer)(const void* view, void* at) noexcept nogil


cdef struct Blocks:
    size_t size                  # bytes of the buffer
    int n
    Writer writer[MOST_BLOCKS]
    size_t at[MOST_BLOCKS]       # bytes before each block


# fills the table; the rows of all blocks with their offsets.  width: bytes of a row of size 1
cdef list lay_out(Blocks* table, list blocks, int total, size_t width, str header)


cdef inline void write_blocks(const Blocks* table, const void* view, void* out) noexcept nogil:
    cdef int i
    memset(out, 0, table.size)
    for i in range(table.n):
        table.writer[i](view, <char*>out + table.at[i])
