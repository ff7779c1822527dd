/* Both passes of a network in floats, the gradients by the second; included once for each kind of
   processor (tiers.h).  A few decisions are seen at a time, so that what they lead to stays in the
   nearest caches. */

/* some rows of a product, `wide` columns from j on */
static TARGET NET_INLINE void TIER(panel)(const Product *of, int i, int j, const int rows,
                                          const int wide) {
    const float *a = of->a + (size_t)i * of->down, *b = of->b + j;
    float *c = of->c + (size_t)i * of->further + j;
    Vec sum[NET_ROWS][PANEL / W], row[PANEL / W];
    int k, r, v;
    for (r = 0; r < rows; r++)
        for (v = 0; v < wide / W; v++)
            sum[r][v] = of->more ? LOAD(c + r * of->further + v * W) : SPLAT(0.0f);
    for (k = 0; k < of->depth; k++, a += of->across, b += of->apart) {
        for (v = 0; v < wide / W; v++) row[v] = LOAD(b + v * W);
        for (r = 0; r < rows; r++) {
            const Vec value = SPLAT(a[r * of->down]);
            for (v = 0; v < wide / W; v++) sum[r][v] = MULADD(value, row[v], sum[r][v]);
        }
    }
    for (r = 0; r < rows; r++)
        for (v = 0; v < wide / W; v++) STORE(c + r * of->further + v * W, sum[r][v]);
}

static TARGET NET_INLINE void TIER(panels)(const Product *of, int j, const int wide) {
    int i;
    for (i = 0; i + NET_ROWS <= of->rows; i += NET_ROWS) TIER(panel)(of, i, j, NET_ROWS, wide);
    switch (of->rows - i) {
        case 1: TIER(panel)(of, i, j, 1, wide); break;
        case 2: TIER(panel)(of, i, j, 2, wide); break;
        case 3: TIER(panel)(of, i, j, 3, wide); break;
        case 4: TIER(panel)(of, i, j, 4, wide); break;
        case 5: TIER(panel)(of, i, j, 5, wide); break;
        default: break;
    }
}

static TARGET void TIER(multiply)(Product of) {
    int j = 0;
    for (; j + PANEL <= of.columns; j += PANEL) TIER(panels)(&of, j, PANEL);
    for (; j < of.columns; j += 16) TIER(panels)(&of, j, 16);
}

/* b += x a */
static TARGET NET_INLINE void TIER(add)(float x, const float *a, float *b, int n) {
    int i;
    for (i = 0; i < n; i += W) STORE(b + i, MULADD(SPLAT(x), LOAD(a + i), LOAD(b + i)));
}

/* values = max(values + bias, 0), for each of some rows */
static TARGET void TIER(activate)(float *values, const float *bias, int n, int apart, int rows) {
    int r, i;
    for (r = 0; r < rows; r++, values += apart)
        for (i = 0; i < n; i += W)
            STORE(values + i, VMAX(LOAD(values + i) + LOAD(bias + i), SPLAT(0.0f)));
}

/* where a ReLU gave nothing there is no gradient; the others add up to that of the bias */
static TARGET void TIER(deactivate)(const float *values, float *grad, float *bias, int n, int apart,
                                    int rows) {
    int r, i;
    for (r = 0; r < rows; r++, values += apart, grad += apart)
        for (i = 0; i < n; i += W) {
            const Vec own = WHERE(LOAD(values + i), LOAD(grad + i));
            STORE(grad + i, own);
            STORE(bias + i, LOAD(bias + i) + own);
        }
}

static TARGET NET_INLINE float TIER(inner)(const float *a, const float *b, int n) {
    Vec acc[16 / W];
    int i, j;
    for (j = 0; j < 16 / W; j++) acc[j] = SPLAT(0.0f);
    for (i = 0; i < n; i += 16)
        for (j = 0; j < 16 / W; j++)
            acc[j] = MULADD(LOAD(a + i + j * W), LOAD(b + i + j * W), acc[j]);
    return TIER(fold)(acc);
}

static TARGET NET_INLINE float TIER(lanes)(Vec values) {
    float lanes[W], sum = 0.0f;
    int i;
    memcpy(lanes, &values, sizeof lanes);
    for (i = 0; i < W; i++) sum += lanes[i];
    return sum;
}

