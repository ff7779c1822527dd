# The tulip: chips revealed from the end of the wall after a win (Super Bingo).
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.games.riichi.win cimport Value, Win

cdef enum:
    REVEALS = 128

cdef enum TulipEnd:
    TULIP_NONE = 0           # no tulip was played
    TULIP_MISS = 1
    TULIP_WALL = 2
    TULIP_DEATH = 3          # a death tile was revealed (Crazy Cherry)


cdef struct Reveal:
    uint8_t code             # NO_TILE: a life was spent
    int32_t chips


cdef struct TulipStart:
    uint8_t hand[34]         # H by kind, the winning tile included (a pocchi as declared)
    int32_t flowers          # removed flowers
    int32_t start            # chips before the first reveal; all there is when no tulip is played
    int32_t value            # of these: what the hand itself is worth (Crazy Cherry)
    int32_t lives
    int32_t tier
    int32_t joker            # kind or FLOWER that a revealed pocchi is; NO_TILE: with most hits
    uint64_t joining         # kinds of sevens that join the hand when revealed (Seven Rush)
    int32_t frozen           # no life can be gained (Crazy Cherry)
    int32_t immune           # a death tile does nothing
    int32_t factor           # signs of the cherries in the hand and the discard piles


cdef struct Tulip:
    int32_t start
    int32_t lives
    int32_t start_tier
    int32_t end_tier
    int32_t before_double
    int32_t total
    int32_t ended            # TulipEnd
    int32_t factor           # signs of the revealed cherries too
    int32_t n
    Reveal reveal[REVEALS]


cdef struct TulipRun:        # a tulip being played
    int32_t hits[KINDS]      # tiles of the hand that a revealed kind hits
    int32_t best_kind        # what a revealed pocchi is named: the kind with the most hits
    int32_t joker            # what it is named by the winner; NO_TILE
    int32_t flowers
    int32_t lives            # left
    uint64_t joining
    int32_t frozen
    int32_t immune
    Tulip out


# kinds that a revealed kind hits: its own and its neighbours; bit per kind
cdef uint64_t neighbour_kinds(const Rules* r, int kind) noexcept nogil
# a bingo tile joins the hand as a seven, and so do later sevens of its colour
cdef void join_bingo(TulipStart* start, int code) noexcept nogil
# steps 1 to 5 of super_bingo section 6.1; 0 when no tulip is played (start then holds the chips)
cdef bint tulip_start(const Rules* r, const Win* win, const Value* value,
                      TulipStart* out) noexcept nogil
# top[i], bottom[i]: the stacks from the wall's end towards the front; top NO_TILE: drawn, stop
cdef void tulip_play(const Rules* r, const TulipStart* start, const uint8_t* top,
                     const uint8_t* bottom, int stacks, Tulip* out) noexcept nogil
# a joker was revealed
cdef bint tulip_asks(const Tulip* tulip) noexcept nogil
# the same stack by stack: whether to go on is returned
cdef void tulip_begin(const Rules* r, const TulipStart* start, TulipRun* run) noexcept nogil
cdef bint tulip_stack(const Rules* r, TulipRun* run, int top, int bottom) noexcept nogil
cdef void tulip_finish(const Rules* r, TulipRun* run) noexcept nogil
