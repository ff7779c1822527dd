# The end of a hand and of a game: payments, the tulip, the next hand.
from libc.stdint cimport int32_t
from shugi._fast.settle cimport NextHand, Ties
from shugi._fast.state cimport State
from shugi._fast.win cimport Win

# what decides at equal points
cdef inline Ties ties_of(const State* s) noexcept nogil:
    cdef Ties ties
    ties.first_dealer = s.first_dealer
    ties.last_winner = s.last_winner
    return ties


# by: WinBy; winners: bit per seat.  The tile won on is State.drawn, State.discard or none (bingo).
cdef void end_win(State* s, int winners, int by) noexcept nogil
cdef void end_draw(State* s) noexcept nogil      # the wall is exhausted
cdef void end_abort(State* s) noexcept nogil
# State.last, before anything of the end is paid; how: HandEnd
cdef void begin_summary(State* s, int how, int by) noexcept nogil
# after the last payment: the next hand is dealt, or the game ends
cdef void finish_hand(State* s, const NextHand* following) noexcept nogil
# one payment, written into the ledger and moved at once
cdef void move_points(State* s, int reason, int payer, int payee, int32_t points,
                      int detail) noexcept nogil
cdef void move_chips(State* s, int reason, int payer, int payee, int32_t chips) noexcept nogil
# ready, for the draw and for what is missed: under Atama a hand must be shown or sure of a yakuman.
# The seat holds no tile more than between turns.
cdef bint counts_as_ready(const State* s, int seat) noexcept nogil
# ... and sure of a yakuman, once a tile of the kind is discarded
cdef bint sure_after(const State* s, int seat, int kind) noexcept nogil
# the winning position of a seat; code = the winning tile, counting as `counts_as`
cdef void build_win(const State* s, int seat, int by, int code, int counts_as,
                    Win* win) noexcept nogil