/* ---- the table of the first layer: features of each kind, times a layer over all kinds */

static TARGET void TIER(table_forward)(const Learner *net) {
    const int broad = net->broad, kinds = net->grid.kinds;
    const float *features = net->weights.features;
    int list, kind, o;
    learner_turned(net);
    for (list = 0; list < NET_LISTS; features += net->planes[list++] * broad)
        for (o = 0; o < net->wide; o += NET_COLUMNS)
            for (kind = 0; net->planes[list] && kind < kinds; kind++) {
                const size_t row = (size_t)(o / NET_COLUMNS) * net->rows + net->first[list]
                                   + net->from + kind;
                TIER(multiply)((Product){features, broad, 1,
                                         net->tiles + (size_t)kind * broad * net->pitch + o,
                                         net->pitch, net->table + row * NET_COLUMNS,
                                         net->places * NET_COLUMNS, net->planes[list],
                                         NET_COLUMNS, broad, 0});
            }
}

/* grad += what a gradient of the table, [rows][pitch], makes of its factors */
static TARGET void TIER(table_backward)(const Learner *net, const float *table, Weights *grad) {
    const int broad = net->broad, kinds = net->grid.kinds, apart = net->places * net->pitch;
    const float *features = net->weights.features;
    float *dfeatures = grad->features;
    int list, kind;
    for (list = 0; list < NET_LISTS; list++) {
        const int planes = net->planes[list];
        for (kind = 0; planes && kind < kinds; kind++) {
            const float *own = table + (size_t)(net->first[list] + net->from + kind) * net->pitch;
            TIER(multiply)((Product){own, 1, apart, features, broad, grad->tiles + kind * broad,
                                     kinds * broad, net->wide, broad, planes, 1});
            TIER(multiply)((Product){own, apart, 1, net->weights.tiles + kind * broad,
                                     kinds * broad, dfeatures, broad, planes, broad, net->wide,
                                     1});
        }
        features += planes * broad;
        dfeatures += planes * broad;
    }
}

/* ---- forward */

static TARGET void TIER(first_of)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    int d, o;
    for (d = 0; d < chunk->count; d++) {
        const float *offset = w->terms + (size_t)chunk->lot[d] * NET_TERMS * net->pitch;
        float *x = chunk->x + d * net->pitch;
        for (o = 0; o < net->wide; o += W) STORE(x + o, LOAD(w->bias + o) + LOAD(offset + o));
    }
    for (o = 0; o < net->wide; o += NET_COLUMNS)
        TIER(sum_columns)(&chunk->lists, chunk->own, chunk->count,
                          net->table + (size_t)o * net->rows, NET_COLUMNS, net->pitch,
                          chunk->x + o);
}

static TARGET void TIER(norm_of)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    const int wide = net->wide;
    int d, o, j;
    for (d = 0; d < chunk->count; d++) {
        const float *gain = w->terms + ((size_t)chunk->lot[d] * NET_TERMS + 1) * net->pitch;
        const float *shift = gain + net->pitch;
        float *x = chunk->x + d * net->pitch, *h = chunk->h + d * net->pitch;
        Vec acc[64 / W];
        float mean, root;
        for (j = 0; j < 64 / W; j++) acc[j] = SPLAT(0.0f);
        for (o = 0; o < wide; o += 64)
            for (j = 0; j < 64 / W; j++) acc[j] = acc[j] + LOAD(x + o + j * W);
        mean = TIER(total)(acc) / (float)net->hidden;
        for (o = 0; o < wide; o += W) STORE(x + o, LOAD(x + o) - SPLAT(mean));
        for (o = net->hidden; o < wide; o++) x[o] = 0.0f;
        root = 1.0f / sqrtf(TIER(product)(x, x, wide) / (float)net->hidden + net->epsilon);
        chunk->root[d] = root;
        for (o = 0; o < wide; o += W) {
            const Vec one = LOAD(x + o) * SPLAT(root);
            const Vec normed = MULADD(one, LOAD(w->norm + o), LOAD(w->norm_bias + o));
            const Vec own = MULADD(normed, LOAD(gain + o), normed + LOAD(shift + o));
            STORE(x + o, one);
            STORE(h + o, VMAX(own, SPLAT(0.0f)));
        }
    }
}

