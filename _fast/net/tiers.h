/* The forward pass for each kind of processor, and what is the same for all of them. */
#ifndef SHUGI_TIERS_H
#define SHUGI_TIERS_H

#include "core/bits.h"
#include "network.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && defined(__x86_64__)
#define NET_X86 1
#include <immintrin.h>
#else
#define NET_X86 0
#endif

#if defined(__GNUC__)
#define NET_INLINE inline __attribute__((always_inline))
#else
#define NET_INLINE inline
#endif

/* room */

static size_t net_part(size_t *total, size_t bytes) {
    size_t at = *total;
    *total += (bytes + 63) / 64 * 64;
    return at;
}

/* so many bytes, zeros, where a register of 64 may be loaded from; NULL: no memory */
static void *net_block(size_t total) {
    char *given = calloc(1, total + 64 + sizeof(void *)), *base;
    if (given == NULL) return NULL;
    base = (char *)(((uintptr_t)given + sizeof(void *) + 63) / 64 * 64);
    ((void **)base)[-1] = given;
    return base;
}

static void net_done(void *block) {
    free(((void **)block)[-1]);
}

/* positions as lists */

enum { NET_COLUMNS = 64, NET_TILE = 96 };  /* of a table, and positions, added at once */

static NET_INLINE float rows_value(const Lists *lists, int64_t i) {
    return lists->bytes != NULL ? (float)lists->bytes[i] : lists->floats[i];
}

#include "sorting.h"
#include "learner.h"

static NET_INLINE int32_t net_pair(const int16_t *of) {
    int32_t pair;
    memcpy(&pair, of, sizeof pair);
    return pair;
}

/* place: of each code among the kinds; -1: none */
static void net_asked(const int8_t *place, uint64_t legal, Asked *asked) {
    asked->count = 0;
    memset(asked->slot, -1, sizeof asked->slot);
    for (; legal; legal &= legal - 1) {
        const int kind = place[bits_lowest(legal)];
        if (kind < 0 || asked->slot[kind] >= 0) continue;
        asked->kind[asked->count] = (uint8_t)kind;
        asked->slot[kind] = (int8_t)asked->count++;
    }
}

/* what follows a list of rows: some that count nothing, for who reads ahead */
static NET_INLINE void net_end(Room *room, int n) {
    memset(room->rows + n, 0, NET_AHEAD * sizeof *room->rows);
    memset(room->times + n, 0, NET_AHEAD * sizeof *room->times);
}

/* rows of the table and how often they count; more than NET_TOP is several times the row.
   Returns: how many, a few follow that count nothing */
static int net_times(const Net *net, const uint8_t *planes, int n, Room *room) {
    const uint16_t *cells = room->cells;
    uint16_t *rows = room->rows;
    uint8_t *times = room->times;
    int i, most = 0, found = n;
    for (i = 0; i < n; i++) {
        const int count = planes[cells[i]] << net->finer[cells[i]];
        rows[i] = cells[i];
        times[i] = (uint8_t)count;
        most |= count;
    }
    for (i = 0; most > NET_TOP && i < n; i++) {
        int count = planes[cells[i]] << net->finer[cells[i]];
        times[i] = (uint8_t)(count < NET_TOP ? count : NET_TOP);
        while ((count -= NET_TOP) > 0) {
            rows[found] = cells[i];
            times[found++] = (uint8_t)(count < NET_TOP ? count : NET_TOP);
        }
    }
    net_end(room, found);
    return found;
}

/* plain C: every vector has one lane, the compiler finds more */

#define TIER(name) name##_portable
#define TARGET
#define W 1
#define Vec float
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#define LOADU(p) (*(p))
#define STOREU(p, v) (*(p) = (v))
#define SPLAT(x) (x)
#define MULADD(a, b, c) ((a) * (b) + (c))
#define WHERE(x, v) ((x) > 0.0f ? (v) : 0.0f)
#define PANEL 16
#define VMAX(a, b) ((a) > (b) ? (a) : (b))
#define VMIN(a, b) ((a) < (b) ? (a) : (b))
#define INTS(p) ((float)*(p))
#define Int int32_t
#define WHOLE(v) ((int32_t)(v))
#define REPEAT(x) (x)
#define KEEP(p, v) (*(p) = (v))
#define BYTES(p, v) (*(p) = (uint8_t)(int)(v))
#define LOADI(p) net_pair(p)
#define TWO(acc, a, b) \
    ((acc) + (int16_t)(a) * (int16_t)(b) + ((a) >> 16) * ((b) >> 16))
#define FLOATS(v) ((float)(v))
#define WORDS(p, v) (*(p) = (int16_t)(v))
#define MIXES 1

