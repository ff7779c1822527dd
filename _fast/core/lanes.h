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
typedef uint64_t LaneWords __attribute__((vector_size(16)));

#define LANES_NONE ((Lanes){0})
#define lanes_plus(a, b) ((a) + (b))
#define lanes_minus(a, b) ((a) - (b))
#if defined(__SSE2__)
#define lanes_most(a, b) ((Lanes)_mm_max_epu8((__m128i)(a), (__m128i)(b)))
#else
static inline Lanes lanes_most(Lanes a, Lanes b) {
    const Lanes below = (Lanes)(a < b);
    return (b & below) | (a & ~below);
}
#endif
#define lanes_and(a, b) ((a) & (b))

#else

typedef struct { uint8_t at[16]; } Lanes;

#define LANES_EACH(name, expression)                                   \
    static inline Lanes name(Lanes a, Lanes b) {                       \
        int i;                                                         \
        for (i = 0; i < 16; i++) a.at[i] = (uint8_t)(expression);      \
        return a;                                                      \
    }
LANES_EACH(lanes_plus, a.at[i] + b.at[i])
LANES_EACH(lanes_minus, a.at[i] - b.at[i])
LANES_EACH(lanes_and, a.at[i] & b.at[i])
LANES_EACH(lanes_most, a.at[i] > b.at[i] ? a.at[i] : b.at[i])
#define LANES_NONE ((Lanes){{0}})

#endif

static inline Lanes lanes_of(const void *at) {
    Lanes lanes;
    memcpy(&lanes, at, 16);
    return lanes;
}

static inline void lanes_put(void *at, Lanes lanes) { memcpy(at, &lanes, 16); }

#endif
