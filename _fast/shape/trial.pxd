# A hand under trial: tiles come and go one at a time, and what was worked out stays known.  The
# questions are those of shapes.pxd, with the same answers.  What they share is kept here: lots (the
# tiles of one group, and what a tile more makes of them), and what two groups hold together.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.shape.tables cimport Part, Rest

cdef enum:
    LOTS = 64                # known at once, of each group
    PAIRINGS = 64            # of two groups, the same
    PLACES = 9               # kinds of a group


cdef struct Lot:             # the tiles of one group
    uint64_t entry
    uint64_t plain           # lane m: tiles missing to m sets
    uint64_t paired          # ... and a pair
    uint64_t one_plain       # lanes in which one tile is missing, as bytes of ones
    uint64_t one_paired
    uint64_t some_plain      # ... one or more
    uint64_t some_paired
    int8_t whole             # the most sets that lack nothing
    int8_t headed            # ... beside a pair; -1: there is none
    bint opened              # what follows is known
    # kinds that lower a lane when drawn, by place: the first eight as bits of the lane, the last
    # as the lane's nibble of the entry
    uint64_t nearer_plain
    uint64_t nearer_paired
    uint64_t nearer_last
    uint16_t more[PLACES]    # what a tile drawn adds to bytes 6 and 7 of the entry, by place


cdef struct Trial:           # points into itself: not to be copied
    const Rules* r
    const uint8_t* melded
    uint64_t melded_kinds
    uint64_t bound_kinds     # of them, those whose copies are counted
    int sets
    int wild
    int forms
    int fours                # kinds of which four copies or more are held
    bint ready               # was the hand ready by its form, when it was last asked for its waits?
    uint8_t kind[KINDS]
    int32_t index[GROUPS]
    uint8_t places[GROUPS][PLACES]   # kinds by place
    int n_places[GROUPS]
    Lot* at[GROUPS]          # NULL: not looked up
    bint joined              # what follows is that of the tiles held now
    uint64_t low             # sums over all entries, as in Rest
    uint64_t high
    Rest rest[GROUPS]
    int32_t known[GROUPS][LOTS]      # index of each lot; -1: none
    Lot lot[GROUPS][LOTS]
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
cdef uint64_t trial_ready_discards(Trial* t) noexcept nogil
# tiles missing to sets alone, n tiles of the kind put away
cdef int trial_missing_without(Trial* t, int kind, int n) noexcept nogil