static uint64_t nonzero_portable(const uint8_t *row, int count) {
    uint64_t bits = 0, word;
    int i, j, n;
    for (i = 0; i < count; i += 8) {
        n = count - i < 8 ? count - i : 8;
        word = 0;
        memcpy(&word, row + i, (size_t)n);
        for (j = 0; word && j < n; j++) bits |= (uint64_t)(row[i + j] != 0) << (i + j);
    }
    return bits;
}

/* int16 holds two products; weights lie as [outputs / 64][inputs / 4][4][64] */
static NET_INLINE void dot_n_portable(const Layer *layer, const uint8_t *x, int wide,
                                      int32_t *sums, const int n) {
    const int8_t *w = layer->weight;
    int o, g, p, k;
    for (o = 0; o < wide; o += 64) {
        for (p = 0; p < n; p++) memset(sums + p * wide + o, 0, 64 * sizeof *sums);
        for (g = 0; g < layer->inputs; g += 2, w += 128)
            for (p = 0; p < n; p++) {
                const int16_t a = x[p * layer->inputs + g], b = x[p * layer->inputs + g + 1];
                int32_t *sum = sums + p * wide + o;
                if (!(a | b)) continue;
                for (k = 0; k < 64; k++) sum[k] += (int16_t)(a * w[k] + b * w[k + 64]);
            }
    }
}

/* sums [wide] of n rows of bytes, each so many times; NET_AHEAD more follow that count nothing */
static void summed_portable(const int8_t *table, const uint16_t *rows, const uint8_t *times, int n,
                            int wide, int32_t *sums) {
    int i, o;
    memset(sums, 0, wide * sizeof *sums);
    for (i = 0; i < n; i++) {
        const int8_t *row = table + rows[i] * wide;
        for (o = 0; o < wide; o++) sums[o] += (int16_t)(times[i] * row[o]);
    }
}

/* rows of numbers that are not zero, of negative ones `count` further on. Returns: how many */
static int used_portable(const int32_t *whole, const float *numbers, int padded, int count,
                         uint16_t *rows, uint8_t *times) {
    int n = 0, i;
    for (i = 0; i < padded; i++) {
        rows[n] = (uint16_t)(i + (numbers[i] < 0.0f ? count : 0));
        times[n] = (uint8_t)whole[i];
        n += whole[i] != 0;
    }
    return n;
}

/* which of numbers are not zero, and what they are; up to NET_SLACK more are written. Returns: how
   many */
static int list_floats_portable(const float *numbers, int size, uint16_t *places, float *values) {
    int n = 0, i;
    for (i = 0; i < size; i++) {
        places[n] = (uint16_t)i;
        values[n] = numbers[i];
        n += numbers[i] != 0.0f;
    }
    return n;
}

static float fold_portable(const float *acc) {
    float lanes[16];
    int step, i;
    memcpy(lanes, acc, sizeof lanes);
    for (step = 8; step; step /= 2)
        for (i = 0; i < step; i++) lanes[i] += lanes[i + step];
    return lanes[0];
}

/* which of values are not zero, and their values; zeros follow up to a multiple of 4 */
static int positive_portable(const float *h, int wide, int *of, float *values) {
    int n = 0, i;
    for (i = 0; i < wide; i++) {
        of[n] = i;
        values[n] = h[i];
        n += h[i] > 0.0f;
    }
    for (; n & 3; n++) of[n] = 0, values[n] = 0.0f;
    return n;
}

#include "rows.h"
#include "forward.h"
#include "backward.h"

#if NET_X86

/* AVX2: two int8 products to int16, which 7 bits times 8 never fill, then to int32 */

#define TIER(name) name##_avx2
#define TARGET __attribute__((target("avx2,fma,bmi,popcnt")))
#define W 8
#define Vec __m256
#define LOAD(p) _mm256_load_ps(p)
#define STORE(p, v) _mm256_store_ps(p, v)
#define LOADU(p) _mm256_loadu_ps(p)
#define STOREU(p, v) _mm256_storeu_ps(p, v)
#define SPLAT(x) _mm256_set1_ps(x)
#define MULADD(a, b, c) _mm256_fmadd_ps(a, b, c)
#define WHERE(x, v) _mm256_and_ps(_mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ), v)
#define PANEL 16
#define VMAX(a, b) _mm256_max_ps(a, b)
#define VMIN(a, b) _mm256_min_ps(a, b)
#define INTS(p) _mm256_cvtepi32_ps(_mm256_load_si256((const __m256i *)(p)))
#define Int __m256i
#define WHOLE(v) _mm256_cvttps_epi32(v)
#define REPEAT(x) _mm256_set1_epi32(x)
#define KEEP(p, v) _mm256_store_si256((__m256i *)(p), v)
#define BYTES(p, v) bytes_avx2(p, v)
#define LOADI(p) _mm256_load_si256((const __m256i *)(p))
#define TWO(acc, a, b) _mm256_add_epi32(acc, _mm256_madd_epi16(a, b))
#define FLOATS(v) _mm256_cvtepi32_ps(v)
#define WORDS(p, v) words_avx2(p, v)
#define MIXES 2

