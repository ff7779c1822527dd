/* Sixteen bytes at once, where the compiler has vectors; plain C elsewhere. */
#ifndef SHUGI_LANES_H
#define SHUGI_LANES_H

#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__GNUC__) || defined(__clang__)

typedef uint8_t Lanes __attribute__((vector_size(16)));
typedef int8_t LaneNumbers __attribute__((vector_size(16)));
typedef uint64_t LaneWords __attribute__((vector_size(16)));

#define LANES_NONE ((Lanes){0})
#define lanes_plus(a, b) ((a) + (b))
#define lanes_minus(a, b) ((a) - (b))
#define lanes_and(a, b) ((a) & (b))
/* all bits where the bytes are the same */
#define lanes_same(a, b) ((Lanes)((a) == (b)))
/* 1 where the byte is above the number; both below 128 */
#define lanes_above(a, number) ((Lanes)((LaneNumbers)(a) > (int8_t)(number)) & 1)
#define lanes_pair(low, high) ((Lanes)(LaneWords){(low), (high)})
/* each half a byte up; what comes in below is the word, which is a byte */
#define lanes_up(a, word) ((Lanes)((LaneWords)(a) << 8 | (LaneWords){(word), (word)}))
#if defined(__SSE2__)
#define lanes_least(a, b) ((Lanes)_mm_min_epu8((__m128i)(a), (__m128i)(b)))
#else
static inline Lanes lanes_least(Lanes a, Lanes b) {
    const Lanes below = (Lanes)(a < b);
    return (a & below) | (b & ~below);
}
#endif

#else

typedef struct { uint8_t at[16]; } Lanes;

#define LANES_NONE ((Lanes){{0}})
#define LANES_EACH(name, Other, expression)                       \
    static inline Lanes name(Lanes a, Other b) {                  \
        int i;                                                    \
        for (i = 0; i < 16; i++) a.at[i] = (uint8_t)(expression); \
        return a;                                                 \
    }
LANES_EACH(lanes_plus, Lanes, a.at[i] + b.at[i])
LANES_EACH(lanes_minus, Lanes, a.at[i] - b.at[i])
LANES_EACH(lanes_and, Lanes, a.at[i] & b.at[i])
LANES_EACH(lanes_same, Lanes, a.at[i] == b.at[i] ? 255 : 0)
LANES_EACH(lanes_least, Lanes, a.at[i] < b.at[i] ? a.at[i] : b.at[i])
LANES_EACH(lanes_above, int, a.at[i] > b)
static inline Lanes lanes_pair(uint64_t low, uint64_t high) {
    Lanes lanes;
    memcpy(lanes.at, &low, 8);
    memcpy(lanes.at + 8, &high, 8);
    return lanes;
}
static inline Lanes lanes_up(Lanes lanes, uint64_t word) {
    uint64_t half[2];
    memcpy(half, lanes.at, 16);
    return lanes_pair(half[0] << 8 | word, half[1] << 8 | word);
}

#endif

static inline Lanes lanes_of(const void *at) {
    Lanes lanes;
    memcpy(&lanes, at, 16);
    return lanes;
}

static inline void lanes_put(void *at, Lanes lanes) { memcpy(at, &lanes, 16); }

#endif
