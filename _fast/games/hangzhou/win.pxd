# Hangzhou (hangzhou.md 3-5): which hands win, what they are worth, who pays.  Pure functions.
#
# Tiles are codes after relabelling: a wildcard (fortune) is WILD, a White that stands for the
# indicator has the indicator's kind.
from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS, SEATS
from shugi._fast.core.state cimport Ledger

cdef enum:
    FLOAT_CLAIMS = 4         # claims that one float chain can hold: one a set


cdef enum WinSource:         # how the winning tile came
    OWN_TILE = 0
    CLAIMED_TILE = 1
    ROBBED_TILE = 2


cdef enum Doubling:          # what doubles the value of a hand: entries of HangzhouValue.doubles
    DOUBLE_WILD_EYE = 0
    DOUBLE_FLOAT = 1
    DOUBLE_KAN = 2
    DOUBLE_ROBBING = 3
    DOUBLE_SEVEN_PAIRS = 4
    DOUBLE_CLEAN = 5         # no wildcard among them
    DOUBLE_DELUXE = 6        # four natural copies of a kind
    DOUBLINGS = 7


cdef enum Relation:          # three open sets between a winner and another: totals that it costs
    LIABLE = 1               # the winner took three from him
    COUNTER_LIABLE = 2       # he took three from the winner


cdef struct Concealed:       # a seat's concealed tiles
    uint8_t kind[KINDS]
    int32_t index[GROUPS]    # as Seat.index
    int32_t wild             # wildcards besides
    int32_t sets             # still to be formed: 4 - melds


cdef struct HangzhouWin:     # 13 tiles and how they are won
    Concealed hand           # without the winning tile
    uint8_t tile             # the winning tile: a kind or WILD
    uint8_t source           # WinSource
    uint8_t floats           # of the running chain
    uint8_t kan_streak


cdef struct HangzhouValue:
    int32_t multiplier       # 0: no legal win
    uint8_t doubles[DOUBLINGS]


cdef struct HangzhouBill:    # a win to be paid
    uint8_t banker
    uint8_t winner
    uint8_t level            # 1-3
    uint8_t source           # WinSource
    uint8_t giver            # whose tile was won on; NOBODY for an own tile
    int32_t multiplier
    uint8_t relation[SEATS]  # Relation bits of each seat with the winner
    int32_t chips[SEATS]     # what each seat can pay; below 0: no limit
    # claims that kept a float chain alive, and what the hand would have been worth without each
    int32_t n_claims
    uint8_t claim_from[FLOAT_CLAIMS]
    int32_t claim_before[FLOAT_CLAIMS]


# takes tiles of a code (a kind or WILD) out of the hand
cdef void without(const Rules* r, Concealed* hand, int code, int n) noexcept nogil
# 13 tiles: a wildcard alone, the rest complete sets or six pairs (hangzhou 3.4)
cdef bint is_wild_eye(const Rules* r, const Concealed* hand) noexcept nogil
# the best value over the readings (4); level and seats are asked of may_take
cdef void hangzhou_value(const Rules* r, const HangzhouWin* win, HangzhouValue* out) noexcept nogil
# a tile of another, of a hand that it completes: no wildcard, and no wild eye (hangzhou 3.3)
cdef bint may_claim(const Rules* r, const HangzhouWin* win) noexcept nogil
# who may win from whom at which level (hangzhou 3.3), floats and misses apart
cdef bint may_take(const Rules* r, int source, int level, int banker, int winner,
                   int giver) noexcept nogil
# level of the banker's n-th hand in a row, the first being 1 (hangzhou 3.6)
cdef int stay_level(const Rules* r, int hands) noexcept nogil
# hands in a row that count as the third stay
cdef int third_stay(const Rules* r) noexcept nogil
# do the dice of the deal lift the stay level to three (8)?
cdef bint instant_third(const Rules* r, int first, int second) noexcept nogil
# the value of so many honours discarded and nothing else; 0: none (8)
cdef int32_t honours_value(const Rules* r, int discards) noexcept nogil
# is the claim a third set that liability_restriction forbids?  `fed`: open sets that the taker
# made from the giver's discards, `chows` of them chis
cdef bint third_forbidden(const Rules* r, int fed, int chows, bint is_chow, bint with_banker,
                          int level) noexcept nogil
# do three open sets between two players count for payments?
cdef bint liability_counts(const Rules* r, bint with_banker) noexcept nogil
# lines of the ledger, each limited to what the payer holds
cdef void hangzhou_pay(const Rules* r, const HangzhouBill* bill, Ledger* ledger) noexcept nogil