#define positive_avx2 positive_portable
#define used_avx2 used_portable
#define list_floats_avx2 list_floats_portable

/* acc [2] += both parts of two, interleaved */
static TARGET NET_INLINE void add_pairs(__m256i *acc, const __m256i *two, __m256i ones) {
    const __m256i low = _mm256_unpacklo_epi16(two[0], two[1]);
    const __m256i high = _mm256_unpackhi_epi16(two[0], two[1]);
    acc[0] = _mm256_add_epi32(acc[0], _mm256_madd_epi16(low, ones));
    acc[1] = _mm256_add_epi32(acc[1], _mm256_madd_epi16(high, ones));
}

/* four rows at a time; unpacked, the columns of a table lie in order (weights.py) */
static TARGET void summed_avx2(const int8_t *table, const uint16_t *rows, const uint8_t *times,
                               int n, int wide, int32_t *sums) {
    const __m256i ones = _mm256_set1_epi16(1);
    int i, j, k, o;
    for (o = 0; o < wide; o += 64) {
        __m256i acc[8];
        for (j = 0; j < 8; j++) acc[j] = _mm256_setzero_si256();
        for (i = 0; i < n; i += 4) {
            int16_t two[2];
            __m256i pair[2];
            memcpy(two, times + i, 4);
            for (k = 0; k < 2; k++) pair[k] = _mm256_set1_epi16(two[k]);
            for (j = 0; j < 2; j++) {
                __m256i low[2], high[2];
                for (k = 0; k < 2; k++) {
                    const int8_t *at = table + rows[i + 2 * k] * wide + o + 32 * j;
                    const int8_t *next = table + rows[i + 2 * k + 1] * wide + o + 32 * j;
                    const __m256i a = _mm256_load_si256((const __m256i *)at);
                    const __m256i b = _mm256_load_si256((const __m256i *)next);
                    low[k] = _mm256_maddubs_epi16(pair[k], _mm256_unpacklo_epi8(a, b));
                    high[k] = _mm256_maddubs_epi16(pair[k], _mm256_unpackhi_epi8(a, b));
                }
                add_pairs(acc + 4 * j, low, ones);
                add_pairs(acc + 4 * j + 2, high, ones);
            }
        }
        for (j = 0; j < 8; j++) _mm256_store_si256((__m256i *)(sums + o + 8 * j), acc[j]);
    }
}

static TARGET NET_INLINE uint64_t nonzero_avx2(const uint8_t *row, int count) {
    const __m256i zero = _mm256_setzero_si256();
    uint32_t low, high;
    if (count < 64) return nonzero_portable(row, count);
    low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)row), zero));
    high = _mm256_movemask_epi8(
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(row + 32)), zero));
    return ~((uint64_t)high << 32 | low);
}

static TARGET NET_INLINE float fold_eight(__m256 v) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_shuffle_ps(four, four, 1)));
}

static TARGET NET_INLINE float fold_avx2(const __m256 *acc) {
    return fold_eight(_mm256_add_ps(acc[0], acc[1]));
}

static TARGET NET_INLINE void bytes_avx2(uint8_t *p, __m256 v) {
    __m256i whole = _mm256_cvttps_epi32(v);
    __m128i half = _mm_packs_epi32(_mm256_castsi256_si128(whole),
                                   _mm256_extracti128_si256(whole, 1));
    _mm_storel_epi64((__m128i *)p, _mm_packus_epi16(half, half));
}

static TARGET NET_INLINE void words_avx2(int16_t *p, __m256i v) {
    _mm_store_si128((__m128i *)p, _mm_packs_epi32(_mm256_castsi256_si128(v),
                                                  _mm256_extracti128_si256(v, 1)));
}

