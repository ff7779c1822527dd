/* What is not zero in a few positions, sorted by place: so that gradients touch a row once. */
#ifndef SHUGI_SORTING_H
#define SHUGI_SORTING_H

typedef struct {
    float value;
    int position;
} Entry;

typedef struct {                /* what is not zero in a few positions, by place */
    float given[NET_TILE * NET_COLUMNS];  /* of the gradient */
    int *count;                 /* [rows]: then where a place's next entry goes */
    int *places;                /* [rows]: those that there are */
    int *from;                  /* [rows + 1]: where the entries of each of those begin */
    Entry *entry;               /* [NET_TILE * rows] */
} Sorting;

static Sorting *rows_sorting(int rows) {
    Sorting *sorting = calloc(1, sizeof *sorting);
    if (sorting == NULL) return NULL;
    sorting->count = malloc(((size_t)3 * rows + 1) * sizeof(int));
    sorting->entry = malloc((size_t)NET_TILE * rows * sizeof(Entry));
    if (sorting->count == NULL || sorting->entry == NULL) {
        free(sorting->count);
        free(sorting->entry);
        free(sorting);
        return NULL;
    }
    sorting->places = sorting->count + rows;
    sorting->from = sorting->places + rows;
    return sorting;
}

static void rows_done(Sorting *sorting) {
    free(sorting->count);
    free(sorting->entry);
    free(sorting);
}

/* Returns: how many places are not zero in any of the positions */
static int rows_sorted(const Lists *lists, const int64_t *picks, int tile, int rows,
                       Sorting *sorting) {
    int *count = sorting->count;
    int d, place, n = 0, at = 0;
    int64_t i;
    memset(count, 0, (size_t)rows * sizeof *count);
    for (d = 0; d < tile; d++)
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++)
            count[lists->place[i]]++;
    for (place = 0; place < rows; place++) {
        const int own = count[place];
        if (!own) continue;
        sorting->places[n] = place;
        sorting->from[n++] = count[place] = at;
        at += own;
    }
    sorting->from[n] = at;
    for (d = 0; d < tile; d++)
        for (i = lists->start[picks[d]]; i < lists->start[picks[d] + 1]; i++) {
            Entry *entry = &sorting->entry[count[lists->place[i]]++];
            entry->value = rows_value(lists, i);
            entry->position = d;
        }
    return n;
}

#endif
