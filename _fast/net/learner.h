/* A network in floats, as it learns: weights, and what they make of a few decisions.

   Sizes are padded as in network.h, with zeros. Rows of `wide` and `slim` numbers lie `pitch` and
   `step` apart: a little more, or columns of a product would share few places of the cache. */
#ifndef SHUGI_LEARNER_H
#define SHUGI_LEARNER_H

enum { NET_CHUNK = NET_TILE /* decisions that both passes see at once */,
       NET_ROWS = 6 /* of a product, worked out together */,
       NET_APART = 16, NET_LISTS = 3, NET_TERMS = 3 };

typedef struct {                /* weights, or gradients of them */
    float *features;            /* [planes, the hidden ones behind][broad]: of each kind */
    float *tiles;               /* [wide][kinds][broad]: the first layer of them */
    float *bias, *norm, *norm_bias;     /* [wide] */
    float *terms;               /* [lots][NET_TERMS][pitch] of the rules: offset, gain, shift */
    float *second;              /* [slim][pitch] */
    float *second_bias;         /* [slim] */
    float *head;                /* [heads][step] */
    float *head_bias;           /* [heads] */
    float *cells;               /* [planes][broad]; NULL, and all that follow: no tile head */
    float *which;               /* [kinds][broad] */
    float *context;             /* [broad][step] */
    float *context_bias;        /* [broad] */
    float *mix;                 /* [broad][broad] */
    float *mix_bias;            /* [broad] */
    float *out;                 /* [2][broad] */
    float *out_bias;            /* [2] */
} Weights;

typedef struct {
    int hidden, wide, pitch, slim, step, broad;
    int heads;                  /* NET_ACTIONS, or the numbers of a critic, padded to 32 */
    int rows, first[NET_LISTS]; /* of the table, and where those of each kind of lists begin */
    int planes[NET_LISTS];      /* of each kind of lists; 0: it is no planes */
    int places, from;           /* of a plane, and the first that is a kind */
    float epsilon;              /* of the layer norm */
    Grid grid;
    int8_t place[NET_CODES];    /* of each code among the kinds; -1: none */
    uint8_t copy[NET_CODES];
    float *table;               /* [wide / NET_COLUMNS][rows][NET_COLUMNS] */
    Weights weights;
    float *tiles;               /* [kinds][broad][pitch], and so on: weights turned round */
    float *second;              /* [wide][step] */
    float *head;                /* [slim][heads], of a critic */
    float *context;             /* [slim][broad] */
    float *mix;                 /* [broad][broad] */
} Learner;

typedef struct {                /* some decisions in the passes */
    int count, asked;
    const int32_t *lot;         /* [count] */
    uint64_t legal[NET_CHUNK][2];
    Asked kinds[NET_CHUNK];     /* of each decision */
    int base[NET_CHUNK];        /* the first row of its kinds */
    Lists lists;                /* the decisions, as rows of the table */
    int64_t *start;             /* the same, to be written */
    int64_t stop[NET_CHUNK];    /* where the planes end */
    uint16_t *place;
    float *value;
    int64_t own[NET_CHUNK];     /* 0, 1, 2, ... */
    float root[NET_CHUNK];      /* of the layer norm */
    float *x, *h, *dx;          /* [count][pitch]: the normed first layer, what it gives */
    float *last, *dlast;        /* [count][step]: the second */
    float *said, *dsaid;        /* [count][heads] */
    float *context, *dcontext;  /* [count][broad] */
    float *mixed, *dmixed;      /* [asked][broad]: features of kinds */
    float *kind, *dkind;        /* [asked][broad]: what the tile head's last layer reads */
    Sorting *sorting;
} Chunk;

typedef struct {                /* c [rows][columns] = a b, or += */
    const float *a;             /* (i, k) lies at i * down + k * across */
    int down, across;
    const float *b;             /* [depth][apart] */
    int apart;
    float *c;                   /* [rows][further] */
    int further;
    int rows, columns, depth, more;
} Product;