static TARGET NET_INLINE void dot_n_avx2(const Layer *layer, const uint8_t *x, int wide,
                                         int32_t *sums, const int n) {
    const __m256i ones = _mm256_set1_epi16(1);
    const int8_t *block = layer->weight;
    int o, g, p, k;
    for (o = 0; o < wide; o += 16) {
        const int8_t *w = block + (o & 63) * 4;
        __m256i acc[NET_BLOCK][2];
        for (p = 0; p < n; p++) acc[p][0] = acc[p][1] = _mm256_setzero_si256();
        for (g = 0; g < layer->inputs; g += 4, w += 256)
            for (p = 0; p < n; p++) {
                int32_t four;
                __m256i in;
                memcpy(&four, x + p * layer->inputs + g, 4);
                in = _mm256_set1_epi32(four);
                for (k = 0; k < 2; k++) {
                    __m256i row = _mm256_load_si256((const __m256i *)(w + 32 * k));
                    acc[p][k] = _mm256_add_epi32(
                        acc[p][k], _mm256_madd_epi16(_mm256_maddubs_epi16(in, row), ones));
                }
            }
        for (p = 0; p < n; p++)
            for (k = 0; k < 2; k++)
                _mm256_store_si256((__m256i *)(sums + p * wide + o + 8 * k), acc[p][k]);
        if ((o & 63) == 48) block += 64 * layer->inputs;
    }
}

#include "rows.h"
#include "forward.h"
#include "backward.h"

/* AVX-512 with VNNI */

#define TIER(name) name##_vnni
#define TARGET __attribute__((target("avx2,fma,bmi,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")))
#define W 16
#define Vec __m512
#define LOAD(p) _mm512_load_ps(p)
#define STORE(p, v) _mm512_store_ps(p, v)
#define LOADU(p) _mm512_loadu_ps(p)
#define STOREU(p, v) _mm512_storeu_ps(p, v)
#define SPLAT(x) _mm512_set1_ps(x)
#define MULADD(a, b, c) _mm512_fmadd_ps(a, b, c)
#define WHERE(x, v) \
    _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_GT_OQ), v)
#define PANEL 32
#define VMAX(a, b) _mm512_max_ps(a, b)
#define VMIN(a, b) _mm512_min_ps(a, b)
#define INTS(p) _mm512_cvtepi32_ps(_mm512_load_si512(p))
#define Int __m512i
#define WHOLE(v) _mm512_cvttps_epi32(v)
#define REPEAT(x) _mm512_set1_epi32(x)
#define KEEP(p, v) _mm512_store_si512(p, v)
#define BYTES(p, v) _mm_store_si128((__m128i *)(p), _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(v)))
#define LOADI(p) _mm512_load_si512(p)
#define TWO(acc, a, b) _mm512_dpwssd_epi32(acc, a, b)
#define FLOATS(v) _mm512_cvtepi32_ps(v)
#define WORDS(p, v) _mm256_store_si256((__m256i *)(p), _mm512_cvtepi32_epi16(v))
#define MIXES 4
#define PACKED cells_packed
#define LISTED listed_packed

static TARGET NET_INLINE float fold_vnni(const __m512 *acc) {
    __m256 low = _mm512_castps512_ps256(*acc);
    __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(*acc), 1));
    return fold_eight(_mm256_add_ps(low, high));
}

static TARGET int positive_vnni(const float *h, int wide, int *of, float *values) {
    const __m512i step = _mm512_set1_epi32(16);
    __m512i at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int n = 0, i;
    for (i = 0; i < wide; i += 16, at = _mm512_add_epi32(at, step)) {
        const __m512 value = _mm512_load_ps(h + i);
        const __mmask16 kept = _mm512_cmp_ps_mask(value, _mm512_setzero_ps(), _CMP_GT_OQ);
        _mm512_storeu_si512(of + n, _mm512_maskz_compress_epi32(kept, at));
        _mm512_storeu_ps(values + n, _mm512_maskz_compress_ps(kept, value));
        n += __builtin_popcount(kept);
    }
    for (; n & 3; n++) of[n] = 0, values[n] = 0.0f;
    return n;
}

static TARGET int list_floats_vnni(const float *numbers, int size, uint16_t *places,
                                   float *values) {
    const __m512i step = _mm512_set1_epi32(16);
    __m512i at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int n = 0, i;
    for (i = 0; i < size; i += 16, at = _mm512_add_epi32(at, step)) {
        const __mmask16 within = (__mmask16)(0xFFFF >> (size - i < 16 ? 16 - (size - i) : 0));
        const __m512 value = _mm512_maskz_loadu_ps(within, numbers + i);
        const __mmask16 kept = _mm512_cmp_ps_mask(value, _mm512_setzero_ps(), _CMP_NEQ_UQ);
        const __m512i place = _mm512_maskz_compress_epi32(kept, at);
        _mm256_storeu_si256((__m256i *)(places + n), _mm512_cvtepi32_epi16(place));
        _mm512_storeu_ps(values + n, _mm512_maskz_compress_ps(kept, value));
        n += __builtin_popcount(kept);
    }
    return n;
}

