/* Mistakes that a sanitizer must report: tools/sanitize.py makes each before it trusts the silence. */
#include <stdlib.h>

static int row[4];
static volatile int shared;

int planted_index(int i) { return row[i & 15]; }

int planted_heap(int i)
{
    volatile char *room = malloc(4);
    int out = room[i & 15];
    free((void *)room);
    return out;
}

int planted_race(int times)
{
    while (times--)
        shared++;
    return shared;
}
