# Three sevens among a seat's own discards.
from libc.stdint cimport uint8_t
from shugi._fast.core.rules cimport Rules

cdef enum Bingo:
    BINGO_NONE = 0
    BINGO_STREAK = 1         # three in a row
    BINGO_ROW = 2
    BINGO_COLUMN = 3
    BINGO_DIAGONAL = 4


# Bingo made by the newest of n discards; river, flags, riichi_at as in Seat
cdef int bingo_kind(const Rules* r, const uint8_t* river, const uint8_t* flags, int n,
                    int riichi_at) noexcept nogil