/* features of the kinds of legal tiles, before what the last layers make of them */
static TARGET void TIER(kinds_of)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    const int broad = net->broad;
    int64_t i;
    int d, k;
    chunk->asked = 0;
    for (d = 0; d < chunk->count; d++) {
        Asked *asked = &chunk->kinds[d];
        float *own = chunk->mixed + (size_t)chunk->asked * broad;
        net_asked(net->place, chunk->legal[d][0], asked);
        chunk->base[d] = chunk->asked;
        chunk->asked += asked->count;
        if (!asked->count) continue;
        for (k = 0; k < asked->count; k++) {
            memcpy(own + k * broad, w->which + asked->kind[k] * broad, broad * sizeof *own);
            TIER(add)(1.0f, chunk->context + d * broad, own + k * broad, broad);
        }
        for (i = chunk->start[d]; i < chunk->stop[d]; i++) {
            const Cell cell = net->grid.at[chunk->place[i]];
            const int slot = asked->slot[cell.kind];
            if (slot >= 0)
                TIER(add)(chunk->value[i], w->cells + cell.plane * broad, own + slot * broad, broad);
        }
    }
}

static TARGET void TIER(tiles_forward)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    const int broad = net->broad, count = chunk->count;
    int d, i;
    TIER(multiply)((Product){chunk->last, net->step, 1, net->context, broad, chunk->context, broad,
                             count, broad, net->slim, 0});
    for (d = 0; d < count; d++)
        TIER(add)(1.0f, w->context_bias, chunk->context + d * broad, broad);
    TIER(kinds_of)(net, chunk);
    for (i = 0; i < chunk->asked * broad; i += W)
        STORE(chunk->mixed + i, VMAX(LOAD(chunk->mixed + i), SPLAT(0.0f)));
    TIER(multiply)((Product){chunk->mixed, broad, 1, net->mix, broad, chunk->kind, broad,
                             chunk->asked, broad, broad, 0});
    TIER(activate)(chunk->kind, w->mix_bias, broad, broad, chunk->asked);
}

/* the row of `kind` that a legal action reads; negative: none */
static NET_INLINE int TIER(row_of)(const Learner *net, const Chunk *chunk, int d, int action) {
    if (action >= NET_CODES || net->place[action] < 0) return -1;
    return chunk->base[d] + chunk->kinds[d].slot[net->place[action]];
}

static TARGET void TIER(said_of)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    uint64_t bits;
    int d, half;
    for (d = 0; d < chunk->count; d++)
        for (half = 0; half < 2; half++)
            for (bits = chunk->legal[d][half]; bits; bits &= bits - 1) {
                const int a = 64 * half + bits_lowest(bits), row = TIER(row_of)(net, chunk, d, a);
                const float *last = chunk->last + d * net->step;
                float said = w->head_bias[a];
                said += TIER(inner)(last, w->head + (size_t)a * net->step, net->slim);
                if (row >= 0) {
                    const int copy = net->copy[a];
                    said += w->out_bias[copy];
                    said += TIER(inner)(chunk->kind + (size_t)row * net->broad,
                                        w->out + copy * net->broad, net->broad);
                }
                chunk->said[d * net->heads + a] = said;
            }
}

static TARGET void TIER(learner_forward)(const Learner *net, Chunk *chunk) {
    const Weights *w = &net->weights;
    const int count = chunk->count;
    int d;
    TIER(first_of)(net, chunk);
    TIER(norm_of)(net, chunk);
    TIER(multiply)((Product){chunk->h, net->pitch, 1, net->second, net->step, chunk->last,
                             net->step, count, net->slim, net->wide, 0});
    TIER(activate)(chunk->last, w->second_bias, net->slim, net->step, count);
    if (w->cells != NULL) {
        TIER(tiles_forward)(net, chunk);
        TIER(said_of)(net, chunk);
        return;
    }
    TIER(multiply)((Product){chunk->last, net->step, 1, net->head, net->heads, chunk->said,
                             net->heads, count, net->heads, net->slim, 0});
    for (d = 0; d < count; d++)
        TIER(add)(1.0f, w->head_bias, chunk->said + d * net->heads, net->heads);
}

