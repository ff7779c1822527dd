# A hand under trial: tiles come and go one at a time, and what was worked out stays known.
# The questions are those of shapes.pxd, with the same answers.  What they share is kept here: the
# record of each group, and what two groups hold together.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.shape.tables cimport Part, Record, Rest

cdef enum:
    PAIRING_BITS = 6
    PAIRINGS = 1 << PAIRING_BITS     # of two groups, known at once


cdef struct Trial:
    const Rules* r
    const uint8_t* melded
    uint64_t melded_kinds
    uint64_t bound_kinds     # of them, those whose copies are counted
    int sets
    uint64_t used            # lanes of no more sets, as bytes of ones
    int wild
    int forms
    int fours                # kinds of which four copies or more are held
    bint ready               # was the hand ready by its form, when it was last asked for its waits?
    uint8_t kind[KINDS]
    int32_t index[GROUPS]
    const Record* at[GROUPS]
    bint joined              # what follows is that of the tiles held now
    uint64_t low             # sums over all entries, as in Rest
    uint64_t high
    Rest rest[GROUPS]
    bint moved               # tiles have come or gone: pairs of groups are remembered from then on
    uint64_t paired_by[PAIRINGS]     # which two groups, and their indices; 0: none
    Part pairing[PAIRINGS]


# `melded` has to stay where it is, and as it is; NULL: none
cdef void trial_make(Trial* t, const Rules* r, const uint8_t* kind, const int32_t* index,
                     const uint8_t* melded, int sets, int wild, int forms) noexcept nogil
# n copies of a kind more
cdef void trial_put(Trial* t, int kind, int n) noexcept nogil
# one of each of these kinds will go, in turn: makes their part of the tables come nearer
cdef void trial_expect(const Trial* t, uint64_t kinds) noexcept nogil
cdef int trial_shanten(Trial* t) noexcept nogil
cdef uint64_t trial_waits(Trial* t) noexcept nogil
cdef uint64_t trial_ukeire(Trial* t) noexcept nogil
cdef uint64_t trial_good_discards(Trial* t) noexcept nogil
# the shanten, and what trial_good_discards says
cdef int trial_shanten_with_discards(Trial* t, uint64_t* found) noexcept nogil
cdef uint64_t trial_ready_discards(Trial* t) noexcept nogil
# for each of these kinds, which a hand holds that is `away` from ready: what it leaves waits for,
# or draws to come nearer
cdef void trial_steps(Trial* t, uint64_t kinds, int away, uint64_t* found) noexcept nogil
# tiles missing to sets alone, n tiles of the kind put away
cdef int trial_missing_without(Trial* t, int kind, int n) noexcept nogil