/* four rows at a time, so that each product is of four */
static TARGET NET_INLINE void summed_columns_vnni(const int8_t *table, const uint16_t *rows,
                                                  const uint8_t *times, int n, int wide,
                                                  int32_t *sums, const int columns) {
    __m512i acc[16];
    int i, j, k;
    for (j = 0; j < columns / 16; j++) acc[j] = _mm512_setzero_si512();
    for (i = 0; i < n; i += 4) {
        const int8_t *at[4], *soon[4];
        int32_t four;
        __m512i in;
        for (k = 0; k < 4; k++) {
            at[k] = table + rows[i + k] * wide;
            soon[k] = table + rows[i + NET_AHEAD - 4 + k] * wide;
        }
        memcpy(&four, times + i, 4);
        in = _mm512_set1_epi32(four);
        for (j = 0; j < columns; j += 64) {
            __m512i row[4], two[4];
            for (k = 0; k < 4; k++) {
                row[k] = _mm512_load_si512(at[k] + j);
                _mm_prefetch((const char *)(soon[k] + j), _MM_HINT_T0);
            }
            two[0] = _mm512_unpacklo_epi8(row[0], row[1]);
            two[1] = _mm512_unpackhi_epi8(row[0], row[1]);
            two[2] = _mm512_unpacklo_epi8(row[2], row[3]);
            two[3] = _mm512_unpackhi_epi8(row[2], row[3]);
            for (k = 0; k < 2; k++) {
                __m512i *sum = acc + j / 16 + 2 * k;
                const __m512i low = _mm512_unpacklo_epi16(two[k], two[k + 2]);
                const __m512i high = _mm512_unpackhi_epi16(two[k], two[k + 2]);
                sum[0] = _mm512_dpbusd_epi32(sum[0], in, low);
                sum[1] = _mm512_dpbusd_epi32(sum[1], in, high);
            }
        }
    }
    for (j = 0; j < columns / 16; j++) _mm512_store_si512(sums + 16 * j, acc[j]);
}

static TARGET void summed_vnni(const int8_t *table, const uint16_t *rows, const uint8_t *times,
                               int n, int wide, int32_t *sums) {
    int o = 0;
    for (; o + 256 <= wide; o += 256)
        summed_columns_vnni(table + o, rows, times, n, wide, sums + o, 256);
    for (; o < wide; o += 64)
        summed_columns_vnni(table + o, rows, times, n, wide, sums + o, 64);
}

static TARGET int used_vnni(const int32_t *whole, const float *numbers, int padded, int count,
                            uint16_t *rows, uint8_t *times) {
    const __m512i step = _mm512_set1_epi32(16), further = _mm512_set1_epi32(count);
    __m512i at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int n = 0, i;
    for (i = 0; i < padded; i += 16, at = _mm512_add_epi32(at, step)) {
        const __m512i value = _mm512_load_si512(whole + i);
        const __m512 number = _mm512_load_ps(numbers + i);
        const __mmask16 kept = _mm512_test_epi32_mask(value, value);
        const __mmask16 below = _mm512_cmp_ps_mask(number, _mm512_setzero_ps(), _CMP_LT_OQ);
        __m512i row = _mm512_mask_add_epi32(at, below, at, further);
        row = _mm512_maskz_compress_epi32(kept, row);
        _mm256_storeu_si256((__m256i *)(rows + n), _mm512_cvtepi32_epi16(row));
        _mm_storeu_si128((__m128i *)(times + n),
                         _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32(kept, value)));
        n += __builtin_popcount(kept);
    }
    return n;
}

static TARGET NET_INLINE uint64_t nonzero_vnni(const uint8_t *row, int count) {
    const __mmask64 within = ~(uint64_t)0 >> (64 - count);
    __m512i cells = _mm512_maskz_loadu_epi8(within, row);
    return _mm512_test_epi8_mask(cells, cells);
}

/* 64 at a time, where the processor packs bytes */
static int net_packs = 0;

#define PACKS \
    __attribute__((target("avx2,fma,bmi,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")))

static const uint8_t NET_UP[64] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* the places that are kept of 64 from `at` on. Returns: how many */
static PACKS NET_INLINE int places_packed(__mmask64 kept, int at, uint16_t *cells) {
    const __m512i places = _mm512_maskz_compress_epi8(kept, _mm512_loadu_si512(NET_UP));
    const __m512i start = _mm512_set1_epi16((short)at);
    const __m256i few = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(places));
    const int count = (int)__builtin_popcountll(kept);
    _mm256_storeu_si256((__m256i *)cells, _mm256_add_epi16(few, _mm512_castsi512_si256(start)));
    if (count > 16) {
        const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(places));
        const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(places, 1));
        _mm512_storeu_si512(cells, _mm512_add_epi16(low, start));
        _mm512_storeu_si512(cells + 32, _mm512_add_epi16(high, start));
    }
    return count;
}

