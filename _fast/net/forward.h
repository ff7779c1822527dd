/* The forward pass, included once for each kind of processor (tiers.h).

   Sums of floats have the same order everywhere, so that every kind rounds alike: 64 lanes, or 4
   chains, and then a tree. */

/* where the cells lie that are not zero; up to NET_SLACK more are written. Returns: how many */
static TARGET int TIER(cells)(const uint8_t *planes, int size, uint16_t *cells) {
    int n = 0, at, i;
#ifdef PACKED
    if (net_packs) return PACKED(planes, size, cells);
#endif
    for (at = 0; at < size; at += 64) {
        uint64_t bits = TIER(nonzero)(planes + at, size - at < 64 ? size - at : 64);
        do {  /* four at a time whether they are there or not: few jumps */
            for (i = 0; i < 4; i++) {
                cells[n] = (uint16_t)(at + (bits ? bits_lowest(bits) : 0));
                n += bits != 0;
                bits &= bits - 1;
            }
        } while (bits);
    }
    return n;
}

/* the same, with the values there */
static TARGET int TIER(list_bytes)(const uint8_t *cells, int size, uint16_t *places,
                                   uint8_t *values) {
    int n, i;
#ifdef PACKED
    if (net_packs) return list_bytes_packed(cells, size, places, values);
#endif
    n = TIER(cells)(cells, size, places);
    for (i = 0; i < n; i++) values[i] = cells[places[i]];
    return n;
}

/* rows of the table, and the cells of kinds that are asked for. Returns: how many rows */
static TARGET int TIER(listed)(const Net *net, Room *room, int p, int *chosen) {
    const Asked *asked = &room->asked[p];
    int n, i, m = 0;
#ifdef LISTED
    if (net_packs && (n = LISTED(net, room, p, chosen)) >= 0) return n;
#endif
    n = TIER(cells)(room->planes[p], net->planes * net->places, room->cells);
    for (i = 0; asked->count && i < n; i++) {
        room->chosen[m] = room->cells[i];
        m += asked->slot[net->at[room->cells[i]].kind] >= 0;
    }
    *chosen = m;
    return net_times(net, room->planes[p], n, room);
}

/* features of kinds that are asked for, one after another, of `chosen` cells */
static TARGET NET_INLINE void TIER(features_asked)(const Net *net, const Room *room, int p, int n,
                                                   float *features, const int broad) {
    const uint8_t *planes = room->planes[p];
    const Asked *asked = &room->asked[p];
    int i, c;
    for (i = 0; i < asked->count; i++)
        memcpy(features + i * broad, net->which + asked->kind[i] * broad, broad * sizeof *features);
    for (i = 0; i < n; i++) {
        const int cell = room->chosen[i];
        const Cell at = net->at[cell];
        const Vec value = SPLAT((float)planes[cell]);
        const float *row = net->cell + at.plane * broad;
        float *kept = features + asked->slot[at.kind] * broad;
        for (c = 0; c < broad; c += W) STORE(kept + c, LOAD(kept + c) + value * LOAD(row + c));
    }
}

/* sums of the first layer, and features of kinds that are asked for */
static TARGET void TIER(first)(const Net *net, Room *room, int p) {
    float *features = room->features + p * net->kinds * net->broad;
    int chosen, n;
    net_asked(net->place, net->bin == NULL ? room->legal[p][0] : 0, &room->asked[p]);
    n = TIER(listed)(net, room, p, &chosen);
    TIER(summed)(net->table, room->rows, room->times, n, net->wide, room->sums + p * net->wide);
    if (net->which == NULL) return;
    if (net->broad == NET_USUAL)
        TIER(features_asked)(net, room, p, chosen, features, NET_USUAL);
    else
        TIER(features_asked)(net, room, p, chosen, features, net->broad);
}

static TARGET NET_INLINE Vec TIER(size)(Vec number) {
    return VMAX(number, SPLAT(0.0f) - number);
}

static TARGET NET_INLINE float TIER(greatest)(Vec found) {
    float lanes[W], top = 0.0f;
    int i;
    memcpy(lanes, &found, sizeof lanes);
    for (i = 0; i < W; i++) top = lanes[i] > top ? lanes[i] : top;
    return top;
}

