# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Bingo by discards (super_bingo section 4.3): a streak, or a line of the river's rows."""

from libc.stdint cimport uint8_t
from shugi._fast.core.rules cimport BINGO_CALLED_TILES_BOTH, BINGO_CALLED_TILES_NONE
from shugi._fast.core.river cimport called_away
from shugi._fast.core.sizes cimport RIVER

from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, KIND_OF

BINGO_NAMES = ("none", "three_in_a_row", "bingo_row", "bingo_column", "bingo_diagonal")


cdef inline bint is_seven(int code) noexcept nogil:
    return KIND_OF[code] == KIND_7P or KIND_OF[code] == KIND_7S


cdef int pile(const Rules* r, const uint8_t* river, const uint8_t* flags, int n, int riichi_at,
              bint keep_called, uint8_t* seven) noexcept nogil:
    # the discards that lie there, one flag each: a seven that counts; their number
    cdef int i
    cdef int size = 0
    cdef int first = riichi_at if r.bingo_counts_riichi_tile else riichi_at + 1
    for i in range(n):
        if keep_called or not called_away(flags, i):
            seven[size] = i >= first and is_seven(river[i])
            size += 1
    return size


cdef bint line(const uint8_t* seven, int at, int step) noexcept nogil:
    return at >= 2 * step and seven[at] and seven[at - step] and seven[at - 2 * step]


cdef int bingo_kind(const Rules* r, const uint8_t* river, const uint8_t* flags, int n,
                    int riichi_at) noexcept nogil:
    cdef uint8_t seven[RIVER]
    cdef int width = r.discard_row_length
    cdef int at, column
    if not r.bingo_wins or n == 0 or riichi_at >= n:
        return BINGO_NONE
    cdef int called = r.bingo_called_tiles
    at = pile(r, river, flags, n, riichi_at, called != BINGO_CALLED_TILES_NONE, seven) - 1
    if line(seven, at, 1):
        return BINGO_STREAK
    at = pile(r, river, flags, n, riichi_at, called == BINGO_CALLED_TILES_BOTH, seven) - 1
    if at < 0:
        return BINGO_NONE
    column = at % width
    if column >= 2 and line(seven, at, 1):
        return BINGO_ROW
    if line(seven, at, width):
        return BINGO_COLUMN
    if column >= 2 and line(seven, at, width + 1):
        return BINGO_DIAGONAL
    if column + 2 < width and line(seven, at, width - 1):
        return BINGO_DIAGONAL
    return BINGO_NONE