/* b [columns][further] = a [rows][apart] turned round */
static void net_turned(const float *a, int apart, int rows, int columns, float *b, int further) {
    int r, c, i, j;
    for (r = 0; r < rows; r += 16)
        for (c = 0; c < columns; c += 16)
            for (i = r; i < rows && i < r + 16; i++)
                for (j = c; j < columns && j < c + 16; j++)
                    b[(size_t)j * further + i] = a[(size_t)i * apart + j];
}

/* weights that a pass reads turned round */
static void learner_turned(const Learner *net) {
    const Weights *w = &net->weights;
    const int flat = net->grid.kinds * net->broad;
    net_turned(w->tiles, flat, net->wide, flat, net->tiles, net->pitch);
    net_turned(w->second, net->pitch, net->slim, net->wide, net->second, net->step);
    if (w->cells == NULL) {
        net_turned(w->head, net->step, net->heads, net->slim, net->head, net->heads);
        return;
    }
    net_turned(w->context, net->step, net->broad, net->slim, net->context, net->broad);
    net_turned(w->mix, net->broad, net->broad, net->broad, net->mix, net->broad);
}

/* what was seen at the picked decisions, in rows of the table */
static void chunk_read(const Learner *net, const Lists *const *lists, const int64_t *picks,
                       Chunk *chunk) {
    int64_t n = 0, i;
    int d, k;
    for (d = 0; d < chunk->count; d++) {
        chunk->start[d] = n;
        for (k = 0; k < NET_LISTS && lists[k] != NULL; k++) {
            for (i = lists[k]->start[picks[d]]; i < lists[k]->start[picks[d] + 1]; i++) {
                chunk->place[n] = (uint16_t)(net->first[k] + lists[k]->place[i]);
                chunk->value[n++] = rows_value(lists[k], i);
            }
            if (k == 0) chunk->stop[d] = n;
        }
    }
    chunk->start[d] = n;
}

static void chunk_free(Chunk *chunk) {
    if (chunk == NULL) return;
    if (chunk->sorting != NULL) rows_done(chunk->sorting);
    net_done(chunk);
}

/* NULL: no memory */
static Chunk *chunk_room(const Learner *net) {
    const size_t number = NET_CHUNK * sizeof(float), entries = NET_CHUNK * (size_t)net->rows;
    const size_t wide = number * net->pitch, slim = number * net->step;
    const size_t broad = number * net->broad, kinds = broad * net->grid.kinds;
    const struct { size_t member, bytes; } parts[] = {
        {offsetof(Chunk, start), (NET_CHUNK + 1) * sizeof(int64_t)},
        {offsetof(Chunk, place), entries * sizeof(uint16_t)},
        {offsetof(Chunk, value), entries * sizeof(float)},
        {offsetof(Chunk, x), wide}, {offsetof(Chunk, h), wide}, {offsetof(Chunk, dx), wide},
        {offsetof(Chunk, last), slim}, {offsetof(Chunk, dlast), slim},
        {offsetof(Chunk, said), number * net->heads}, {offsetof(Chunk, dsaid), number * net->heads},
        {offsetof(Chunk, context), broad}, {offsetof(Chunk, dcontext), broad},
        {offsetof(Chunk, mixed), kinds}, {offsetof(Chunk, dmixed), kinds},
        {offsetof(Chunk, kind), kinds}, {offsetof(Chunk, dkind), kinds},
    };
    size_t total = 0, i;
    Chunk *made;
    void *at;
    net_part(&total, sizeof *made);
    for (i = 0; i < sizeof parts / sizeof *parts; i++) net_part(&total, parts[i].bytes);
    if ((made = net_block(total)) == NULL) return NULL;
    total = 0;
    net_part(&total, sizeof *made);
    for (i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = (char *)made + net_part(&total, parts[i].bytes);
        memcpy((char *)made + parts[i].member, &at, sizeof at);
    }
    for (i = 0; i < NET_CHUNK; i++) made->own[i] = (int64_t)i;
    made->lists = (Lists){made->start, made->place, NULL, made->value};
    if ((made->sorting = rows_sorting(net->rows)) == NULL) {
        chunk_free(made);
        return NULL;
    }
    return made;
}

#endif