/* ReLU in place, and the same in 0..127. Returns: what stands for one */
static TARGET float TIER(quantise)(float *values, int count, uint8_t *x) {
    Vec most = SPLAT(0.0f), factor;
    float top;
    int i;
    for (i = 0; i < count; i += W) {
        const Vec value = VMAX(LOAD(values + i), SPLAT(0.0f));
        STORE(values + i, value);
        most = VMAX(value, most);
    }
    top = TIER(greatest)(most);
    factor = SPLAT(top > 1e-30f ? 127.0f / top : 0.0f);
    for (i = 0; i < count; i += W)
        BYTES(x + i, VMIN(LOAD(values + i) * factor + SPLAT(0.5f), SPLAT(127.5f)));
    return top / 127.0f;
}

static TARGET void TIER(dot)(const Layer *layer, const uint8_t *x, int wide, int count,
                             int32_t *sums) {
    switch (count) {
        case 1: TIER(dot_n)(layer, x, wide, sums, 1); break;
        case 2: TIER(dot_n)(layer, x, wide, sums, 2); break;
        case 3: TIER(dot_n)(layer, x, wide, sums, 3); break;
        default: TIER(dot_n)(layer, x, wide, sums, 4); break;
    }
}

/* 64 lanes to 16 */
static TARGET NET_INLINE void TIER(halved)(Vec *acc) {
    int j;
    for (j = 0; j < 32 / W; j++) acc[j] = acc[j] + acc[j + 32 / W];
    for (j = 0; j < 16 / W; j++) acc[j] = acc[j] + acc[j + 16 / W];
}

static TARGET NET_INLINE float TIER(total)(Vec *acc) {
    TIER(halved)(acc);
    return TIER(fold)(acc);
}

static TARGET NET_INLINE void TIER(products)(const float *a, const float *b, int wide, Vec *acc) {
    int o, j;
    for (j = 0; j < 64 / W; j++) acc[j] = SPLAT(0.0f);
    for (o = 0; o < wide; o += 64)
        for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + LOAD(a + o + j * W) * LOAD(b + o + j * W);
}

static TARGET NET_INLINE float TIER(product)(const float *a, const float *b, int wide) {
    Vec acc[64 / W];
    TIER(products)(a, b, wide, acc);
    return TIER(total)(acc);
}

/* what the numbers add to the first layer, in whole numbers. Returns: what stands for one */
static TARGET float TIER(number_sum)(const Net *net, Room *room, int p) {
    const int padded = (net->numbers + 15) / 16 * 16;
    float *given = room->given;
    Vec most = SPLAT(0.0f), factor;
    float top;
    int i, n;
    memcpy(given, room->numbers[p], net->numbers * sizeof *given);
    for (i = 0; i < padded; i += W) {
        STORE(given + i, LOAD(given + i) * LOAD(net->number_size + i));
        most = VMAX(TIER(size)(LOAD(given + i)), most);
    }
    top = TIER(greatest)(most);
    factor = SPLAT(top > 1e-30f ? NET_TOP / top : 0.0f);
    for (i = 0; i < padded; i += W) {
        const Vec size = TIER(size)(LOAD(given + i)) * factor + SPLAT(0.5f);
        KEEP(room->whole + i, WHOLE(VMIN(size, SPLAT(NET_TOP + 0.5f))));
    }
    n = TIER(used)(room->whole, given, padded, net->numbers, room->rows, room->times);
    net_end(room, n);
    TIER(summed)(net->number, room->rows, room->times, n, net->wide, room->more);
    return top / NET_TOP;
}

/* the first layer: tiles, numbers, biases */
static TARGET void TIER(joined)(const Net *net, Room *room, int p) {
    const Vec of_numbers = SPLAT(TIER(number_sum)(net, room, p));
    const int32_t *sums = room->sums + p * net->wide;
    float *h = room->h + p * net->wide;
    int o;
    for (o = 0; o < net->wide; o += W)
        STORE(h + o, LOAD(net->start + o) + INTS(sums + o) * LOAD(net->unit + o)
                         + INTS(room->more + o) * (LOAD(net->number_unit + o) * of_numbers));
}

/* layer norm, and what the rules make of it */
static TARGET void TIER(normed)(const Net *net, float *h) {
    const int wide = net->wide;
    Vec acc[64 / W];
    float mean, root;
    int o, j;
    for (j = 0; j < 64 / W; j++) acc[j] = SPLAT(0.0f);
    for (o = 0; o < wide; o += 64)
        for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + LOAD(h + o + j * W);
    mean = TIER(total)(acc) / (float)net->hidden;
    for (o = 0; o < wide; o += W) STORE(h + o, LOAD(h + o) - SPLAT(mean));
    for (o = net->hidden; o < wide; o++) h[o] = 0.0f;
    root = 1.0f / sqrtf(TIER(product)(h, h, wide) / (float)net->hidden + net->epsilon);
    for (o = 0; o < wide; o += W)
        STORE(h + o, LOAD(h + o) * SPLAT(root) * LOAD(net->gain + o) + LOAD(net->shift + o));
}

