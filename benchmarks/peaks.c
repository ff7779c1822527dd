/* What one core can do at most, beside what acting takes (docs/performance.md):

       cc -O2 -march=native benchmarks/peaks.c -o build/peaks && build/peaks

   The clock, int8 and int16 products by AVX-512 VNNI, and bytes read from caches of several sizes.
   Each figure is the best of several tries, in CPU time. */

#define _POSIX_C_SOURCE 200112L
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES = 60, ROUNDS = 200000, CHAINS = 12 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* additions that wait for each other: one a cycle */
static void clock_of(void) {
    uint64_t x = 0;
    int i;
    for (i = 0; i < ROUNDS; i++)
        __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n" : "+r"(x));
}

#define PRODUCTS(name, instruction)                                                \
    static void name(void) {                                                       \
        __m512i acc[CHAINS], sum = _mm512_setzero_si512();                         \
        const __m512i a = _mm512_set1_epi8(1), b = _mm512_set1_epi8(2);            \
        int i, k;                                                                  \
        for (k = 0; k < CHAINS; k++) acc[k] = _mm512_setzero_si512();              \
        for (i = 0; i < ROUNDS; i++) {                                             \
            _Pragma("GCC unroll 12")                                               \
            for (k = 0; k < CHAINS; k++) acc[k] = instruction(acc[k], a, b);       \
        }                                                                          \
        for (k = 0; k < CHAINS; k++) sum = _mm512_add_epi32(sum, acc[k]);          \
        kept = _mm512_reduce_add_epi32(sum);                                       \
    }

static volatile int kept;

PRODUCTS(bytes, _mm512_dpbusd_epi32)
PRODUCTS(words, _mm512_dpwssd_epi32)

static char *memory;
static size_t size;

static void reads(void) {
    size_t done, at;
    for (done = 0; done < (size_t)1 << 24; done += size)
        for (at = 0; at < size; at += 256)
            __asm__ volatile("vmovdqa64 (%0), %%zmm0\n vmovdqa64 64(%0), %%zmm1\n"
                             "vmovdqa64 128(%0), %%zmm2\n vmovdqa64 192(%0), %%zmm3\n"
                             : : "r"(memory + at) : "xmm0", "xmm1", "xmm2", "xmm3");
}

static double best(void (*what)(void)) {
    double least = 1e9;
    int i;
    for (i = 0; i < TRIES; i++) {
        double start = seconds(), taken;
        what();
        taken = seconds() - start;
        if (taken < least) least = taken;
    }
    return least;
}

int main(void) {
    const double clock = 4.0 * ROUNDS / best(clock_of);
    const size_t sizes[] = {16 << 10, 512 << 10, 8 << 20};
    void *room;
    int i;
    if (posix_memalign(&room, 4096, 8 << 20)) return 1;
    memory = room;
    memset(memory, 1, 8 << 20);
    printf("clock          %6.2f GHz\n", clock / 1e9);
    printf("int8 products  %6.0f billion/s\n", 64e-9 * CHAINS * ROUNDS / best(bytes));
    printf("int16 products %6.0f billion/s\n", 32e-9 * CHAINS * ROUNDS / best(words));
    for (i = 0; i < 3; i++) {
        double taken;
        size = sizes[i];
        taken = best(reads);
        printf("reads of %4zu KB %4.0f GB/s, %3.0f bytes a cycle\n", size >> 10,
               1.6777216e-2 / taken, 16777216 / taken / clock);
    }
    return 0;
}
