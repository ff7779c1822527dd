# Readings: the ways to part a complete hand into sets and a pair, seven pairs or orphans.
from libc.stdint cimport uint8_t
from shugi._fast.state cimport Rules

cdef enum Form:
    FORM_STANDARD = 1    # sets and a pair
    FORM_PAIRS = 2       # seven pairs (Rules.chiitoi_duplicates: a quadruple is two pairs)
    FORM_ORPHANS = 4     # kokushi or nanashi (Rules.orphan_hand)
    FORM_ALL = 7

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
    Block block[8]       # sets first, then the pair; seven pairs: 7 pairs (a quadruple twice);
                         # orphans: only the pair


# at most `most` readings of a hand of 3*sets+2 tiles; copies are looked at only for wildcards
cdef int find_readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets, int wild,
                       int forms, Reading* out, int most) noexcept nogil