static PACKS int cells_packed(const uint8_t *planes, int size, uint16_t *cells) {
    int n = 0, at;
    for (at = 0; at < size; at += 64) {
        const __mmask64 within = ~(uint64_t)0 >> (size - at < 64 ? 64 - (size - at) : 0);
        const __m512i row = _mm512_maskz_loadu_epi8(within, planes + at);
        n += places_packed(_mm512_test_epi8_mask(row, row), at, cells + n);
    }
    return n;
}

static PACKS int list_bytes_packed(const uint8_t *cells, int size, uint16_t *places,
                                   uint8_t *values) {
    int n = 0, at;
    for (at = 0; at < size; at += 64) {
        const __mmask64 within = ~(uint64_t)0 >> (size - at < 64 ? 64 - (size - at) : 0);
        const __m512i row = _mm512_maskz_loadu_epi8(within, cells + at);
        const __mmask64 kept = _mm512_test_epi8_mask(row, row);
        _mm512_storeu_si512(values + n, _mm512_maskz_compress_epi8(kept, row));
        n += places_packed(kept, at, places + n);
    }
    return n;
}

/* rows of the table, how often they count, and cells of kinds that are asked for. Returns: how
   many rows; -1 where one counts more than NET_TOP or there are too many kinds */
static PACKS int listed_packed(const Net *net, Room *room, int p, int *chosen) {
    const int size = net->planes * net->places;
    const __m512i slots = _mm512_loadu_si512(room->asked[p].slot);
    __m512i most = _mm512_setzero_si512();
    int n = 0, m = 0, at, k, count;
    if (net->kind == NULL) return -1;
    for (at = 0; at < size; at += 64) {
        const __mmask64 within = ~(uint64_t)0 >> (size - at < 64 ? 64 - (size - at) : 0);
        const __m512i finer = _mm512_maskz_loadu_epi8(within, net->finer + at);
        const __m512i kind = _mm512_maskz_loadu_epi8(within, net->kind + at);
        __m512i row = _mm512_maskz_loadu_epi8(within, room->planes[p] + at);
        const __mmask64 kept = _mm512_test_epi8_mask(row, row);
        const __mmask64 none = _mm512_movepi8_mask(_mm512_permutexvar_epi8(kind, slots));
        for (k = 1; k <= NET_FINEST; k++) {
            const __mmask64 doubled = _mm512_cmpge_epu8_mask(finer, _mm512_set1_epi8((char)k));
            row = _mm512_mask_adds_epu8(row, doubled, row, row);
        }
        most = _mm512_or_si512(most, row);
        row = _mm512_maskz_compress_epi8(kept, row);
        count = places_packed(kept, at, room->rows + n);
        _mm_storeu_si128((__m128i *)(room->times + n), _mm512_castsi512_si128(row));
        if (count > 16) _mm512_storeu_si512(room->times + n, row);
        n += count;
        if (kept & ~none) m += places_packed(kept & ~none, at, room->chosen + m);
    }
    if (_mm512_movepi8_mask(most)) return -1;
    net_end(room, n);
    *chosen = m;
    return n;
}

static TARGET NET_INLINE void dot_n_vnni(const Layer *layer, const uint8_t *x, int wide,
                                         int32_t *sums, const int n) {
    const int8_t *w = layer->weight;
    int o, g, p, k;
    for (o = 0; o < wide; o += 64) {
        __m512i acc[NET_BLOCK][4], row[4];
        for (p = 0; p < n; p++)
            for (k = 0; k < 4; k++) acc[p][k] = _mm512_setzero_si512();
        for (g = 0; g < layer->inputs; g += 4, w += 256) {
            for (k = 0; k < 4; k++) row[k] = _mm512_load_si512(w + 64 * k);
            for (p = 0; p < n; p++) {
                int32_t four;
                __m512i in;
                memcpy(&four, x + p * layer->inputs + g, 4);
                in = _mm512_set1_epi32(four);
                for (k = 0; k < 4; k++) acc[p][k] = _mm512_dpbusd_epi32(acc[p][k], in, row[k]);
            }
        }
        for (p = 0; p < n; p++)
            for (k = 0; k < 4; k++) _mm512_store_si512(sums + p * wide + o + 16 * k, acc[p][k]);
    }
}

#include "rows.h"
#include "forward.h"
#include "backward.h"

#endif

/* which one */

enum { NET_TIERS = 3 };

