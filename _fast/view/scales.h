/* Globals divided by their scales, four at a time. */
#ifndef SHUGI_SCALES_H
#define SHUGI_SCALES_H

#include <string.h>

enum { SCALES_AT_ONCE = 4 };

#if defined(__GNUC__) || defined(__clang__)
typedef float Four __attribute__((vector_size(16)));
static inline void scales_divide(float *at, const float *by) {
    Four a, b;
    memcpy(&a, at, sizeof a);
    memcpy(&b, by, sizeof b);
    a /= b;
    memcpy(at, &a, sizeof a);
}
#else
static inline void scales_divide(float *at, const float *by) {
    int i;
    for (i = 0; i < SCALES_AT_ONCE; i++) at[i] /= by[i];
}
#endif

#endif
