# Hand shapes: distance to ready, completeness, waits, readings.  Pure functions of counts by kind.
#
# A hand here is `kind` (34 counts of the concealed tiles), `sets` (sets still to be formed from
# them: Rules.sets minus melds) and `wild` (0-4 wildcards, which stand for any kind).
# `melded` holds the counts by kind inside the melds, or is NULL.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
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

cdef enum:
    READINGS = 48        # most readings kept of one hand
    NOT_READY = 99       # distance of a hand that cannot be formed (a fifth seven)


cdef struct Block:
    uint8_t type
    uint8_t kind
    uint8_t wild         # wildcards used in this block


cdef struct Reading:
    uint8_t form         # one Form bit
    uint8_t n
    Block block[8]       # sets first, then the pair; seven pairs: 7 pairs (a quadruple twice)


# index[g] = sum of kind[k] * Rules.weight[k] over the kinds of group g
cdef void shape_index(const Rules* r, const uint8_t* kind, int32_t* index) noexcept nogil
# builds the tables that these rules need and fills Rules.limit, group, weight, n_groups, group_table
# from Rules.copies, seven_limit and keishiki_fifth_copy; 0, or -1 when memory runs out
cdef int shape_compile(Rules* r) noexcept
# 0 = ready, -1 = complete, n = n tiles from ready; the least over the forms asked for
cdef int distance(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                  int sets, int wild, int forms) noexcept nogil
cdef bint is_ready(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                   int sets, int wild, int forms) noexcept nogil
cdef bint is_complete(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                      int sets, int wild, int forms) noexcept nogil
# kinds (bit = kind) that complete a hand of 3*sets+1 tiles; 0 when it is not ready
cdef uint64_t waits(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                    int sets, int wild, int forms) noexcept nogil
# kinds whose draw lowers the distance of a hand of 3*sets+1 tiles (waits, when it is ready)
cdef uint64_t accepts(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                      int sets, int wild, int forms) noexcept nogil
# kinds whose discard leaves a hand of 3*sets+2 tiles ready
cdef uint64_t ready_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# kinds whose discard keeps a hand of 3*sets+2 tiles at its distance
cdef uint64_t good_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                            const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# every way to read a complete hand of 3*sets+2 tiles, no two alike; the number written, at most READINGS
cdef int readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets, int wild,
                  int forms, Reading* out) noexcept nogil
