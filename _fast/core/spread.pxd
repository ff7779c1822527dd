# A set of bits as bytes, 1 where a bit is set: rows of masks and planes, written by table.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

# byte i: bit i of the set
cdef uint8_t[256][8] SPREAD


# the first 8 * n bits; inline, with n known when it is compiled
cdef inline void spread_bytes(uint8_t* at, uint64_t bits, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        memcpy(at + 8 * i, SPREAD[bits >> 8 * i & 255], 8)
