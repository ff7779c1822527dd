# A won hand of Wuhan: whether it may win, what each loser owes, who pays (wuhan sections 2, 4, 5).
# Pure functions: nothing here reads a State.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS, SEATS
from shugi._fast.core.state cimport Ledger, Meld

cdef enum WuhanPattern:      # big patterns, in the order of their names
    WUHAN_258 = 1
    WUHAN_ALL_CLAIMED = 2
    WUHAN_ALL_PUNG = 4
    WUHAN_KAN_BLOOM = 8
    WUHAN_LAST_TILES = 16
    WUHAN_PURE = 32
    WUHAN_ROBBING = 64
    WUHAN_WINDS = 128


cdef struct WuhanSeat:       # what doubles with a player
    uint8_t opened           # chi, pon, open and added kans
    uint8_t closed_kans
    uint8_t open_kans        # direct and added
    uint8_t kan_tiles       # laid aside or discarded
    uint8_t wild_kans       # wildcards laid aside or discarded


cdef struct WuhanWin:
    uint8_t kind[KINDS]      # concealed tiles less the wildcards, with the winning tile
    int32_t index[GROUPS]    # their shape key
    uint8_t wild             # wildcards among the concealed tiles, with the winning one
    uint8_t wild_kind        # their face
    uint8_t kan_held        # kan tiles among the concealed tiles
    uint8_t sets             # still to be formed
    uint8_t has_chi
    uint8_t open_melds
    uint8_t winner
    uint8_t giver            # discarder or robbed player; NOBODY: the winner's own tile
    uint8_t robbed
    uint8_t banker
    uint8_t moment           # WUHAN_KAN_BLOOM or WUHAN_LAST_TILES, as the own tile came
    uint8_t melded[KINDS]    # tiles of the melds
    uint64_t melded_kinds    # the same as a set
    uint64_t kan_kinds      # kinds that are kan tiles
    WuhanSeat seat[SEATS]


cdef struct WuhanValue:
    uint8_t patterns         # WuhanPattern bits; 0: a small win
    uint8_t hard
    uint8_t found            # the tiles win, whatever the minimum
    uint8_t enough           # the minimum is reached too
    int64_t raw[SEATS]       # of each loser, before the caps
    int64_t pay[SEATS]       # after them


# kind of the wildcards that the indicator's kind names
cdef int wuhan_wild_kind(const Rules* r, int indicator) noexcept nogil
# kinds that can only be laid aside, into out[2]; their number.  NO_TILE: no indicator known
cdef int wuhan_kan_kinds(const Rules* r, int indicator, uint8_t* out) noexcept nogil
# ... as a set
cdef uint64_t wuhan_kan_set(const Rules* r, int indicator) noexcept nogil
# what doubles with a player of these melds
cdef void wuhan_seat(const Meld* melds, int n, int kan_tiles, int wild_kans,
                     WuhanSeat* out) noexcept nogil
# the winner's melds into `out`
cdef void wuhan_melds(const Meld* melds, int n, WuhanWin* out) noexcept nogil
# patterns without a shape that a hand of these kinds has, wildcards apart
cdef int wuhan_shapeless(uint64_t kinds, uint64_t kan_kinds) noexcept nogil
# what doubles with a player, winner or loser (wuhan section 5)
cdef int wuhan_fan(const Rules* r, const WuhanSeat* seat) noexcept nogil
# the best way to count the hand: does it win?  out.found without out.enough: only the minimum is
# missed
cdef bint wuhan_value(const Rules* r, const WuhanWin* win, WuhanValue* out) noexcept nogil
# kinds that win by an ordinary draw or discard at this table (bit = kind; the wildcards' own kind
# stands for drawing one); the hand in `win` lacks its winning tile (wuhan 5.2)
cdef uint64_t wuhan_waits(const Rules* r, const WuhanWin* win) noexcept nogil
# who pays for all: third_giver fed the winner's third opening; NOBODY
cdef int wuhan_liable(const WuhanWin* win, const WuhanValue* value, int third_giver,
                      bint discarder_ready) noexcept nogil
# what each loser owes, paid by the liable seat where there is one
cdef void wuhan_pay(const Rules* r, const WuhanWin* win, const WuhanValue* value, int liable,
                    Ledger* ledger) noexcept nogil
