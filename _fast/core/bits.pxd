# A set as the bits of a number: of kinds, codes, cards, seats or patterns.  Sets of more than 64
# (actions, patterns of riichi) are two such numbers: the functions in words.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy


cdef extern from "core/bits.h":
    int count "bits_count"(uint64_t) noexcept nogil
    # of a set that is not empty
    int lowest "bits_lowest"(uint64_t) noexcept nogil
    int leading_zeros "bits_leading_zeros"(uint64_t) noexcept nogil


cdef inline int highest(uint64_t bits) noexcept nogil:
    # of a set that is not empty
    return 63 - leading_zeros(bits)


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i


cdef inline bint has(uint64_t bits, int i) noexcept nogil:
    return bits >> i & 1


cdef inline uint64_t without_lowest(uint64_t bits) noexcept nogil:
    return bits & (bits - 1)


cdef inline bint is_single(uint64_t bits) noexcept nogil:
    return bits != 0 and without_lowest(bits) == 0


cdef extern from *:
    """
    #define EACH_BYTE(value) ((uint64_t)(value) * UINT64_C(0x0101010101010101))
    /* the lowest bits of eight bytes, side by side in the highest byte of a product */
    #define TOGETHER UINT64_C(0x0102040810204080)
    """
    uint64_t EACH_BYTE(int value) noexcept nogil
    const uint64_t TOGETHER


# which of eight numbers below 128 are `least` (1 to 128) or more
cdef inline uint64_t bytes_from(const uint8_t* numbers, int least) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, numbers, 8)
    return (word + EACH_BYTE(128 - least) >> 7 & EACH_BYTE(1)) * TOGETHER >> 56


# which of eight numbers have this binary digit
cdef inline uint64_t bytes_with(const uint8_t* numbers, int digit) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, numbers, 8)
    return (word >> digit & EACH_BYTE(1)) * TOGETHER >> 56


cdef inline bint has_in_words(const uint64_t* words, int i) noexcept nogil:
    return has(words[i >> 6], i & 63)


cdef inline void add_in_words(uint64_t* words, int i) noexcept nogil:
    words[i >> 6] |= bit(i & 63)


cdef inline void drop_in_words(uint64_t* words, int i) noexcept nogil:
    words[i >> 6] &= ~bit(i & 63)
