# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The legal actions of a state for callers: as a mask, or one of them."""

from libc.string cimport memcpy

from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.rng cimport STREAM_SAMPLE, Rng, rng_below, rng_make

# a byte of the legal bits, spread over eight bytes of the mask
cdef uint64_t[256] SPREAD
cdef int _byte, _bit
for _byte in range(256):
    SPREAD[_byte] = 0
    for _bit in range(8):
        if has(_byte, _bit):
            SPREAD[_byte] |= bit(8 * _bit)


cdef void write_mask(const State* s, uint8_t* out) noexcept nogil:
    cdef int i
    cdef uint64_t spread
    for i in range(16):
        spread = SPREAD[s.legal[i >> 3] >> (8 * (i & 7)) & 255]
        memcpy(out + 8 * i, &spread, 8)


cdef int sample_legal(const State* s, uint64_t seed) noexcept nogil:
    cdef Rng rng = rng_make(seed ^ s.seed, s.n_decision, STREAM_SAMPLE)
    cdef int n = count(s.legal[0]) + count(s.legal[1])
    cdef uint64_t bits
    cdef int word
    if n == 0:
        return 0
    n = <int>rng_below(&rng, n)
    for word in range(2):
        bits = s.legal[word]
        while bits:
            if n == 0:
                return 64 * word + lowest(bits)
            bits = without_lowest(bits)
            n -= 1
    return 0
