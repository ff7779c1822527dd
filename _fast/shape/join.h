/* The cheapest way to share sets and a pair between two parts of a hand. */
#ifndef SHUGI_JOIN_H
#define SHUGI_JOIN_H

#include "core/lanes.h"

typedef struct {    /* costs of m sets in some of the groups (byte m), without and with the pair */
    uint64_t plain;
    uint64_t paired;
} Part;

#define JOIN_ONES UINT64_C(0x0101010101010101)

static inline Lanes join_cost(uint64_t costs) { /* of the lowest byte, in every byte */
    const uint64_t each = (costs & 0xFF) * JOIN_ONES;
    return lanes_pair(each, each);
}

/* infinite: the cost of what cannot be */
static inline Part part_join(Part a, Part b, int sets, uint64_t infinite) {
    /* m sets of a beside b, and m sets of a and its pair beside b: halves as in a part */
    Lanes beside = lanes_pair(b.plain, b.paired);
    Lanes below = lanes_pair(infinite * JOIN_ONES, b.plain);
    Lanes best = lanes_least(lanes_plus(beside, join_cost(a.plain)),
                             lanes_plus(below, join_cost(a.paired)));
    Part out;
    int m;
    for (m = 1; m <= sets; m++) {
        a.plain >>= 8, a.paired >>= 8;
        beside = lanes_up(beside, infinite);
        below = lanes_up(below, infinite);
        best = lanes_least(best, lanes_least(lanes_plus(beside, join_cost(a.plain)),
                                             lanes_plus(below, join_cost(a.paired))));
    }
    memcpy(&out, &best, sizeof out);
    return out;
}

#endif
