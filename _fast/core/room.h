/* Memory for what is large and read here and there: zeros, in large pages where the system has them. */
#ifndef SHUGI_ROOM_H
#define SHUGI_ROOM_H

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { ROOM_LINE = 64, ROOM_PAGE = 1 << 21 };

/* NULL: there is none.  To be given back by free(). */
static inline void *room_make(size_t count, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t bytes = count * size;
    const int large = bytes >= (size_t)2 * ROOM_PAGE;
    void *room = NULL;
    if (size && bytes / size != count) return NULL;
    if (posix_memalign(&room, large ? ROOM_PAGE : ROOM_LINE, bytes ? bytes : 1)) return NULL;
    if (large) (void)madvise(room, bytes, MADV_HUGEPAGE); /* a wish: it may say no */
    memset(room, 0, bytes);
    return room;
#else
    return calloc(count, size);
#endif
}

#endif
