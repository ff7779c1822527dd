/* Bits of a 64-bit number, by what the compiler has for them. */
#ifndef SHUGI_BITS_H
#define SHUGI_BITS_H

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)

#define bits_count(bits) __builtin_popcountll(bits)
/* of a number that is not 0 */
#define bits_lowest(bits) __builtin_ctzll(bits)
#define bits_leading_zeros(bits) __builtin_clzll(bits)

#else

/* without the instruction, which the oldest x86-64 lacks */
static inline int bits_count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56);
}

#if defined(_MSC_VER)

#include <intrin.h>

static inline int bits_lowest(uint64_t bits) {
    unsigned long at;
    _BitScanForward64(&at, bits);
    return (int)at;
}
static inline int bits_leading_zeros(uint64_t bits) {
    unsigned long at;
    _BitScanReverse64(&at, bits);
    return 63 - (int)at;
}

#else

static inline int bits_lowest(uint64_t bits) { return bits_count((bits & (~bits + 1)) - 1); }
static inline int bits_leading_zeros(uint64_t bits) {
    int width;
    for (width = 1; width < 64; width *= 2) bits |= bits >> width;
    return 64 - bits_count(bits);
}

#endif
#endif
#endif