/* ---- backward */

static TARGET void TIER(said_back)(const Learner *net, Chunk *chunk, Weights *grad) {
    const Weights *w = &net->weights;
    const int broad = net->broad;
    uint64_t bits;
    int d, half;
    memset(chunk->dlast, 0, (size_t)chunk->count * net->step * sizeof(float));
    memset(chunk->dkind, 0, (size_t)chunk->asked * broad * sizeof(float));
    for (d = 0; d < chunk->count; d++)
        for (half = 0; half < 2; half++)
            for (bits = chunk->legal[d][half]; bits; bits &= bits - 1) {
                const int a = 64 * half + bits_lowest(bits), row = TIER(row_of)(net, chunk, d, a);
                const size_t head = (size_t)a * net->step, last = (size_t)d * net->step;
                const float x = chunk->dsaid[d * net->heads + a];
                TIER(add)(x, w->head + head, chunk->dlast + last, net->slim);
                TIER(add)(x, chunk->last + last, grad->head + head, net->slim);
                grad->head_bias[a] += x;
                if (row >= 0) {
                    const int out = net->copy[a] * broad;
                    TIER(add)(x, w->out + out, chunk->dkind + (size_t)row * broad, broad);
                    TIER(add)(x, chunk->kind + (size_t)row * broad, grad->out + out, broad);
                    grad->out_bias[net->copy[a]] += x;
                }
            }
}

static TARGET void TIER(kinds_back)(const Learner *net, Chunk *chunk, Weights *grad) {
    const int broad = net->broad;
    int64_t i;
    int d, k;
    memset(chunk->dcontext, 0, (size_t)chunk->count * broad * sizeof(float));
    for (d = 0; d < chunk->count; d++) {
        const Asked *asked = &chunk->kinds[d];
        const float *own = chunk->dmixed + (size_t)chunk->base[d] * broad;
        if (!asked->count) continue;
        for (k = 0; k < asked->count; k++) {
            TIER(add)(1.0f, own + k * broad, grad->which + asked->kind[k] * broad, broad);
            TIER(add)(1.0f, own + k * broad, chunk->dcontext + d * broad, broad);
        }
        for (i = chunk->start[d]; i < chunk->stop[d]; i++) {
            const Cell cell = net->grid.at[chunk->place[i]];
            const int slot = asked->slot[cell.kind];
            if (slot >= 0)
                TIER(add)(chunk->value[i], own + slot * broad, grad->cells + cell.plane * broad,
                          broad);
        }
    }
}

static TARGET void TIER(tiles_back)(const Learner *net, Chunk *chunk, Weights *grad) {
    const Weights *w = &net->weights;
    const int broad = net->broad, asked = chunk->asked, count = chunk->count;
    int d, i;
    TIER(deactivate)(chunk->kind, chunk->dkind, grad->mix_bias, broad, broad, asked);
    TIER(multiply)((Product){chunk->dkind, 1, broad, chunk->mixed, broad, grad->mix, broad, broad,
                             broad, asked, 1});
    TIER(multiply)((Product){chunk->dkind, broad, 1, w->mix, broad, chunk->dmixed, broad, asked,
                             broad, broad, 0});
    for (i = 0; i < asked * broad; i += W)
        STORE(chunk->dmixed + i, WHERE(LOAD(chunk->mixed + i), LOAD(chunk->dmixed + i)));
    TIER(kinds_back)(net, chunk, grad);
    for (d = 0; d < count; d++)
        TIER(add)(1.0f, chunk->dcontext + d * broad, grad->context_bias, broad);
    TIER(multiply)((Product){chunk->dcontext, 1, broad, chunk->last, net->step, grad->context,
                             net->step, broad, net->slim, count, 1});
    TIER(multiply)((Product){chunk->dcontext, broad, 1, w->context, net->step, chunk->dlast,
                             net->step, count, net->slim, broad, 1});
}

