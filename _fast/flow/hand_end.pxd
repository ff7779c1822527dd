# The end of a hand and of a game, whatever is played.
from libc.stdint cimport int32_t
from shugi._fast.core.state cimport State

cdef struct NextHand:
    int32_t over             # the game has ended; the rest is then what was
    int32_t repeats          # the dealer deals again
    int32_t dealer
    int32_t round            # State.round
    int32_t honba


# State.last, before anything of the end is paid; how: HandEnd.  At a draw nobody is ready yet
cdef void begin_summary(State* s, int how) noexcept nogil
# ... of a hand that these seats (bit per seat; none: a draw) have won at once; by: WinBy
cdef void begin_wins(State* s, int winners, int by) noexcept nogil
# one of several who have won at different times; whose tile it was, or NOBODY
cdef void add_winner(State* s, int seat, int by, int giver) noexcept nogil
# who was ready when the wall was empty (bit per seat); all others who have not won were not
cdef void tell_ready(State* s, int ready) noexcept nogil
# after the last payment: the next hand is dealt, or the game ends
cdef void finish_hand(State* s, const NextHand* following) noexcept nogil