typedef struct {
    const char *name;
    int by_row;                 /* the weights of a group of four inputs: row by row */
    int lanes;                  /* numbers of 32 bits in a register */
    void (*dot)(const Layer *, const uint8_t *, int, int, int32_t *);
    void (*forward)(const Net *, Room *, int);
    void (*sum_rows)(const Lists *, const int64_t *, int64_t, const float *, int, int, float *,
                     float *);
    void (*spread_rows)(const Lists *, const int64_t *, int64_t, const float *, int, int, int,
                        Sorting *, float *);
    void (*sum_kinds)(const Lists *, const int64_t *, int64_t, const Grid *, const int32_t *,
                      const Features *, int, float *);
    void (*spread_kinds)(const Lists *, const int64_t *, int64_t, const Grid *, const int32_t *,
                         const float *, int, const Features *);
    int (*list_bytes)(const uint8_t *, int, uint16_t *, uint8_t *);
    int (*list_floats)(const float *, int, uint16_t *, float *);
} Tier;

static const Tier NET_TIER[NET_TIERS] = {
    {"portable", 1, 1, dot_portable, forward_portable, sum_rows_portable, spread_rows_portable,
     sum_kinds_portable, spread_kinds_portable, list_bytes_portable, list_floats_portable},
#if NET_X86
    {"avx2", 0, 8, dot_avx2, forward_avx2, sum_rows_avx2, spread_rows_avx2, sum_kinds_avx2,
     spread_kinds_avx2, list_bytes_avx2, list_floats_avx2},
    {"vnni", 0, 16, dot_vnni, forward_vnni, sum_rows_vnni, spread_rows_vnni, sum_kinds_vnni,
     spread_kinds_vnni, list_bytes_vnni, list_floats_vnni},
#endif
};

typedef struct {                /* what a module that learns alone needs */
    void (*table_forward)(const Learner *);
    void (*table_backward)(const Learner *, const float *, Weights *);
    void (*forward)(const Learner *, Chunk *);
    void (*backward)(const Learner *, Chunk *, Weights *, float *);
    uint64_t (*nonzero)(const uint8_t *, int);
} Passes;

static const Passes NET_PASSES[NET_TIERS] = {
    {table_forward_portable, table_backward_portable, learner_forward_portable, learner_backward_portable,
     nonzero_portable},
#if NET_X86
    {table_forward_avx2, table_backward_avx2, learner_forward_avx2, learner_backward_avx2,
     nonzero_avx2},
    {table_forward_vnni, table_backward_vnni, learner_forward_vnni, learner_backward_vnni,
     nonzero_vnni},
#endif
};

/* the best that this processor runs; those before it run too */
static int net_best_tier(void) {
#if NET_X86
    __builtin_cpu_init();
    net_packs = __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")
        || !__builtin_cpu_supports("bmi"))
        return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
           && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni") ? 2 : 1;
#else
    return 0;
#endif
}

/* room */

/* NULL: no memory; freed as a whole */
static Room *net_room(const Net *net) {
    const size_t flat = (size_t)net->kinds * net->broad, wide = (size_t)net->wide;
    const size_t slim = (size_t)net->slim, widest = wide > slim ? wide : slim;
    const size_t all = (size_t)net->planes * net->places;
    const size_t padded = ((size_t)net->numbers + 15) / 16 * 16;
    size_t total = 0;
    const size_t room = net_part(&total, sizeof(Room));
    const size_t features = net_part(&total, NET_BLOCK * flat * sizeof(float));
    const size_t x = net_part(&total, NET_BLOCK * wide);
    const size_t sums = net_part(&total, NET_BLOCK * widest * sizeof(int32_t));
    const size_t h = net_part(&total, NET_BLOCK * widest * sizeof(float));
    const size_t listed = all * NET_PARTS + padded + NET_SLACK;
    const size_t cells = net_part(&total, (all + NET_SLACK) * sizeof(uint16_t));
    const size_t rows = net_part(&total, listed * sizeof(uint16_t));
    const size_t times = net_part(&total, listed);
    const size_t chosen = net_part(&total, (all + NET_SLACK) * sizeof(uint16_t));
    const size_t given_numbers = net_part(&total, padded * sizeof(float));
    const size_t whole = net_part(&total, padded * sizeof(int32_t));
    const size_t more = net_part(&total, wide * sizeof(int32_t));
    const size_t of = net_part(&total, (slim + 16) * sizeof(int));
    const size_t strong = net_part(&total, (slim + 16) * sizeof(float));
    const size_t context = net_part(&total, (size_t)net->broad * sizeof(float));
    const size_t mixed = net_part(&total, NET_CODES * (size_t)net->broad * sizeof(int16_t));
    const size_t planes = net_part(&total, NET_BLOCK * all);
    const size_t numbers = net_part(&total, NET_BLOCK * (size_t)net->numbers * sizeof(float));
    char *base = net_block(total);
    Room *made;
    if (base == NULL) return NULL;
    made = (Room *)(base + room);
    made->features = (float *)(base + features);
    made->x = (uint8_t *)(base + x);
    made->sums = (int32_t *)(base + sums);
    made->h = (float *)(base + h);
    made->cells = (uint16_t *)(base + cells);
    made->rows = (uint16_t *)(base + rows);
    made->times = (uint8_t *)(base + times);
    made->chosen = (uint16_t *)(base + chosen);
    made->given = (float *)(base + given_numbers);
    made->whole = (int32_t *)(base + whole);
    made->more = (int32_t *)(base + more);
    made->of = (int *)(base + of);
    made->strong = (float *)(base + strong);
    made->context = (float *)(base + context);
    made->mixed = (int16_t *)(base + mixed);
    made->own_planes = (uint8_t *)(base + planes);
    made->own_numbers = (float *)(base + numbers);
    return made;
}

