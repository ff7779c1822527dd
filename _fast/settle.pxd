# Who pays whom, and for what; which hand follows; who is where at the end.  Pure functions: nothing
# here reads a State.
from libc.stdint cimport int32_t, int64_t, uint8_t
from shugi._fast.state cimport Ledger, Rules
from shugi._fast.win cimport Value, Win

cdef enum Reason:            # (what Line.detail holds)
    REASON_WIN = 0           # points of the hand (Limit)
    REASON_HONBA = 1         # (honba)
    REASON_STICKS = 2        # riichi sticks won, payer NOBODY (sticks)
    REASON_RIICHI = 3        # the stick put down, payee NOBODY
    REASON_NOTEN = 4
    REASON_NAGASHI = 5
    REASON_PAO = 6           # liability: the liable seat pays back what another paid (PatternId)
    REASON_GOLD = 7          # chips: gold tiles
    REASON_TULIP_START = 8   # chips: gold, ura, yakuman
    REASON_TULIP = 9         # chips: reveals
    REASON_TULIP_TIER3 = 10  # chips: the doubling
    REASON_PLACEMENT = 11    # chips between places at game end
    REASON_LEFTOVER = 12     # sticks left on the table at game end, payer NOBODY (sticks)
    REASON_GRAND_CROSS = 13
    REASON_UMA = 14          # points of the final result are not moved in the ledger: reserved
    # chips, by chips.pxd's Item: ippatsu, ura, kandora, red, tanyao, otafuku, yakuman, dice
    REASON_CHIP = 15
    REASON_BIRDS = 23
    REASON_BUST = 24
    REASON_MULTIPLIER = 25   # what the multipliers add (the factor)
    REASON_CHERRY = 26       # what cherries turn the chips into
    REASON_KAN = 27          # paid for a kan at once (MeldType)
    REASON_DISCLOSED = 28    # who disclosed first pays at a draw
    # points of the card games, payer NOBODY
    REASON_CARTE_BLANCHE = 29
    REASON_POINT = 30
    REASON_SEQUENCE = 31
    REASON_SETS = 32
    REASON_REPIC = 33
    REASON_PLAY = 34
    REASON_PIC = 35
    REASON_CARDS = 36        # more tricks, or all
    REASON_TRICKS = 37       # Ninety-Nine: won
    REASON_BID = 38          # ... the bid was made
    REASON_PREMIUM = 39      # ... a declaration or revelation
    REASON_RESULT = 40       # chips: the result of a hand, game, match or partie
    REASON_COUNT = 41

cdef enum Bingo:
    BINGO_NONE = 0
    BINGO_STREAK = 1         # three in a row
    BINGO_ROW = 2
    BINGO_COLUMN = 3
    BINGO_DIAGONAL = 4


cdef struct Ties:            # what decides at equal points
    int32_t first_dealer     # of the game
    int32_t last_winner      # who won the newest won hand; NOBODY


cdef struct NextHand:
    int32_t over             # the game has ended; the rest is then what was
    int32_t repeats          # the dealer deals again
    int32_t dealer
    int32_t round            # State.round
    int32_t honba


cdef void ledger_clear(Ledger* ledger) noexcept nogil
# adds to an equal line (same reason, payer, payee) if there is one; counted in Ledger.lost where
# there is no room (bounds.pxd: no rules need more)
cdef void pay(Ledger* ledger, int reason, int payer, int payee, int32_t points, int32_t chips,
              int detail) noexcept nogil
# what each seat won (+) or paid (-)
cdef void ledger_sum(const Ledger* ledger, int seats, int32_t* points,
                     int32_t* chips) noexcept nogil

# points of one winner; of several on one tile, only the first is given honba and sticks
cdef void settle_win(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                     Ledger* ledger) noexcept nogil
# who must pay for the yakuman he completed, and its entry in the value; NOBODY
cdef int liable_seat(const Rules* r, const Win* win, const Value* value, int* entry) noexcept nogil
# tenpai: bit per seat
cdef void settle_noten(const Rules* r, int tenpai, Ledger* ledger) noexcept nogil
# a mangan draw for the seat, without honba and sticks
cdef void settle_nagashi(const Rules* r, int seat, int dealer, Ledger* ledger) noexcept nogil
# sticks left at the end of the game go to the first place
cdef void settle_leftover(const Rules* r, const int32_t* score, const Ties* ties, int sticks,
                          Ledger* ledger) noexcept nogil
# a score rounded as Toriuchi settles it (toriuchi section 7)
cdef int32_t rounded(const Rules* r, int32_t score) noexcept nogil
# chips between places at the end of the game (section 7 of super_bingo, flying_fish, toriuchi)
cdef void settle_placement(const Rules* r, const int32_t* score, const Ties* ties,
                           Ledger* ledger) noexcept nogil

# order[0] = the seat in first place; equal points: by tie_first and tie_second
cdef void rank_seats(const Rules* r, const int32_t* score, const Ties* ties,
                     uint8_t* order) noexcept nogil
# each seat's place, 0 the first: by that order, or where the rules break no ties by `amount`, and
# who is equal shares the better place
cdef void final_places(const Rules* r, const uint8_t* order, const int64_t* amount,
                       uint8_t* place) noexcept nogil
# the game's result in thousandths of its unit: chips, or points in thousands with uma and oka
# (and chips at shugi_value)
cdef void final_result(const Rules* r, const int32_t* score, const int32_t* chips,
                       const Ties* ties, int64_t* out) noexcept nogil
cdef bint is_bust(const Rules* r, int32_t score) noexcept nogil
# whether the game ends after a hand.  repeats: its dealer would deal again; hands: dealt so far
cdef bint game_over(const Rules* r, int round, int dealer, bint repeats, const int32_t* score,
                    const Ties* ties, int hands) noexcept nogil
# State.round of a dealer: the given one, or East for ever
cdef int round_of(const Rules* r, int round, int dealer) noexcept nogil
# end: HandEnd; winners, tenpai: bit per seat; first_winner: the first in turn order after the
# discarder; score: after all payments of the hand; hands: dealt so far, this one included
cdef void next_hand(const Rules* r, int round, int dealer, int honba, int end, int winners,
                    int first_winner, int tenpai, const int32_t* score, const Ties* ties,
                    int hands, NextHand* out) noexcept nogil

# Bingo made by the newest of n discards; river, flags, riichi_at as in Seat
cdef int bingo_kind(const Rules* r, const uint8_t* river, const uint8_t* flags, int n,
                    int riichi_at) noexcept nogil
