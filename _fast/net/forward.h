/* The forward pass, included once for each kind of processor (tiers.h).

   Sums of floats have the same order everywhere, so that every kind rounds alike: 64 lanes, or 4
   chains, and then a tree. */

/* cells that are not zero add a row to their kind */
static TARGET void TIER(features)(const Net *net, const uint8_t *planes, float *features) {
    const int broad = net->broad;
    int plane, c;
    memcpy(features, net->which, (size_t)net->kinds * broad * sizeof *features);
    for (plane = 0; plane < net->planes; plane++) {
        const uint8_t *row = planes + plane * net->places + net->first;
        const float *cell = net->cell + plane * broad;
        uint64_t bits;
        for (bits = TIER(nonzero)(row, net->kinds); bits; bits &= bits - 1) {
            const int kind = net_lowest(bits);
            float *kept = features + kind * broad;
            const Vec value = SPLAT((float)row[kind]);
            for (c = 0; c < broad; c += W) STORE(kept + c, LOAD(kept + c) + value * LOAD(cell + c));
        }
    }
}

/* ReLU in place, and the same in 0..127. Returns: what stands for one */
static TARGET float TIER(quantise)(float *values, int count, uint8_t *x) {
    Vec most = SPLAT(0.0f), factor;
    float lanes[W], top = 0.0f;
    int i;
    for (i = 0; i < count; i += W) {
        const Vec value = MAX(LOAD(values + i), SPLAT(0.0f));
        STORE(values + i, value);
        most = MAX(value, most);
    }
    memcpy(lanes, &most, sizeof lanes);
    for (i = 0; i < W; i++) top = lanes[i] > top ? lanes[i] : top;
    factor = SPLAT(top > 1e-30f ? 127.0f / top : 0.0f);
    for (i = 0; i < count; i += W)
        BYTES(x + i, MIN(LOAD(values + i) * factor + SPLAT(0.5f), SPLAT(127.5f)));
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
static TARGET NET_INLINE float TIER(total)(const Vec *acc) {
    float lanes[64];
    int step, i;
    memcpy(lanes, acc, sizeof lanes);
    for (step = 32; step; step /= 2)
        for (i = 0; i < step; i++) lanes[i] += lanes[i + step];
    return lanes[0];
}

static TARGET NET_INLINE float TIER(product)(const float *a, const float *b, int wide) {
    Vec acc[64 / W];
    int o, j;
    for (j = 0; j < 64 / W; j++) acc[j] = SPLAT(0.0f);
    for (o = 0; o < wide; o += 64)
        for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + LOAD(a + o + j * W) * LOAD(b + o + j * W);
    return TIER(total)(acc);
}

/* the first layer: tiles, numbers, biases */
static TARGET void TIER(joined)(const Net *net, const float *numbers, const int32_t *sums,
                                float unit, int *used, float *h) {
    const int wide = net->wide;
    int n = 0, o, i, j;
    for (i = 0; i < net->numbers; i++) {
        used[n] = i;
        n += numbers[i] != 0.0f;
    }
    for (o = 0; o < wide; o += 64) {
        Vec acc[64 / W];
        for (j = 0; j < 64 / W; j++) acc[j] = LOAD(net->start + o + j * W);
        for (i = 0; i < n; i++) {
            const Vec value = SPLAT(numbers[used[i]]);
            const float *row = net->number + used[i] * wide + o;
            for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + value * LOAD(row + j * W);
        }
        for (j = 0; j < 64 / W; j++) {
            const Vec scale = LOAD(net->tiles.scale + o + j * W) * SPLAT(unit);
            STORE(h + o + j * W, acc[j] + INTS(sums + o + j * W) * scale);
        }
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
    for (o = 0; o < net->wide; o += W) {
        const Vec scale = LOAD(net->second.scale + o) * SPLAT(unit);
        const Vec value = INTS(sums + o) * scale + LOAD(net->second_bias + o);
        STORE(h + o, MAX(value, SPLAT(0.0f)));
    }
}

/* out [broad] += values [count] times rows [count][broad], of which 4 are added at a time */
static TARGET NET_INLINE void TIER(rows)(const float *values, int count, const float *rows,
                                         int broad, float *out) {
    int c, i, j, k;
    for (c = 0; c < broad; c += 16) {
        Vec acc[4][16 / W];
        for (k = 0; k < 4; k++)
            for (j = 0; j < 16 / W; j++) acc[k][j] = SPLAT(0.0f);
        for (i = 0; i < count; i += 4)
            for (k = 0; k < 4; k++) {
                const Vec value = SPLAT(values[i + k]);
                const float *row = rows + (i + k) * broad + c;
                for (j = 0; j < 16 / W; j++) acc[k][j] = acc[k][j] + value * LOAD(row + j * W);
            }
        for (j = 0; j < 16 / W; j++)
            STORE(out + c + j * W, LOAD(out + c + j * W)
                                       + ((acc[0][j] + acc[1][j]) + (acc[2][j] + acc[3][j])));
    }
}

/* both logits of a kind's tiles */
static TARGET void TIER(of_kind)(const Net *net, const float *kind, const float *context,
                                 float *mixed, float *logits) {
    const int broad = net->broad;
    float *z = mixed + broad;
    int c, j, copy;
    for (c = 0; c < broad; c += W)
        STORE(mixed + c, MAX(LOAD(kind + c) + LOAD(context + c), SPLAT(0.0f)));
    memcpy(z, net->mix_bias, broad * sizeof *z);
    TIER(rows)(mixed, broad, net->mix, broad, z);
    for (copy = 0; copy < 2; copy++) {
        Vec acc[16 / W];
        float lanes[16];
        for (j = 0; j < 16 / W; j++) acc[j] = SPLAT(0.0f);
        for (c = 0; c < broad; c += 16)
            for (j = 0; j < 16 / W; j++)
                acc[j] = acc[j] + MAX(LOAD(z + c + j * W), SPLAT(0.0f))
                                      * LOAD(net->out + copy * broad + c + j * W);
        memcpy(lanes, acc, sizeof lanes);
        for (j = 8; j; j /= 2)
            for (c = 0; c < j; c++) lanes[c] += lanes[c + j];
        logits[copy] = lanes[0] + net->out_bias[copy];
    }
}

static TARGET void TIER(tile_logits)(const Net *net, Room *room, int p) {
    const float *features = room->features + p * net->kinds * net->broad;
    float *context = room->mixed + 2 * net->broad;
    float found[NET_CODES][2];
    uint64_t bits, done = 0;
    memcpy(context, net->context_bias, net->broad * sizeof *context);
    TIER(rows)(room->h + p * net->wide, net->wide, net->context, net->broad, context);
    for (bits = room->legal[p][0]; bits; bits &= bits - 1) {
        const int code = net_lowest(bits), place = net->place[code];
        if (place < 0) continue;
        if (!(done >> place & 1))
            TIER(of_kind)(net, features + place * net->broad, context, room->mixed, found[place]);
        done |= (uint64_t)1 << place;
        room->logits[p][code] += found[place][net->copy[code]];
    }
}

static TARGET void TIER(logits)(const Net *net, Room *room, int p) {
    const float *h = room->h + p * net->wide;
    const int advice = room->advice[p];
    uint64_t bits;
    int half, a;
    for (half = 0; half < 2; half++)
        for (bits = room->legal[p][half]; bits; bits &= bits - 1) {
            a = 64 * half + net_lowest(bits);
            room->logits[p][a] = TIER(product)(h, net->head + a * net->wide, net->wide)
                                 + net->head_bias[a];
        }
    if (room->legal[p][0]) TIER(tile_logits)(net, room, p);
    if (net->trust != NULL && advice >= 0)
        room->logits[p][advice] += TIER(product)(h, net->trust, net->wide) + net->trust_bias;
}

static TARGET void TIER(forward)(const Net *net, Room *room, int count) {
    const int flat = net->kinds * net->broad, wide = net->wide;
    float unit[NET_BLOCK];
    int p;
    for (p = 0; p < count; p++) {
        TIER(features)(net, room->planes[p], room->features + p * flat);
        unit[p] = TIER(quantise)(room->features + p * flat, flat, room->x + p * flat);
    }
    TIER(dot)(&net->tiles, room->x, wide, count, room->sums);
    for (p = 0; p < count; p++) {
        float *h = room->h + p * wide;
        TIER(joined)(net, room->numbers[p], room->sums + p * wide, unit[p], room->used, h);
        TIER(normed)(net, h);
        unit[p] = TIER(quantise)(h, wide, room->x + p * wide);
    }
    TIER(dot)(&net->second, room->x, wide, count, room->sums);
    for (p = 0; p < count; p++) {
        TIER(joined_second)(net, room->sums + p * wide, unit[p], room->h + p * wide);
        TIER(logits)(net, room, p);
    }
}

#undef TIER
#undef TARGET
#undef W
#undef Vec
#undef LOAD
#undef STORE
#undef SPLAT
#undef MAX
#undef MIN
#undef INTS
#undef BYTES
