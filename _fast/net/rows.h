/* Sums of rows of a table, and their gradient; included once for each kind of processor (tiers.h).

   A position is a list of places that are not zero, each with a value.  A sum is done COLUMNS at a
   time: that part of the table is copied to `room`, where it fits the cache. */

#define COLUMNS NET_COLUMNS

/* columns o to o + COLUMNS of a table, as far as it has them; the rest is zero */
static TARGET void TIER(cut)(const float *table, int rows, int wide, int o, float *room) {
    const int count = wide - o < COLUMNS ? wide - o : COLUMNS;
    int i;
    if (count < COLUMNS) memset(room, 0, (size_t)rows * COLUMNS * sizeof *room);
    for (i = 0; i < rows; i++)
        memcpy(room + i * COLUMNS, table + (size_t)i * wide + o, count * sizeof *room);
}

/* out [count][wide] += COLUMNS columns of the picked positions' rows; cut [rows][COLUMNS] */
static TARGET void TIER(sum_columns)(const Lists *lists, const int64_t *picks, int64_t count,
                                     const float *cut, int own, int wide, float *out) {
    float sum[COLUMNS];
    int64_t d, i;
    int j;
    for (d = 0; d < count; d++, out += wide) {
        Vec acc[COLUMNS / W];
        for (j = 0; j < COLUMNS / W; j++) acc[j] = SPLAT(0.0f);
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const Vec value = SPLAT(rows_value(lists, i));
            const float *row = cut + lists->place[i] * COLUMNS;
            for (j = 0; j < COLUMNS / W; j++) acc[j] = MULADD(value, LOADU(row + j * W), acc[j]);
        }
        for (j = 0; j < COLUMNS / W; j++) STOREU(sum + j * W, acc[j]);
        for (j = 0; j < own; j++) out[j] += sum[j];
    }
}

/* out [count][wide] += the rows of the picked positions; room [rows][COLUMNS] */
static TARGET void TIER(sum_rows)(const Lists *lists, const int64_t *picks, int64_t count,
                                  const float *table, int rows, int wide, float *room,
                                  float *out) {
    int o;
    for (o = 0; o < wide; o += COLUMNS) {
        const int own = wide - o < COLUMNS ? wide - o : COLUMNS;
        TIER(cut)(table, rows, wide, o, room);
        TIER(sum_columns)(lists, picks, count, room, own, wide, out + o);
    }
}

/* table [rows][wide] += what the picked positions make of grad [count][wide]; rows of both lie
   `apart`.

   A few positions at a time, whose gradients fit the nearest cache, place by place: a row of the
   table is then read and written once for all of them. */
static TARGET void TIER(spread_rows)(const Lists *lists, const int64_t *picks, int64_t count,
                                     const float *grad, int rows, int wide, int apart,
                                     Sorting *sorting, float *table) {
    float *given = sorting->given;
    int64_t first;
    int o, d, i, j, k;
    for (first = 0; first < count; first += NET_TILE) {
        const int tile = count - first < NET_TILE ? (int)(count - first) : NET_TILE;
        const int places = rows_sorted(lists, picks + first, tile, rows, sorting);
        for (o = 0; o < wide; o += COLUMNS) {
            const int own = wide - o < COLUMNS ? wide - o : COLUMNS;
            if (own < COLUMNS) memset(given, 0, (size_t)tile * COLUMNS * sizeof *given);
            for (d = 0; d < tile; d++)
                memcpy(given + d * COLUMNS, grad + (first + d) * apart + o, own * sizeof *given);
            for (k = 0; k < places; k++) {
                float *row = table + (size_t)sorting->places[k] * apart + o;
                float sum[COLUMNS];
                Vec acc[COLUMNS / W];
                for (j = 0; j < COLUMNS / W; j++) acc[j] = SPLAT(0.0f);
                for (i = sorting->from[k]; i < sorting->from[k + 1]; i++) {
                    const Vec value = SPLAT(sorting->entry[i].value);
                    const float *part = given + sorting->entry[i].position * COLUMNS;
                    for (j = 0; j < COLUMNS / W; j++)
                        acc[j] = MULADD(value, LOADU(part + j * W), acc[j]);
                }
                if (own == COLUMNS) {
                    for (j = 0; j < COLUMNS / W; j++)
                        STOREU(row + j * W, LOADU(row + j * W) + acc[j]);
                    continue;
                }
                for (j = 0; j < COLUMNS / W; j++) STOREU(sum + j * W, acc[j]);
                for (j = 0; j < own; j++) row[j] += sum[j];
            }
        }
    }
}

/* out [][wide]: for each kind that has a slot its row of which, its position's row of context, and
   the rows of its planes.  slots [count][kinds]: which row of out; negative: none */
static TARGET void TIER(sum_kinds)(const Lists *lists, const int64_t *picks, int64_t count,
                                   const Grid *grid, const int32_t *slots, const Features *given,
                                   int wide, float *__restrict out) {
    int64_t d, i;
    int k, j;
    for (d = 0; d < count; d++) {
        const int32_t *own = slots + d * grid->kinds;
        const float *context = given->context + d * wide;
        for (k = 0; k < grid->kinds; k++) {
            float *sum = out + (size_t)own[k] * wide;
            if (own[k] < 0) continue;
            for (j = 0; j < wide; j++) sum[j] = given->which[k * wide + j] + context[j];
        }
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            const Cell cell = grid->at[lists->place[i]];
            const float *row = given->table + cell.plane * wide;
            const int slot = cell.kind < grid->kinds ? own[cell.kind] : -1;
            float *sum = out + (size_t)slot * wide;
            if (slot < 0) continue;
            for (j = 0; j < wide; j++) sum[j] += value * row[j];
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
        for (k = 0; k < grid->kinds; k++) {
            const float *part = grad + (size_t)own[k] * wide;
            if (own[k] < 0) continue;
            for (j = 0; j < wide; j++) into->which[k * wide + j] += part[j];
            for (j = 0; j < wide; j++) context[j] += part[j];
        }
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            const float value = rows_value(lists, i);
            const Cell cell = grid->at[lists->place[i]];
            float *row = into->table + cell.plane * wide;
            const int slot = cell.kind < grid->kinds ? own[cell.kind] : -1;
            const float *part = grad + (size_t)slot * wide;
            if (slot < 0) continue;
            for (j = 0; j < wide; j++) row[j] += value * part[j];
        }
    }
}

#undef COLUMNS
