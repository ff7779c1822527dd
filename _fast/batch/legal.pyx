# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The legal actions of a state for callers: as a mask, or one of them."""

from shugi._fast.core.bits cimport count, lowest, without_lowest
from shugi._fast.core.rng cimport STREAM_SAMPLE, Rng, rng_below, rng_make
from shugi._fast.core.spread cimport spread_bytes


cdef void write_mask(const State* s, uint8_t* out) noexcept nogil:
    spread_bytes(out, s.legal[0], 8)
    spread_bytes(out + 64, s.legal[1], 8)


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
