# Hand shapes: shanten, completeness, waits, readings.  Pure functions of counts by kind.
#
# A hand here is `kind` (34 counts of the concealed tiles), `sets` (sets still to be formed from
# them: Rules.sets minus melds) and `wild` (0-4 wildcards, which stand for any kind).
# `melded` holds the counts by kind inside the melds, or is NULL.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.shape.readings cimport (
    BLOCK_PAIR, BLOCK_RUN, BLOCK_TRIPLET, Block, BlockType, Reading,
)
from shugi._fast.shape.tables cimport (
    FORM_ALL, FORM_ORPHANS, FORM_PAIRS, FORM_SETS, FORM_STANDARD, NOT_READY, Form, Rest,
)

cdef enum:
    # most readings kept of one hand: the most found are 14 with one wildcard, 144 with four
    READINGS = 192


# index[g] = sum of kind[k] * Rules.weight[k] over the kinds of group g
cdef void shape_index(const Rules* r, const uint8_t* kind, int32_t* index) noexcept nogil
# fills Rules.limit, and what compile_groups does; 0, or -1 when memory runs out
cdef int shape_compile(Rules* r) noexcept
# 0 = ready, -1 = complete, n = n tiles from ready; the least over the forms asked for
cdef int shanten(const Rules* r, const uint8_t* kind, const int32_t* index,
                 const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
cdef bint is_ready(const Rules* r, const uint8_t* kind, const int32_t* index,
                   const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
cdef bint is_complete(const Rules* r, const uint8_t* kind, const int32_t* index,
                      const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# kinds (bit = kind) that complete a hand of 3*sets+1 tiles; 0 when it is not ready
cdef uint64_t waits(const Rules* r, const uint8_t* kind, const int32_t* index,
                    const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# kinds whose draw lowers the shanten of a hand of 3*sets+1 tiles (waits, when it is ready)
cdef uint64_t ukeire(const Rules* r, const uint8_t* kind, const int32_t* index,
                     const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# kinds whose discard leaves a hand of 3*sets+2 tiles ready
cdef uint64_t ready_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# kinds whose discard leaves at most `most` tiles missing; rest: what each group has beside it
cdef uint64_t left_within(const Rules* r, const uint8_t* kind, const int32_t* index,
                          const Rest* rest, int most, int forms) noexcept nogil
# kinds whose discard keeps a hand of 3*sets+2 tiles at its shanten (ready, when it is complete)
cdef uint64_t good_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                            const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# the shanten, and what this one says
cdef int shanten_with_ukeire(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms,
                             uint64_t* found) noexcept nogil
# every way to read a complete hand of 3*sets+2 tiles, no two alike; the number written, at most
# READINGS
cdef int readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                  int wild, int forms, Reading* out) noexcept nogil


cdef struct Given:           # a hand that Python gave
    uint8_t kind[KINDS]
    uint8_t melded[KINDS]
    int32_t index[GROUPS]
    int sets
    int wild
    int forms


cdef list kinds_in(uint64_t mask)


cdef class Shapes:
    cdef Rules rules
    cdef Given _hand(self, hand, melded, wild, forms, int remainder) except *