/* the second layer, its ReLU too */
static TARGET void TIER(joined_second)(const Net *net, const int32_t *sums, float unit, float *h) {
    int o;
    for (o = 0; o < net->slim; o += W) {
        const Vec scale = LOAD(net->second.scale + o) * SPLAT(unit);
        const Vec value = INTS(sums + o) * scale + LOAD(net->second_bias + o);
        STORE(h + o, VMAX(value, SPLAT(0.0f)));
    }
}

/* out [broad] += values [count] times rows [][broad], in four chains; of: which rows, or all */
static TARGET NET_INLINE void TIER(rows)(const float *values, const int *of, int count,
                                         const float *rows, const int broad, float *out) {
    const int step = broad == NET_USUAL ? NET_USUAL : 16;
    int c, i, j, k;
    for (c = 0; c < broad; c += step) {
        Vec acc[4][NET_USUAL / W];
        for (k = 0; k < 4; k++)
            for (j = 0; j < step / W; j++) acc[k][j] = SPLAT(0.0f);
        for (i = 0; i < count; i += 4)
            for (k = 0; k < 4; k++) {
                const Vec value = SPLAT(values[i + k]);
                const float *row = rows + (of == NULL ? i + k : of[i + k]) * broad + c;
                for (j = 0; j < step / W; j++) acc[k][j] = acc[k][j] + value * LOAD(row + j * W);
            }
        for (j = 0; j < step / W; j++)
            STORE(out + c + j * W, LOAD(out + c + j * W)
                                       + ((acc[0][j] + acc[1][j]) + (acc[2][j] + acc[3][j])));
    }
}

/* the last layer but one of the tile head for n kinds, in their place. unit: of their `mixed` */
static TARGET NET_INLINE void TIER(mix_n)(const Net *net, float *const *kind, const int16_t *mixed,
                                          float unit, const int broad, const int n) {
    const int step = broad == NET_USUAL ? NET_USUAL : 16;
    int c, i, j, k;
    for (c = 0; c < broad; c += step) {
        Int acc[MIXES][NET_USUAL / W];
        for (k = 0; k < n; k++)
            for (j = 0; j < step / W; j++) acc[k][j] = REPEAT(0);
        for (i = 0; i < broad; i += 2) {
            const int16_t *row = net->mix + i * broad + 2 * c;
            for (k = 0; k < n; k++) {
                const Int pair = REPEAT(net_pair(mixed + k * broad + i));
                for (j = 0; j < step / W; j++)
                    acc[k][j] = TWO(acc[k][j], pair, LOADI(row + 2 * j * W));
            }
        }
        for (k = 0; k < n; k++)
            for (j = 0; j < step / W; j++) {
                const int at = c + j * W;
                const Vec scale = LOAD(net->mix_unit + at) * SPLAT(unit);
                const Vec sum = FLOATS(acc[k][j]) * scale + LOAD(net->mix_bias + at);
                STORE(kind[k] + at, VMAX(sum, SPLAT(0.0f)));
            }
    }
}

/* what the position adds to the kinds, and their ReLU as parts of the largest. Returns: a part */
static TARGET NET_INLINE float TIER(in_context)(float *const *kind, int count, const float *context,
                                                int16_t *mixed, const int broad) {
    Vec most = SPLAT(0.0f), factor;
    float top;
    int k, c;
    for (k = 0; k < count; k++)
        for (c = 0; c < broad; c += W) {
            const Vec value = VMAX(LOAD(kind[k] + c) + LOAD(context + c), SPLAT(0.0f));
            STORE(kind[k] + c, value);
            most = VMAX(value, most);
        }
    top = TIER(greatest)(most);
    factor = SPLAT(top > 1e-30f ? NET_FINER / top : 0.0f);
    for (k = 0; k < count; k++)
        for (c = 0; c < broad; c += W)
            WORDS(mixed + k * broad + c, WHOLE(VMIN(LOAD(kind[k] + c) * factor + SPLAT(0.5f),
                                                    SPLAT(NET_FINER + 0.5f))));
    return top / NET_FINER;
}

