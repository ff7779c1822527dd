# What differs between games, as a table of functions: each game fills its row (play.pyx).
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rules cimport GAMES, Rules
from shugi._fast.core.state cimport RIICHI_OPEN, Seat, State

cdef struct GameOps:
    # these three are the same for all mahjong: deal_tiles, apply_tiles, refresh_tiles
    void (*deal)(State*) noexcept nogil                     # a hand with the wall that stands
    void (*apply)(State*, int action) noexcept nogil        # a legal action
    void (*refresh)(State*) noexcept nogil                  # write State.legal anew
    void (*begin_game)(State*) noexcept nogil               # before the first hand is dealt
    void (*before_deal)(State*) noexcept nogil              # the wall stands, the seats are empty
    void (*after_deal)(State*) noexcept nogil               # ... and go on to the first decision
    # write State.legal, and what the game counts anew in each turn; asked again by `refresh`
    void (*own_turn)(State*) noexcept nogil
    # a verb that turns does not know; of card games every action
    void (*verb)(State*, int) noexcept nogil
    void (*riichi_tiles)(State*) noexcept nogil             # write State.legal in PHASE_RIICHI
    void (*kan_tiles)(State*) noexcept nogil                # write State.legal in PHASE_KAN
    # ... in PHASE_POCCHI, PHASE_OFFER and PHASE_CARDS
    void (*choice)(State*) noexcept nogil
    bint (*may_win)(const State*, int seat) noexcept nogil  # on State.discard, which may be claimed
    bint (*must_win)(const State*, int seat) noexcept nogil  # if it may: it cannot pass
    bint (*may_tsumo)(const State*, int seat) noexcept nogil  # with the tile just drawn
    void (*chombo)(State*, int culprits) noexcept nogil     # bit per seat; they pay, the hand ends
    bint (*calls_allowed)(const State*) noexcept nogil      # besides wins
    # those of a seat's calls (bits of Option) that the game allows it
    int (*calls_of)(const State*, int seat, int options) noexcept nogil
    void (*discarded)(State*) noexcept nogil                # State.discard has just been laid down
    bint (*unclaimed)(State*) noexcept nogil                # nobody won on it; true: the hand ended
    void (*interrupted)(State*) noexcept nogil              # a call or kan was made
    void (*called)(State*, int verb) noexcept nogil         # a meld was made from a discard
    void (*kan_made)(State*, int type) noexcept nogil       # before what follows
    void (*after_kan)(State*) noexcept nogil                # such as a replacement tile
    # copies for a set of own tiles are chosen: of a verb that turns does not know
    void (*set_chosen)(State*) noexcept nogil
    void (*set_aside)(State*) noexcept nogil                # a tile set aside was not robbed
    void (*won)(State*, int winners) noexcept nogil         # bit per seat; on State.discard
    void (*wall_empty)(State*) noexcept nogil
    void (*game_end)(State*) noexcept nogil                 # what is left to pay; the game is over
    bint (*any_tile_wins)(const State*, const Seat*) noexcept nogil  # any draw completes it
    # may a position that was put together stand in PHASE_OFFER as it does?
    bint (*offer_stands)(const State*) noexcept nogil
    int (*ledger_lines)(const Rules*) noexcept nogil        # most payments of a hand
    int (*most_aside)(const Rules*) noexcept nogil          # tiles that a seat may set aside
    int (*games_won)(const State*, int seat) noexcept nogil  # of a match
    # whether the own discards bar a seat from winning, from its waits and its river
    void (*mark_furiten)(const Rules*, Seat*) noexcept nogil
    bint places_pay                                         # uma and oka; no two share a place
    # of a hand that lies open: kinds, the concealed tiles between turns, become those that it
    # shows; and what these wait for, as far as they and the open melds tell
    void (*waiting_part)(const Rules*, const Seat*, uint8_t* kinds) noexcept nogil
    uint64_t (*waits_of_part)(const Rules*, const Seat*, const uint8_t* part,
                              bint covered) noexcept nogil
    void (*compile)(Rules*) noexcept                        # what the game works out of its options
    # who has won lies open (RIICHI_OPEN) and leaves State.after; the others play on
    bint plays_on
    # the tiles of the deck
    bint relabels         # the turned tile names the wildcard, and other codes; else it names dora
    bint white_is_wild_kind                                 # a White is a tile of the wild kind
    int (*wild_kind)(const Rules*, int indicator) noexcept nogil   # named by a turned tile's kind
    # kinds whose tiles become KAN_TILE and the code after it; their number
    int (*kan_kinds)(const Rules*, int indicator, uint8_t* kinds) noexcept nogil
    uint64_t (*aside_codes)(const Rules*) noexcept nogil    # tiles that may be set aside

cdef GameOps[<int>GAMES] GAME_OPS     # by Rules.game


cdef inline const GameOps* game_ops(const State* s) noexcept nogil:
    return &GAME_OPS[s.rules.game]


# the seat has won, and plays no more in this hand
cdef inline bint has_left(const State* s, int seat) noexcept nogil:
    return game_ops(s).plays_on and s.seat[seat].riichi == RIICHI_OPEN


# a game that changes nothing: no function does or allows anything, but all calls of seats are
# allowed, everybody may pay a win, and an indicator of wildcards names its own kind
cdef void game_ops_clear(GameOps* f) noexcept nogil
