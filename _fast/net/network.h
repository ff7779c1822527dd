/* A network folded for one rule set, policy or critic, and the room that evaluating it needs.

   `wide` and `slim` are the two hidden layers padded to a multiple of 64 with zeros, `broad` the
   channels of a kind padded to one of 16.  Weights in int8 lie as [outputs / 64][inputs / 4][64][4]. */
#ifndef SHUGI_NETWORK_H
#define SHUGI_NETWORK_H

#include <stdint.h>

enum { NET_BLOCK = 4, NET_ACTIONS = 128, NET_CODES = 64,
       NET_USUAL = 32 /* channels that code is written out for */,
       NET_FINEST = 6 /* times that a row may be doubled */,
       NET_TOP = 127, NET_PARTS = 129 /* that times NET_TOP make a byte doubled that often */,
       NET_SLACK = 64 /* entries past the end of a list that may be written */,
       NET_AHEAD = 8 /* rows that follow a list and count nothing */,
       NET_FINER = 4095 /* what the largest feature of a kind becomes */ };

typedef struct {
    int8_t *weight;
    float *scale;               /* [wide]: of an output's row */
    int inputs;
} Layer;

typedef struct {                /* positions, each a list of the places that are not zero */
    const int64_t *start;       /* [positions + 1] */
    const uint16_t *place;
    const uint8_t *bytes;       /* values; NULL: floats has them */
    const float *floats;
} Lists;

typedef struct {
    uint16_t plane, kind;       /* kind == kinds: a place that is not looked at */
} Cell;

typedef struct {                /* which places of the planes are looked at */
    const Cell *at;             /* [planes * places] */
    int kinds;
} Grid;

typedef struct {                /* what the features of a kind are made of, or the gradients of it */
    float *table;               /* [planes][wide] */
    float *which;               /* [kinds][wide] */
    float *context;             /* [positions][wide] */
} Features;

typedef struct {                /* the kinds of legal tiles */
    int count;
    uint8_t kind[NET_CODES];    /* of the first `count` */
    int8_t slot[NET_CODES + 1]; /* by kind, where it is among them; -1: it is not */
} Asked;

typedef struct {
    int hidden, wide, last, slim, channels, broad;
    int kinds, first;           /* places that are looked at, from the first on */
    int planes, places, numbers;
    float epsilon;              /* of the layer norm */
    float *which;               /* [kinds][broad], the bias within; NULL: no features of kinds */
    Cell *at;                   /* [planes * places] */
    float *cell;                /* [planes][broad]: of one cell with value 1 */
    Layer second;
    int8_t *table;              /* [planes * places][wide]: the first layer; columns as the kernel
                                   wants them, see weights.py */
    uint8_t *finer;             /* [planes * places]: a row counts doubled that often */
    uint8_t *kind;              /* [planes * places]: the same as in `at`, where there are fewer
                                   than NET_CODES; NULL: more */
    float *unit;                /* [wide]: what one stands for in sums of the first layer */
    float *start;               /* [wide]: biases, and what the rules add */
    float *number_size;         /* [numbers, padded to 16]: of each, its largest weight */
    int8_t *number;             /* [2 * numbers][wide], then the same negative; as in `table` */
    float *number_unit;         /* [wide]: what one stands for in sums of them */
    float *gain, *shift;        /* [wide]: of the layer norm and of the rules */
    float *second_bias;         /* [slim] */
    float *head;                /* [NET_ACTIONS][slim]; of a critic [slim][heads] */
    float *head_bias;
    int bins, heads;            /* of a critic: numbers of each head, and all, padded to 32 */
    float *bin;                 /* [2][bins]: what they stand for; NULL: a policy */
    float *context;             /* [slim][broad] */
    float *context_bias;
    int16_t *mix;               /* [broad / 2][broad][2], by pairs of inputs */
    float *mix_unit;            /* [broad]: what one stands for in sums of them */
    float *mix_bias;
    float *out;                 /* [2][broad]: the plain copy of a kind, and one that differs */
    float out_bias[2];
    int8_t place[NET_CODES];    /* of each code among the kinds; -1: none */
    uint8_t copy[NET_CODES];
} Net;

typedef struct {                /* up to NET_BLOCK positions that share the weights */
    float logits[NET_BLOCK][NET_ACTIONS];  /* of legal actions, or of a critic's bins; comes first */
    const uint8_t *planes[NET_BLOCK];
    const float *numbers[NET_BLOCK];
    uint64_t legal[NET_BLOCK][2];
    float *features;            /* [NET_BLOCK][kinds * broad]: those of legal tiles, one after another */
    uint8_t *x;                 /* [NET_BLOCK][wide] */
    int32_t *sums;              /* [NET_BLOCK][wide or slim] */
    float *h;                   /* [NET_BLOCK][wide or slim] */
    uint16_t *cells;            /* those that are not zero */
    uint16_t *rows;             /* of the table, or of the numbers */
    uint8_t *times;             /* how often each counts, up to NET_TOP */
    uint16_t *chosen;           /* [planes * places + NET_SLACK]: cells of asked kinds */
    float *given;               /* [numbers, padded]: of one position, times `number_size` */
    int32_t *whole;             /* the same, of the largest of them */
    int32_t *more;              /* [wide]: what they add to the first layer */
    int *of;                    /* [slim + 16]: hidden units that are not zero */
    float *strong;              /* [slim + 16]: theirs */
    float *context;             /* [broad]: what a position adds to its kinds */
    int16_t *mixed;             /* [NET_CODES][broad]: the kinds with that */
    Asked asked[NET_BLOCK];
    uint8_t *own_planes;        /* [NET_BLOCK][planes * places] */
    float *own_numbers;         /* [NET_BLOCK][numbers] */
} Room;

#endif
