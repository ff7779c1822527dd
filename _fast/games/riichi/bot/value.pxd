# What a win is worth, and what another's win costs, in thousands of points: a chip counts as many
# of them as the rule set's final result makes it.  Also the structs that the judgement works on.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.bots.style cimport Style
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.core.state cimport Seat
from shugi._fast.view.seat_view cimport SeatView

# kinds that are neither terminals nor honours; bit per kind
cdef uint64_t SIMPLES

cdef enum Mode:              # how a hand waits, or will
    MODE_CALLED = 0          # with open melds, undeclared
    MODE_DAMA = 1            # closed, undeclared
    MODE_RIICHI = 2
    MODE_OPEN = 3            # open riichi


cdef struct Goal:            # a way to finish the hand, and the concealed tiles that serve it
    uint64_t kinds           # tiles that it can use
    float own_han            # of the tiles and yaku in sight, declarations and simples aside
    float own_chips          # of its tiles
    float yaku               # entries among own_han that count as yaku
    float broad              # kinds of wait that pay, expected (otafuku)
    float sure               # chance that the finished hand has a yaku
    bint flush
    int mode
    int shanten
    int spare                # concealed tiles that it cannot use
    float worth
    uint8_t kind[KINDS]
    int32_t index[GROUPS]


cdef struct RiichiContext:
    SeatView t
    Style y
    const Seat* me
    bint closed
    bint dealer
    int sets                 # still to be formed
    int wild                 # wildcards held that are no tiles
    int forms
    int draws                # own draws to come, DRAWS at most
    float left               # unseen tiles
    uint8_t kind[KINDS]      # concealed tiles; what a call would leave, in a trial
    int32_t index[GROUPS]    # ... as the shape tables know them
    uint64_t held            # kinds concealed now, before any call
    uint8_t count[KINDS]     # own tiles, melds included
    int orphans              # terminals and honours among them
    int first_call           # kind of the first open meld; NO_KIND
    int gold
    float meld_han           # dora, red and gold in the melds, tiles set aside
    float hand_han[KINDS]    # the same of all concealed tiles of the kind
    float code_han[KINDS]    # ... of the copy that would be discarded
    bint chips               # wins pay chips
    bint items               # ... other than those of a tulip
    float chip               # worth of a chip
    float denied             # what the others' wins would have cost, prevented by an own win
    float dice               # chips of a roll, on average
    float honba_factor       # of all chips
    float sign               # factor of a win with a tulip: cherries in the own hand and the rivers
    float sign_seen          # ... in the rivers alone: of another's win
    float rush               # chips of bingo tiles set aside
    float meld_chips
    float hand_chips[KINDS]  # chips of the tiles themselves, as hand_han
    float code_chips[KINDS]
    float risk[KINDS]        # expected loss by discarding a tile of the kind
    int threats              # opponents in riichi
    float pressure           # expected loss by going on against the threats


# what the chips of this table weigh, before any hand is judged
cdef void weigh_chips(RiichiContext* j) noexcept nogil
# how many of a tile the seat has set aside
cdef int aside_count(const RiichiContext* j, int code) noexcept nogil
# dora, red and gold of one tile; chips that it brings to a hand
cdef float tile_han(const RiichiContext* j, int code) noexcept nogil
cdef float tile_chips(const RiichiContext* j, int code) noexcept nogil
# han of a triplet of the kind, and of so many tiles of it
cdef int value_of_kind(const RiichiContext* j, int kind) noexcept nogil
cdef float value_han(const RiichiContext* j, int kind, int count) noexcept nogil
# what a win in this mode is worth when a tile of the kind (NO_KIND: none) has been discarded
cdef float win_worth(const RiichiContext* j, const Goal* p, int without, int mode) noexcept nogil
# whether the hand, waiting for these kinds, has a yaku without riichi or closed draw
cdef bint has_own_yaku(const RiichiContext* j, const Goal* p, int without,
                       uint64_t w) noexcept nogil
# an open hand whose first call has to be part of a yaku
cdef bint must_serve(const RiichiContext* j) noexcept nogil
# what that seat's ron would cost
cdef float ron_loss(const RiichiContext* j, const Seat* seat, int relative) noexcept nogil
# chips at once for the four winds of a Grand Cross, in thousands of points; 0 without the rule
cdef float cross_worth(const RiichiContext* j) noexcept nogil
# adds what is lost with tiles that are worth keeping: winds of a Grand Cross, guns
cdef void keep_tiles(RiichiContext* j) noexcept nogil
