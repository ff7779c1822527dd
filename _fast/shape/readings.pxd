# Readings: the ways to part a complete hand into sets and a pair, seven pairs or orphans.
from libc.stdint cimport uint8_t
from shugi._fast.core.rules cimport Rules

cdef enum BlockType:
    BLOCK_RUN = 0        # kind = lowest
    BLOCK_TRIPLET = 1
    BLOCK_PAIR = 2


cdef struct Block:
    uint8_t type
    uint8_t kind
    uint8_t wild         # wildcards used in this block


cdef struct Reading:
    uint8_t form         # one Form bit
    uint8_t n
    # sets first, then the pair; seven pairs: 7 pairs (a quadruple twice); orphans: only the pair
    Block block[8]


# at most `most` readings of a hand of 3*sets+2 tiles; copies are looked at only for wildcards
cdef int find_readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                       int wild, int forms, Reading* out, int most) noexcept nogil