static void net_free(Room *room) {
    if (room != NULL) net_done(room);
}

/* what the logits say */

/* the likeliest action, the lowest of those that are as likely */
static int net_likeliest(const Room *room, int p) {
    const float *logits = room->logits[p];
    int best = -1, half, a;
    uint64_t bits;
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            a = 64 * half + bits_lowest(bits);
            if (best < 0 || logits[a] > logits[best]) best = a;
        }
    return best;
}

/* shares [NET_ACTIONS] of legal actions, the likeliest having 1. Returns: their sum */
static double net_shares(const Room *room, int p, double *shares) {
    const float *logits = room->logits[p];
    const float most = logits[net_likeliest(room, p)];
    double total = 0;
    uint64_t bits;
    int half, a;
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            a = 64 * half + bits_lowest(bits);
            shares[a] = exp((double)(logits[a] - most));
            total += shares[a];
        }
    return total;
}

/* an action by its probability; unit: in [0, 1) */
static int net_drawn(const Room *room, int p, double unit) {
    double shares[NET_ACTIONS], below = 0;
    const double mark = unit * net_shares(room, p, shares);
    uint64_t bits;
    int half, a;
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            a = 64 * half + bits_lowest(bits);
            below += shares[a];
            if (below > mark) return a;
        }
    return net_likeliest(room, p);  /* rounding alone leads here */
}

/* as net_drawn, with `floor` of the probability shared evenly by the legal ones of `lifted`.
   share: the probability of what was drawn */
static int net_drawn_lifted(const Room *room, int p, double unit, double floor,
                            const uint64_t *lifted, double *share) {
    double shares[NET_ACTIONS], below = 0, own, even = 0;
    const double total = net_shares(room, p, shares);
    const uint64_t *legal = room->legal[p];
    int half, a, last = -1, count = 0;
    uint64_t bits;
    for (half = 0; half < 2; half++)
        for (bits = legal[half] & lifted[half]; bits; bits &= bits - 1) count++;
    if (count) even = floor / count;
    for (half = 0; half < 2; half++)
        for (bits = legal[half]; bits; bits &= bits - 1) {
            a = 64 * half + bits_lowest(bits);
            own = (count ? 1 - floor : 1) * shares[a] / total;
            if (lifted[half] >> (a & 63) & 1) own += even;
            below += own;
            if (own > 0) last = a, *share = own;
            if (own > 0 && below > unit) return a;
        }
    return last;  /* rounding alone leads here */
}

/* the mean of each of a critic's two heads */
static void net_values(const Net *net, const Room *room, int p, float *out) {
    int k, b;
    for (k = 0; k < 2; k++) {
        const float *logits = room->logits[p] + k * net->bins, *bin = net->bin + k * net->bins;
        double total = 0, sum = 0;
        float most = logits[0];
        for (b = 1; b < net->bins; b++) most = logits[b] > most ? logits[b] : most;
        for (b = 0; b < net->bins; b++) {
            const double share = expf(logits[b] - most);
            total += share;
            sum += share * bin[b];
        }
        out[k] = net->bins == 1 ? logits[0] * bin[0] : (float)(sum / total);
    }
}

/* out [NET_ACTIONS]; masked where illegal */
static void net_log_policy(const Room *room, int p, float masked, float *out) {
    double shares[NET_ACTIONS];
    const float *logits = room->logits[p];
    const float most = logits[net_likeliest(room, p)];
    const float rest = (float)log(net_shares(room, p, shares));
    int a;
    for (a = 0; a < NET_ACTIONS; a++)
        out[a] = room->legal[p][a >> 6] >> (a & 63) & 1 ? logits[a] - most - rest : masked;
}

#endif
