# Xiamen and Quanzhou: what a won hand is worth and who pays (xiamen 3.5, 4 and 5).
# Tiles are relabelled: golds are only counted, Whites have the indicator's kind.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS, MELDS
from shugi._fast.core.state cimport Ledger, Meld

cdef enum Award:             # a line of the multiplier table (xiamen 4)
    AWARD_COMMON = 0
    AWARD_WALL = 1
    AWARD_ROB_KAN = 2
    AWARD_KNOCK = 3
    AWARD_KNOCK_DEAL = 4
    AWARD_GOLD_FLOAT = 5
    AWARD_DOUBLE_FLOAT = 6
    AWARD_TRIPLE_FLOAT = 7
    AWARD_ROB_GOLD = 8
    AWARD_HEAVENLY = 9
    AWARD_EARTHLY = 10
    AWARD_EIGHT_FLOWERS = 11
    AWARDS = 12

cdef enum:
    GOLDS = 3                # in play; the indicator is the fourth
    NO_WATER = -1            # no reading of the hand wins
    MOST_STAYS = 20          # the base is doubled no further: amounts stay small


cdef struct XiamenWin:       # everything the value depends on
    uint8_t kind[KINDS]      # concealed tiles by kind, the winning tile included, golds not
    uint8_t golds            # in hand, a robbed indicator included
    uint8_t claimed          # kind of a winning tile that makes its set open; NO_TILE
    uint8_t n_meld
    Meld meld[MELDS]
    uint8_t flowers          # bits 0-3 seasons, 4-7 plants
    uint8_t award            # Award
    uint8_t winner
    uint8_t banker


cdef struct XiamenValue:
    int32_t flowers          # water of each sort
    int32_t golds
    int32_t melds
    int32_t sets             # of the best reading of the concealed tiles
    int32_t water            # their sum; NO_WATER where no reading wins
    int32_t multiplier


# five sets and a pair out of 3*sets+2 tiles, golds among them
cdef bint is_whole(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                   int golds) noexcept nogil
# one gold is alone and the other 3*sets tiles are sets: any drawn tile wins (xiamen 3.5)
cdef bint is_floating(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                      int golds) noexcept nogil
# can the claimed kind, one of the tiles, be in a set or meet a partner of its own (xiamen 7.5)?
cdef bint has_own_place(const Rules* r, const uint8_t* kind, int golds, int claimed) noexcept nogil
# no_claim_win_with_gold: a gold in the hand bars a win on a discard, or on the tile of a kan too
cdef bint gold_bars_claim(const Rules* r, bint robbing) noexcept nogil
# required_float: three golds in the hand before the win bar this award
cdef bint must_float(const Rules* r, int golds, int award) noexcept nogil
cdef int award_factor(const Rules* r, int award) noexcept nogil
# the better line of two; the first of equal ones
cdef int better_award(const Rules* r, int award, int other) noexcept nogil
# the line of a hand that any tile completes, with so many golds discarded in the running chain
cdef int float_award(int floats) noexcept nogil
# the line of the banker's dealt 3*sets+2 tiles: heavenly, or a gold float that pays more or that
# required_float asks for; any of them may be taken as the winning tile
cdef int dealt_award(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                     int golds) noexcept nogil
cdef void xiamen_value(const Rules* r, const XiamenWin* win, XiamenValue* out) noexcept nogil
# what the banker pays or gets, before base_scale; stay_sum: multipliers of his stays, a draw 1
cdef int32_t banker_base(const Rules* r, int stays, int stay_sum) noexcept nogil
cdef void xiamen_settle(const Rules* r, const XiamenWin* win, const XiamenValue* value, int stays,
                        int stay_sum, Ledger* ledger) noexcept nogil
# honours of which the hand holds one tile and another was discarded: one must go (xiamen 3.3)
cdef uint64_t followed_honours(const uint8_t* kind, uint64_t discarded) noexcept nogil
