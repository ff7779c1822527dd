# The yaku: one row each, and the facts of a reading that their tests look at.
from libc.stdint cimport int16_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport PATTERNS
from shugi._fast.games.riichi.win cimport WILDS, Win

cdef enum Wait:              # what the winning tile completed
    WAIT_NONE = 0            # seven pairs, orphans
    WAIT_TWO_SIDED = 1
    WAIT_CLOSED = 2          # middle or edge of a run
    WAIT_SINGLE = 3          # the pair
    WAIT_TRIPLET = 4

cdef enum Serve:             # when a yaku counts as made by the first call (option atozuke = false)
    SERVES_NEVER = 0
    SERVES_ALWAYS = 1
    SERVES_TRIPLET = 2       # the call is one of the triplets that make the yaku (Pattern.kinds)
    SERVES_KAN = 3

cdef enum:
    CLOSED = 0               # columns of Pattern.han and Rules.han
    OPEN = 1


cdef struct YakuContext:           # one way to read the hand
    const Rules* rules
    const Win* win
    const uint8_t* count     # all tiles by kind
    uint64_t kinds           # bit per kind present
    uint8_t form             # Form
    uint8_t open             # CLOSED or OPEN: the column of Rules.han
    uint8_t cross            # a Grand Cross is among the sets
    uint8_t suits            # number of suits present
    uint8_t n_run
    uint8_t n_triplet        # kans included
    uint8_t n_concealed      # concealed triplets and kans
    uint8_t n_kan
    uint8_t n_outside        # blocks that hold a terminal or an honour
    uint8_t quads            # seven pairs: quadruples
    uint8_t pair             # kind
    uint8_t wait             # Wait
    uint8_t fu               # of the triplets and kans
    uint8_t first_type       # MeldType of the first call (closed kans aside); NO_TILE
    uint8_t first_kind
    uint8_t run[27]          # runs by lowest kind
    uint64_t triplets        # bit per kind, kans included
    uint8_t wild[WILDS]      # kinds that the wildcards stand for; NO_TILE

ctypedef bint (*Test)(const YakuContext* f) noexcept nogil

cdef struct Pattern:
    const char* name
    Test test                # NULL: counted elsewhere
    int16_t han[2]           # closed, open; negative: yakuman units; 0: does not exist
    uint64_t excludes[2]     # patterns that do not count beside this one
    uint8_t luck             # no yaku for the test of the waits (option atozuke = false)
    uint8_t serve            # Serve
    uint64_t kinds           # SERVES_TRIPLET: of these kinds

cdef Pattern[PATTERNS] TABLE

# fu of the pair
cdef int pair_fu(const YakuContext* f) noexcept nogil
cdef bint is_pinfu(const YakuContext* f) noexcept nogil
# patterns that hold, the excluded ones left out
cdef void hold(const YakuContext* f, uint64_t* held) noexcept nogil
# the first call is part of this yaku
cdef bint serves(const YakuContext* f, int id) noexcept nogil
