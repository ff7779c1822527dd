# Ninety-Nine: bids, offers, points of a hand, the end of games.  Pure functions: nothing here reads
# a State.  Seats are 0-2; an offer is a verb of card_actions (NONE, DECLARE, REVEAL).
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport Ledger

cdef enum:
    NINE_SEATS = 3
    NINE_HAND = 12
    NINE_BID_CARDS = 3
    NINE_TRICKS = 9
    NINE_DEALS = 9           # hands are agreed in multiples of it


cdef struct NinetyNineHand:  # a hand that has been played
    int32_t bid[NINE_SEATS]
    int32_t tricks[NINE_SEATS]
    int32_t premium          # whose offer took effect; NOBODY
    int32_t offer            # of his


cdef struct NinetyNineScore:
    int32_t made             # bit per seat
    int32_t next_trump       # suit
    int32_t bonus            # of each bid made
    int32_t premium[NINE_SEATS]
    int32_t total[NINE_SEATS]


cdef struct NinetyNineEnd:   # what follows from the totals after a hand
    int32_t winner           # of a game of the race; NOBODY
    int32_t over             # of all
    int32_t resets           # the next game begins with the first trump


# what the cards bid: clubs 3, hearts 2, spades 1, diamonds 0
cdef int bid_value(uint64_t cards) noexcept nogil
# cards of the hand that may be laid aside next, the bid being chosen upwards
cdef uint64_t bid_choices(uint64_t hand, uint64_t laid) noexcept nogil
# ways to choose `left` more of `cards` cards
cdef int bid_ways(int cards, int left) noexcept nogil
# whose offer takes effect: the highest, then the first from the dealer's left; NOBODY
cdef int premium_seat(const uint8_t* offer, int dealer) noexcept nogil
cdef int first_trump(const Rules* r) noexcept nogil
cdef void nine_score(const NinetyNineHand* hand, NinetyNineScore* out) noexcept nogil
# the lines of these points, paid by NOBODY
cdef void nine_pay(const NinetyNineHand* hand, const NinetyNineScore* score,
                   Ledger* ledger) noexcept nogil
# who has the highest total alone; NOBODY
cdef int sole_leader(const int32_t* total) noexcept nogil
# total: of the nine hands, or of the game; hands: played, this one included; wins: games before it
cdef void nine_end(const Rules* r, const int32_t* total, int hands, const uint8_t* wins,
                   NinetyNineEnd* out) noexcept nogil
# chips: everybody is paid by everybody the difference of their amounts, so that each gets twice
# what he has over the mean of the others
cdef void nine_result(const int32_t* amount, Ledger* ledger) noexcept nogil
