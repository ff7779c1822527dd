/* Tiles counted by kind, without a count that is read and written again for each of them. */
#ifndef SHUGI_TALLY_H
#define SHUGI_TALLY_H

#include "core/lanes.h"

enum {
    TALLY_ROOM = 48,    /* bytes of a count by kind: places behind the kinds are for what has none */
    TALLY_CODES = 64,
    TALLY_KINDS = 34,
    TALLY_RECENT = 8    /* discards of a river that are told by their age */
};

static uint8_t tally_one[TALLY_CODES + 1][TALLY_ROOM];      /* by code: all bits at its place; last: none */
static uint8_t tally_each[TALLY_RECENT + 1][16];            /* a number in every byte */

/* place: of each code */
static inline void tally_begin(const uint8_t *place) {
    int i;
    for (i = 0; i < TALLY_CODES; i++) tally_one[i][place[i]] = 255;
    for (i = 0; i <= TALLY_RECENT; i++) memset(tally_each[i], i, 16);
}

static inline void tally_put(uint8_t *kinds, Lanes a, Lanes b, Lanes c) {
    uint8_t last[16];
    lanes_put(kinds, a);
    lanes_put(kinds + 16, b);
    lanes_put(last, c);
    memcpy(kinds + 32, last, TALLY_KINDS - 32);
}

/* kinds: 34 counts of the codes.  They are added to sum, which has TALLY_ROOM bytes. */
static inline void tally_codes(const uint8_t *codes, int n, uint8_t *kinds, uint8_t *sum) {
    Lanes a = LANES_NONE, b = LANES_NONE, c = LANES_NONE;
    int i;
    for (i = 0; i < n; i++) {
        const uint8_t *one = tally_one[codes[i]];
        a = lanes_minus(a, lanes_of(one));
        b = lanes_minus(b, lanes_of(one + 16));
        c = lanes_minus(c, lanes_of(one + 32));
    }
    tally_put(kinds, a, b, c);
    lanes_put(sum, lanes_plus(lanes_of(sum), a));
    lanes_put(sum + 16, lanes_plus(lanes_of(sum + 16), b));
    lanes_put(sum + 32, lanes_plus(lanes_of(sum + 32), c));
}

/* marked: of the codes, those whose flag is set (two to a byte, low half first).  recent: the last
   of them by age, TALLY_RECENT the newest. */
static inline void tally_river(const uint8_t *codes, const uint8_t *flags, int flag, int n,
                               uint8_t *marked, uint8_t *recent) {
    Lanes a = LANES_NONE, b = LANES_NONE, c = LANES_NONE;
    int i;
    for (i = 0; i < n; i++) {
        const int set = flags[i >> 1] >> 4 * (i & 1) & flag;
        const uint8_t *one = tally_one[set ? codes[i] : TALLY_CODES];
        a = lanes_minus(a, lanes_of(one));
        b = lanes_minus(b, lanes_of(one + 16));
        c = lanes_minus(c, lanes_of(one + 32));
    }
    tally_put(marked, a, b, c);
    a = b = c = LANES_NONE;
    for (i = n < TALLY_RECENT ? 0 : n - TALLY_RECENT; i < n; i++) {
        const uint8_t *one = tally_one[codes[i]];
        const Lanes age = lanes_of(tally_each[TALLY_RECENT + 1 - (n - i)]);
        a = lanes_most(a, lanes_and(age, lanes_of(one)));
        b = lanes_most(b, lanes_and(age, lanes_of(one + 16)));
        c = lanes_most(c, lanes_and(age, lanes_of(one + 32)));
    }
    tally_put(recent, a, b, c);
}

#endif
