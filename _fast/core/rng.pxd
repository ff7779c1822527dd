# Counter-based randomness: every number is a pure function of (seed, hand, stream, counter), so
# results depend neither on batch size, threads nor platform.
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef enum Stream:
    STREAM_WALL = 0      # the deal
    STREAM_SAMPLE = 1    # random legal play
    STREAM_REDEAL = 2
    STREAM_EXPECT = 3    # sampled expectations
    STREAM_BOT = 5
    STREAM_GAME = 6      # seed of the next game in a batch
    STREAM_DICE = 7      # + seat: the dice that a winner rolls
    STREAM_DEALER = 11   # who deals first
    STREAM_DEAL = 12     # dice of the deal
    STREAM_POLICY = 13   # draws from a network's policy


cdef struct Rng:
    uint64_t key
    uint64_t counter


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    # the finaliser of SplitMix64
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline Rng rng_make(uint64_t seed, uint64_t hand, uint64_t stream) noexcept nogil:
    cdef Rng r
    r.key = mix(seed + <uint64_t>0x9E3779B97F4A7C15)
    r.key = mix(r.key ^ (hand + <uint64_t>0xD1B54A32D192ED03))
    r.key = mix(r.key ^ (stream + <uint64_t>0x8CB92BA72F3D8DD7))
    r.counter = 0
    return r


cdef inline uint64_t rng_next(Rng* r) noexcept nogil:
    r.counter += 1
    return mix(r.key + r.counter * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint32_t rng_below(Rng* r, uint32_t n) noexcept nogil:
    # multiply-shift with rejection: exactly uniform on 0..n-1
    cdef uint64_t x = rng_next(r) & <uint64_t>0xFFFFFFFF
    cdef uint64_t product = x * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t floor
    if low < n:
        floor = (<uint32_t>(0 - n)) % n
        while low < floor:
            x = rng_next(r) & <uint64_t>0xFFFFFFFF
            product = x * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline void rng_shuffle(Rng* r, uint8_t* a, int n) noexcept nogil:
    cdef int i
    cdef uint32_t j
    cdef uint8_t t
    for i in range(n - 1, 0, -1):
        j = rng_below(r, <uint32_t>(i + 1))
        t = a[i]
        a[i] = a[j]
        a[j] = t
