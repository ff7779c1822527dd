/* The forward pass, included once for each kind of processor (tiers.h).

   Sums of floats have the same order everywhere, so that every kind rounds alike: 64 lanes, or 4
   chains, and then a tree. */

/* where the cells lie that are not zero. Returns: how many */
static TARGET int TIER(cells)(const uint8_t *planes, int size, uint16_t *cells) {
    int n = 0, at, i;
    for (at = 0; at < size; at += 64) {
        uint64_t bits = TIER(nonzero)(planes + at, size - at < 64 ? size - at : 64);
        do {  /* four at a time whether they are there or not: few jumps */
            for (i = 0; i < 4; i++) {
                cells[n] = (uint16_t)(at + (bits ? net_lowest(bits) : 0));
                n += bits != 0;
                bits &= bits - 1;
            }
        } while (bits);
    }
    return n;
}

/* each cell adds a row to its kind */
static TARGET NET_INLINE void TIER(features_of)(const Net *net, const uint8_t *planes,
                                                const uint16_t *cells, int n, float *features,
                                                const int broad) {
    int i, c;
    memcpy(features, net->which, (size_t)net->kinds * broad * sizeof *features);
    for (i = 0; i < n; i++) {
        const Cell *at = &net->at[cells[i]];
        const Vec value = SPLAT((float)planes[cells[i]]);
        const float *cell = net->cell + at->plane * broad;
        float *kept = features + at->kind * broad;
        for (c = 0; c < broad; c += W) STORE(kept + c, LOAD(kept + c) + value * LOAD(cell + c));
    }
}

/* the first layer as a sum of whole numbers, JOIN columns at a time */
static TARGET void TIER(summed)(const Net *net, const uint8_t *planes, const uint16_t *cells, int n,
                                int32_t *sums) {
    const int wide = net->wide;
    int o, i, j;
    for (o = 0; o < wide; o += JOIN) {
        Int acc[JOIN / W];
        for (j = 0; j < JOIN / W; j++) acc[j] = REPEAT(0);
        for (i = 0; i < n; i++) {
            const int16_t *row = net->table + cells[i] * wide + o;
            const Int value = REPEAT(planes[cells[i]]);
            for (j = 0; j < JOIN / W; j++)
                acc[j] = PLUS(acc[j], TIMES(value, WIDEN(row + j * W)));
        }
        for (j = 0; j < JOIN / W; j++) KEEP(sums + o + j * W, acc[j]);
    }
}

static TARGET void TIER(features)(const Net *net, Room *room, int p) {
    float *features = room->features + p * net->kinds * net->broad;
    const int n = TIER(cells)(room->planes[p], net->planes * net->places, room->cells);
    if (net->table != NULL)
        TIER(summed)(net, room->planes[p], room->cells, n, room->sums + p * net->wide);
    if (net->which == NULL) return;
    if (net->broad == NET_USUAL)
        TIER(features_of)(net, room->planes[p], room->cells, n, features, NET_USUAL);
    else
        TIER(features_of)(net, room->planes[p], room->cells, n, features, net->broad);
}

