/* What one tile less in a group changes for all groups, sixteen lanes at once. */
#ifndef SHUGI_STEPS_H
#define SHUGI_STEPS_H

#include "core/lanes.h"
#include "shape/join.h"

enum { STEPS_LANES = 6 };    /* as many sets, and none */

typedef struct {             /* a part against which many are joined: each of its costs everywhere */
    Lanes plain[STEPS_LANES], paired[STEPS_LANES];
} Spread;

typedef struct {             /* a part to be joined: it leaves m of the sets to the other */
    Lanes beside[STEPS_LANES], below[STEPS_LANES];
} Shifted;

typedef struct {             /* a group whose costs are added to those of the others */
    Lanes costs;             /* beside a pair, then without one */
    Lanes lowered;           /* in each of them the kinds that lower it, by place */
    uint64_t ninth;          /* the same of the ninth kind, as nibbles */
} Facing;

static inline void steps_spread(Part part, int sets, Spread *out) {
    int m;
    for (m = 0; m <= sets; m++, part.plain >>= 8, part.paired >>= 8)
        out->plain[m] = join_cost(part.plain), out->paired[m] = join_cost(part.paired);
}

static inline void steps_shifted(Part part, int sets, uint64_t infinite, Shifted *out) {
    int m;
    out->beside[0] = lanes_pair(part.plain, part.paired);
    out->below[0] = lanes_pair(infinite * JOIN_ONES, part.plain);
    for (m = 1; m <= sets; m++) {
        out->beside[m] = lanes_up(out->beside[m - 1], infinite);
        out->below[m] = lanes_up(out->below[m - 1], infinite);
    }
}

/* as part_join */
static inline Lanes steps_join(const Spread *a, const Shifted *b, int sets) {
    Lanes best = lanes_least(lanes_plus(b->beside[0], a->plain[0]),
                             lanes_plus(b->below[0], a->paired[0]));
    int m;
    for (m = 1; m <= sets; m++)
        best = lanes_least(best, lanes_least(lanes_plus(b->beside[m], a->plain[m]),
                                             lanes_plus(b->below[m], a->paired[m])));
    return best;
}

/* places of the kinds that lower a lane in which group and others lack `now` together;
   used: bytes of ones in the lanes that count */
static inline uint32_t steps_places(const Facing *group, Lanes others, int now, uint64_t used) {
    const uint64_t same = (uint64_t)now * JOIN_ONES;
    const Lanes at = lanes_and(lanes_same(lanes_plus(group->costs, others), lanes_pair(same, same)),
                               lanes_pair(used, used));
    const Lanes near = lanes_and(at, group->lowered);
    uint64_t half[2], kinds[2], places;
    memcpy(half, &at, sizeof half);
    memcpy(kinds, &near, sizeof kinds);
    places = kinds[0] | kinds[1];
    places |= places >> 32;
    places |= places >> 16;
    places |= places >> 8;
    half[0] = (half[0] & JOIN_ONES) << 4 | (half[1] & JOIN_ONES);
    return (uint32_t)(places & 0xFF) | (uint32_t)((group->ninth & half[0]) != 0) << 8;
}

#endif
