# What wins of the own hand would pay, where a game can tell: rows of the observation.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rules cimport GAMES, Rules
from shugi._fast.core.state cimport Seat
from shugi._fast.view.seat_view cimport SeatView


cdef enum:
    OWN_WORDS = 64           # of eight bytes, for what a game makes ready


cdef struct AskedHand:       # between turns
    int gone                 # the tile of it that is not there any more; NO_TILE
    int riichi
    int waits                # kinds that count as otafuku


cdef struct Pays:            # a hand, made ready to be asked about several tiles
    AskedHand hand
    uint64_t[OWN_WORDS] own  # the game's own


# games/*/view.pyx fill their rows
cdef struct WinOps:
    # is it known what wins pay before tiles are turned? A game without a row: no
    bint (*tell)(const Rules*) noexcept nogil
    # as what a hand declares, RIICHI_NONE where it may not
    int (*declared)(const SeatView*, const Seat*) noexcept nogil
    void (*make)(const SeatView*, Pays*) noexcept nogil
    # points, or units times UNIT_POINTS; by: BY_RON, BY_TSUMO
    int (*pays)(const SeatView*, Pays*, int kind, int by) noexcept nogil

cdef enum:
    UNIT_POINTS = 1000

cdef WinOps[<int>GAMES] WINS       # by Rules.game


cdef inline bint wins_tell(const Rules* r) noexcept nogil:
    return WINS[r.game].tell(r)


# planes: by kind that completes the hand, what a ron and what a draw of it would bring; at the own
# turn as if the tile just drawn were not there
cdef void put_wins(const SeatView* v, uint64_t waits, uint8_t* ron, uint8_t* draw) noexcept nogil
# what a ron would bring on average once a tile of the kind is discarded and these complete the
# hand: undeclared, and declared
cdef void put_ready_wins(const SeatView* v, int kind, uint64_t waits, uint8_t* silent,
                         uint8_t* declared) noexcept nogil
