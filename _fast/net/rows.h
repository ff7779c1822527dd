/* Sums of rows of a table, and their gradient; included once for each kind of processor (tiers.h).

   A position is a list of places that are not zero, each with a value.  A sum is done 128 columns at
   a time, so that the rows of a table that are in use fit the cache. */

#define COLUMNS 128

/* out [count][wide] += the rows of the picked positions */
static TARGET void TIER(sum_rows)(const Lists *lists, const int64_t *picks, int64_t count,
                                  const float *table, int wide, float *out) {
    int64_t d, i;
    int o, j;
    for (o = 0; o + COLUMNS <= wide; o += COLUMNS)
        for (d = 0; d < count; d++) {
            float *sum = out + d * wide + o;
            Vec acc[COLUMNS / W];
            for (j = 0; j < COLUMNS / W; j++) acc[j] = LOADU(sum + j * W);
            for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
                const Vec value = SPLAT(rows_value(lists, i));
                const float *row = table + (size_t)lists->place[i] * wide + o;
                for (j = 0; j < COLUMNS / W; j++) acc[j] = acc[j] + value * LOADU(row + j * W);
            }
            for (j = 0; j < COLUMNS / W; j++) STOREU(sum + j * W, acc[j]);
        }
    for (d = 0; o < wide && d < count; d++)
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            const float *row = table + (size_t)lists->place[i] * wide;
            for (j = o; j < wide; j++) out[d * wide + j] += value * row[j];
        }
}

/* table [][wide] += what the picked positions make of grad [count][wide] */
static TARGET void TIER(spread_rows)(const Lists *lists, const int64_t *picks, int64_t count,
                                     const float *grad, int wide, float *table) {
    int64_t d, i;
    int o, j;
    for (o = 0; o + COLUMNS <= wide; o += COLUMNS)
        for (d = 0; d < count; d++) {
            Vec own[COLUMNS / W];
            for (j = 0; j < COLUMNS / W; j++) own[j] = LOADU(grad + d * wide + o + j * W);
            for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
                const Vec value = SPLAT(rows_value(lists, i));
                float *row = table + (size_t)lists->place[i] * wide + o;
                for (j = 0; j < COLUMNS / W; j++)
                    STOREU(row + j * W, LOADU(row + j * W) + value * own[j]);
            }
        }
    for (d = 0; o < wide && d < count; d++)
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            float *row = table + (size_t)lists->place[i] * wide;
            for (j = o; j < wide; j++) row[j] += value * grad[d * wide + j];
        }
}

/* out [][wide]: for each kind that has a slot its row of which, its position's row of context, and
   the rows of its planes.  slots [count][kinds]: which row of out; negative: none */
static TARGET void TIER(sum_kinds)(const Lists *lists, const int64_t *picks, int64_t count,
                                   const Grid *grid, const int32_t *slots, const Features *given,
                                   int wide, float *out) {
    int64_t d, i;
    int k, j;
    for (d = 0; d < count; d++) {
        const int32_t *own = slots + d * grid->kinds;
        const float *context = given->context + d * wide;
        for (k = 0; k < grid->kinds; k++)
            for (j = 0; own[k] >= 0 && j < wide; j++)
                out[(size_t)own[k] * wide + j] = given->which[k * wide + j] + context[j];
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            const float *row = given->table + lists->place[i] / grid->places * wide;
            const int slot = rows_slot(grid, lists->place[i], own);
            for (j = 0; slot >= 0 && j < wide; j++) out[(size_t)slot * wide + j] += value * row[j];
        }
    }
}

/* into += what the slots make of grad [][wide] */
static TARGET void TIER(spread_kinds)(const Lists *lists, const int64_t *picks, int64_t count,
                                      const Grid *grid, const int32_t *slots, const float *grad,
                                      int wide, const Features *into) {
    int64_t d, i;
    int k, j;
    for (d = 0; d < count; d++) {
        const int32_t *own = slots + d * grid->kinds;
        float *context = into->context + d * wide;
        for (k = 0; k < grid->kinds; k++)
            for (j = 0; own[k] >= 0 && j < wide; j++) {
                const float part = grad[(size_t)own[k] * wide + j];
                into->which[k * wide + j] += part;
                context[j] += part;
            }
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            float *row = into->table + lists->place[i] / grid->places * wide;
            const int slot = rows_slot(grid, lists->place[i], own);
            for (j = 0; slot >= 0 && j < wide; j++) row[j] += value * grad[(size_t)slot * wide + j];
        }
    }
}

#undef COLUMNS
