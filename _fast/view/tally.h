/* Tiles counted by kind, without a count that is read and written again for each of them. */
#ifndef SHUGI_TALLY_H
#define SHUGI_TALLY_H

#include "core/lanes.h"

enum {
    TALLY_ROOM = 48,    /* bytes of a count by kind: places behind the kinds are for what has none */
    TALLY_ROW = 64,     /* ... in a table */
    TALLY_CODES = 64,
    TALLY_KINDS = 34
};

static uint8_t tally_one[TALLY_CODES][TALLY_ROW];   /* by code: all bits at its place */

/* place: of each code */
static inline void tally_begin(const uint8_t *place) {
    int i;
    for (i = 0; i < TALLY_CODES; i++) tally_one[i][place[i]] = 255;
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

/* planes: one for each level, with 1 at the kinds of which there are more than that, 0 at the others */
static inline void tally_levels(const uint8_t *kinds, int levels, uint8_t *planes) {
    uint8_t last[16] = {0};
    Lanes a, b, c;
    int i;
    memcpy(last, kinds + 32, TALLY_KINDS - 32);
    a = lanes_of(kinds), b = lanes_of(kinds + 16), c = lanes_of(last);
    for (i = 0; i < levels; i++)
        tally_put(planes + i * TALLY_KINDS, lanes_above(a, i), lanes_above(b, i),
                  lanes_above(c, i));
}

#endif