static TARGET void TIER(heads_back)(const Learner *net, Chunk *chunk, Weights *grad) {
    int d;
    for (d = 0; d < chunk->count; d++)
        TIER(add)(1.0f, chunk->dsaid + d * net->heads, grad->head_bias, net->heads);
    TIER(multiply)((Product){chunk->dsaid, 1, net->heads, chunk->last, net->step, grad->head,
                             net->step, net->heads, net->slim, chunk->count, 1});
    TIER(multiply)((Product){chunk->dsaid, net->heads, 1, net->weights.head, net->step,
                             chunk->dlast, net->step, chunk->count, net->slim, net->heads, 0});
}

/* Of the terms of a lot: the sums of what reaches offset and shift, and of the latter times the
   normed layer.  All gradients of the norm follow from these (learner.pyx). */
static TARGET void TIER(norm_back)(const Learner *net, Chunk *chunk, Weights *grad) {
    const Weights *w = &net->weights;
    const int wide = net->wide;
    int d, o;
    for (d = 0; d < chunk->count; d++) {
        const size_t lot = (size_t)chunk->lot[d] * NET_TERMS * net->pitch;
        const float *gain = w->terms + lot + net->pitch;
        float *offset = grad->terms + lot, *times = offset + net->pitch;
        float *shift = times + net->pitch;
        const float *x = chunk->x + d * net->pitch, *h = chunk->h + d * net->pitch;
        float *dx = chunk->dx + d * net->pitch, mean, along;
        Vec acc[2] = {SPLAT(0.0f), SPLAT(0.0f)};
        for (o = 0; o < wide; o += W) {
            const Vec of_shift = WHERE(LOAD(h + o), LOAD(dx + o)), one = LOAD(x + o);
            const Vec scale = LOAD(w->norm + o), scaled = MULADD(LOAD(gain + o), scale, scale);
            const Vec own = of_shift * scaled;
            STORE(shift + o, LOAD(shift + o) + of_shift);
            STORE(times + o, MULADD(of_shift, one, LOAD(times + o)));
            acc[0] = acc[0] + own;
            acc[1] = MULADD(own, one, acc[1]);
            STORE(dx + o, own);
        }
        mean = TIER(lanes)(acc[0]) / (float)net->hidden;
        along = TIER(lanes)(acc[1]) / (float)net->hidden;
        for (o = 0; o < wide; o += W) {
            Vec own = LOAD(dx + o) - MULADD(LOAD(x + o), SPLAT(along), SPLAT(mean));
            own = own * SPLAT(chunk->root[d]);
            STORE(dx + o, own);
            STORE(offset + o, LOAD(offset + o) + own);
        }
    }
}

/* grad and table [rows][pitch] += those of the chunk, from `dsaid` */
static TARGET void TIER(learner_backward)(const Learner *net, Chunk *chunk, Weights *grad,
                                          float *table) {
    const Weights *w = &net->weights;
    const int count = chunk->count;
    if (w->cells != NULL) {
        TIER(said_back)(net, chunk, grad);
        TIER(tiles_back)(net, chunk, grad);
    } else {
        TIER(heads_back)(net, chunk, grad);
    }
    TIER(deactivate)(chunk->last, chunk->dlast, grad->second_bias, net->slim, net->step, count);
    TIER(multiply)((Product){chunk->dlast, 1, net->step, chunk->h, net->pitch, grad->second,
                             net->pitch, net->slim, net->wide, count, 1});
    TIER(multiply)((Product){chunk->dlast, net->step, 1, w->second, net->pitch, chunk->dx,
                             net->pitch, count, net->wide, net->slim, 0});
    TIER(norm_back)(net, chunk, grad);
    TIER(spread_rows)(&chunk->lists, chunk->own, count, chunk->dx, net->rows, net->wide,
                      net->pitch, chunk->sorting, table);
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
#undef MULADD
#undef WHERE
#undef PANEL
#undef VMAX
#undef VMIN
#undef INTS
#undef Int
#undef WHOLE
#undef REPEAT
#undef KEEP
#undef BYTES
#undef TWO
#undef LOADI
#undef FLOATS
#undef WORDS
#undef MIXES
#undef PACKED
#undef LISTED