/* the features of kinds that the tile head's last layer reads, in order of `asked` */
static TARGET NET_INLINE void TIER(tiles_of)(const Net *net, Room *room, int p, float **kind,
                                             const int broad) {
    const Asked *asked = &room->asked[p];
    float *features = room->features + p * net->kinds * broad, *context = room->context;
    const int16_t *mixed = room->mixed;
    float unit;
    int i, n;
    for (i = 0; i < asked->count; i++) kind[i] = features + i * broad;
    n = TIER(positive)(room->h + p * net->slim, net->slim, room->of, room->strong);
    memcpy(context, net->context_bias, broad * sizeof *context);
    TIER(rows)(room->strong, room->of, n, net->context, broad, context);
    unit = TIER(in_context)(kind, asked->count, context, room->mixed, broad);
    for (i = 0; i + MIXES <= asked->count; i += MIXES)
        TIER(mix_n)(net, kind + i, mixed + i * broad, unit, broad, MIXES);
    for (; i < asked->count; i++)
        TIER(mix_n)(net, kind + i, mixed + i * broad, unit, broad, 1);
}

/* acc [16 / W] += what a tile head's last layer says of a code, still in parts */
static TARGET NET_INLINE void TIER(of_code)(const Net *net, const float *kind, int code, Vec *acc) {
    const float *out = net->out + net->copy[code] * net->broad;
    int c, j;
    for (c = 0; c < net->broad; c += 16)
        for (j = 0; j < 16 / W; j++)
            acc[j] = acc[j] + LOAD(kind + c + j * W) * LOAD(out + c + j * W);
}

static TARGET void TIER(logits)(const Net *net, Room *room, int p) {
    const float *h = room->h + p * net->slim;
    const Asked *asked = &room->asked[p];
    float *kind[NET_CODES];
    uint64_t bits;
    int half, a;
    if (asked->count && net->broad == NET_USUAL)
        TIER(tiles_of)(net, room, p, kind, NET_USUAL);
    else if (asked->count)
        TIER(tiles_of)(net, room, p, kind, net->broad);
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            Vec acc[64 / W];
            float bias;
            a = 64 * half + bits_lowest(bits);
            bias = net->head_bias[a];
            TIER(products)(h, net->head + a * net->slim, net->slim, acc);
            TIER(halved)(acc);
            if (a < NET_CODES && net->place[a] >= 0) {
                TIER(of_code)(net, kind[asked->slot[net->place[a]]], a, acc);
                bias += net->out_bias[net->copy[a]];
            }
            room->logits[p][a] = TIER(fold)(acc) + bias;
        }
}

/* the numbers of a critic's heads, 32 at a time */
static TARGET void TIER(heads)(const Net *net, Room *room, int p) {
    const int n = TIER(positive)(room->h + p * net->slim, net->slim, room->of, room->strong);
    int c, i, j, k;
    for (c = 0; c < net->heads; c += 32) {
        Vec acc[2][32 / W];
        for (j = 0; j < 32 / W; j++) acc[0][j] = LOAD(net->head_bias + c + j * W);
        for (j = 0; j < 32 / W; j++) acc[1][j] = SPLAT(0.0f);
        for (i = 0; i < n; i += 2)
            for (k = 0; k < 2; k++) {
                const Vec value = SPLAT(room->strong[i + k]);
                const float *row = net->head + room->of[i + k] * net->heads + c;
                for (j = 0; j < 32 / W; j++) acc[k][j] = acc[k][j] + value * LOAD(row + j * W);
            }
        for (j = 0; j < 32 / W; j++) STORE(room->logits[p] + c + j * W, acc[0][j] + acc[1][j]);
    }
}

static TARGET void TIER(forward)(const Net *net, Room *room, int count) {
    const int wide = net->wide;
    float unit[NET_BLOCK];
    int p;
    for (p = 0; p < count; p++) TIER(first)(net, room, p);
    for (p = 0; p < count; p++) {
        TIER(joined)(net, room, p);
        TIER(normed)(net, room->h + p * wide);
        unit[p] = TIER(quantise)(room->h + p * wide, wide, room->x + p * wide);
    }
    TIER(dot)(&net->second, room->x, net->slim, count, room->sums);
    for (p = 0; p < count; p++) {
        TIER(joined_second)(net, room->sums + p * net->slim, unit[p], room->h + p * net->slim);
        if (net->bin != NULL)
            TIER(heads)(net, room, p);
        else
            TIER(logits)(net, room, p);
    }
}