/* ReLU in place, and the same in 0..127. Returns: what stands for one */
static TARGET float TIER(quantise)(float *values, int count, uint8_t *x) {
    Vec most = SPLAT(0.0f), factor;
    float lanes[W], top = 0.0f;
    int i;
    for (i = 0; i < count; i += W) {
        const Vec value = VMAX(LOAD(values + i), SPLAT(0.0f));
        STORE(values + i, value);
        most = VMAX(value, most);
    }
    memcpy(lanes, &most, sizeof lanes);
    for (i = 0; i < W; i++) top = lanes[i] > top ? lanes[i] : top;
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

/* of 64 lanes */
static TARGET NET_INLINE float TIER(total)(Vec *acc) {
    int j;
    for (j = 0; j < 32 / W; j++) acc[j] = acc[j] + acc[j + 32 / W];
    for (j = 0; j < 16 / W; j++) acc[j] = acc[j] + acc[j + 16 / W];
    return TIER(fold)(acc);
}

static TARGET NET_INLINE float TIER(product)(const float *a, const float *b, int wide) {
    Vec acc[64 / W];
    int o, j;
    for (j = 0; j < 64 / W; j++) acc[j] = SPLAT(0.0f);
    for (o = 0; o < wide; o += 64)
        for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + LOAD(a + o + j * W) * LOAD(b + o + j * W);
    return TIER(total)(acc);
}

/* numbers that are not zero at any position. Returns: how many */
static TARGET NET_INLINE int TIER(used)(const Net *net, Room *room, const int count) {
    int *used = room->used;
    int n = 0, i, p;
    for (i = 0; i < net->numbers; i++) {
        used[i] = 0;
        for (p = 0; p < count; p++) used[i] |= room->numbers[p][i] != 0.0f;
    }
    for (i = 0; i < net->numbers; i++) {
        const int any = used[i];
        used[n] = i;
        n += any;
    }
    for (i = 0; i < n; i++)
        for (p = 0; p < count; p++) room->values[i * NET_BLOCK + p] = room->numbers[p][used[i]];
    return n;
}

/* the first layer: tiles, numbers, biases */
static TARGET NET_INLINE void TIER(joined_n)(const Net *net, Room *room, const float *unit,
                                             const int count) {
    const int n = TIER(used)(net, room, count), wide = net->wide;
    int o, i, j, p;
    for (o = 0; o < wide; o += JOIN) {
        Vec acc[NET_BLOCK][JOIN / W];
        for (p = 0; p < count; p++)
            for (j = 0; j < JOIN / W; j++) acc[p][j] = LOAD(net->start + o + j * W);
        for (i = 0; i < n; i++) {
            const float *row = net->number + room->used[i] * wide + o;
            for (p = 0; p < count; p++) {
                const Vec value = SPLAT(room->values[i * NET_BLOCK + p]);
                for (j = 0; j < JOIN / W; j++) acc[p][j] = acc[p][j] + value * LOAD(row + j * W);
            }
        }
        for (p = 0; p < count; p++)
            for (j = 0; j < JOIN / W; j++) {
                const int at = p * wide + o + j * W;
                const Vec scale = LOAD(net->unit + o + j * W) * SPLAT(unit[p]);
                STORE(room->h + at, acc[p][j] + INTS(room->sums + at) * scale);
            }
    }
}

static TARGET void TIER(joined)(const Net *net, Room *room, const float *unit, int count) {
    switch (count) {
        case 1: TIER(joined_n)(net, room, unit, 1); break;
        case 2: TIER(joined_n)(net, room, unit, 2); break;
        case 3: TIER(joined_n)(net, room, unit, 3); break;
        default: TIER(joined_n)(net, room, unit, 4); break;
    }
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

/* both logits of a kind's tiles */
static TARGET NET_INLINE void TIER(of_kind)(const Net *net, const float *kind, Room *room,
                                            float *logits, const int broad) {
    float *mixed = room->mixed, *z = mixed + broad;
    const float *context = mixed + 2 * broad;
    int c, j, copy;
    for (c = 0; c < broad; c += W) {
        STORE(mixed + c, VMAX(LOAD(kind + c) + LOAD(context + c), SPLAT(0.0f)));
        STORE(z + c, LOAD(net->mix_bias + c));
    }
    TIER(rows)(mixed, NULL, broad, net->mix, broad, z);
    for (copy = 0; copy < 2; copy++) {
        Vec acc[16 / W];
        for (j = 0; j < 16 / W; j++) acc[j] = SPLAT(0.0f);
        for (c = 0; c < broad; c += 16)
            for (j = 0; j < 16 / W; j++)
                acc[j] = acc[j] + VMAX(LOAD(z + c + j * W), SPLAT(0.0f))
                                      * LOAD(net->out + copy * broad + c + j * W);
        logits[copy] = TIER(fold)(acc) + net->out_bias[copy];
    }
}

static TARGET NET_INLINE void TIER(tiles_of)(const Net *net, Room *room, int p, const int broad) {
    const float *features = room->features + p * net->kinds * broad;
    float *context = room->mixed + 2 * broad;
    float found[NET_CODES][2];
    uint64_t bits, done = 0;
    const int n = TIER(positive)(room->h + p * net->slim, net->slim, room->of, room->strong);
    memcpy(context, net->context_bias, broad * sizeof *context);
    TIER(rows)(room->strong, room->of, n, net->context, broad, context);
    for (bits = room->legal[p][0]; bits; bits &= bits - 1) {
        const int code = net_lowest(bits), place = net->place[code];
        if (place < 0) continue;
        if (!(done >> place & 1))
            TIER(of_kind)(net, features + place * broad, room, found[place], broad);
        done |= (uint64_t)1 << place;
        room->logits[p][code] += found[place][net->copy[code]];
    }
}

static TARGET void TIER(tile_logits)(const Net *net, Room *room, int p) {
    if (net->broad == NET_USUAL)
        TIER(tiles_of)(net, room, p, NET_USUAL);
    else
        TIER(tiles_of)(net, room, p, net->broad);
}

static TARGET void TIER(logits)(const Net *net, Room *room, int p) {
    const float *h = room->h + p * net->slim;
    const int advice = room->advice[p];
    uint64_t bits;
    int half, a;
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            a = 64 * half + net_lowest(bits);
            room->logits[p][a] = TIER(product)(h, net->head + a * net->slim, net->slim)
                                 + net->head_bias[a];
        }
    if (room->legal[p][0]) TIER(tile_logits)(net, room, p);
    if (net->trust != NULL && advice >= 0)
        room->logits[p][advice] += TIER(product)(h, net->trust, net->slim) + net->trust_bias;
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
    const int flat = net->kinds * net->broad, wide = net->wide;
    float unit[NET_BLOCK];
    int p;
    for (p = 0; p < count; p++) {
        TIER(features)(net, room, p);
        unit[p] = 1.0f;
        if (net->table == NULL)
            unit[p] = TIER(quantise)(room->features + p * flat, flat, room->x + p * flat);
    }
    if (net->table == NULL) TIER(dot)(&net->tiles, room->x, wide, count, room->sums);
    TIER(joined)(net, room, unit, count);
    for (p = 0; p < count; p++) {
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

#undef TIER
#undef TARGET
#undef W
#undef Vec
#undef LOAD
#undef STORE
#undef LOADU
#undef STOREU
#undef SPLAT
#undef VMAX
#undef VMIN
#undef INTS
#undef Int
#undef WIDEN
#undef TIMES
#undef PLUS
#undef REPEAT
#undef KEEP
#undef BYTES
#undef JOIN
