# The chips of one winner: items that each payer pays, and what multiplies them.
from libc.stdint cimport int32_t
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport Ledger
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.tulip cimport Tulip, TulipStart
from shugi._fast.games.riichi.win cimport Value, Win

cdef enum Item:              # what each payer pays alike, by reason (flow/ledger.pxd: REASON_CHIP)
    ITEM_IPPATSU = 0
    ITEM_URA = 1
    ITEM_KANDORA = 2
    ITEM_RED = 3
    ITEM_TANYAO = 4
    ITEM_OTAFUKU = 5
    ITEM_YAKUMAN = 6
    ITEM_DICE = 7
    ITEM_GOLD = 8            # from here on the reason is no neighbour
    ITEM_START = 9           # tulip
    ITEM_REVEALS = 10
    ITEM_TIER3 = 11
    ITEM_CHERRY = 12         # what cherries make of the tulip's chips
    ITEMS = 13


cdef struct Share:           # of one payer
    int32_t birds            # birds paid: those no gun stopped
    int32_t bust
    int32_t events           # of Rules.chip_event; negative: the winner pays
    int32_t base             # all items and the above, before multiplication
    int32_t conditions
    int32_t multiplier
    int32_t honba_multiplier
    int32_t total


cdef struct Chips:
    int32_t item[ITEMS]
    int32_t counted_yaku     # that make birds count
    int32_t birds
    Share share[SEATS]       # zero for a seat that does not pay


# two dice, and whether they are rolled again
cdef void roll_pair(Rng* rng, int* pips) noexcept nogil
cdef bint rolls_again(const Rules* r, const int* pips) noexcept nogil
# whether a win rolls the dice, and the chips of a roll
cdef bint rolls_dice(const Rules* r, const Win* win) noexcept nogil
cdef int32_t roll_dice(const Rules* r, Rng* rng) noexcept nogil
# fills score, busts and busted from before; points: this winner's; after: scores when all are paid
cdef void stakes_scores(const Rules* r, const int32_t* points, const int32_t* after,
                        Stakes* stakes) noexcept nogil
# the points of one winner into an empty ledger, and the scores on which his chips depend
cdef void settle_alone(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                       Stakes* stakes, Ledger* ledger) noexcept nogil
# the conditions that hold (flying_fish section 6), their multiplier, and that of the honba
cdef int conditions(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                    int payer) noexcept nogil
cdef int32_t multiplier_of(int conditions) noexcept nogil
cdef int32_t honba_multiplier(const Rules* r, int honba) noexcept nogil
# the chips of one winner; tulip NULL: none was played
cdef void settle_chips(const Rules* r, const Win* win, const Value* value, const TulipStart* start,
                       const Tulip* tulip, const Stakes* stakes, Chips* out,
                       Ledger* ledger) noexcept nogil
