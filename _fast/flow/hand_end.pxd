# The end of a hand and of a game, whatever is played.
from libc.stdint cimport int32_t
from shugi._fast.core.state cimport State

cdef struct NextHand:
    int32_t over             # the game has ended; the rest is then what was
    int32_t repeats          # the dealer deals again
    int32_t dealer
    int32_t round            # State.round
    int32_t honba


# State.last, before anything of the end is paid; how: HandEnd
cdef void begin_summary(State* s, int how, int by) noexcept nogil
# after the last payment: the next hand is dealt, or the game ends
cdef void finish_hand(State* s, const NextHand* following) noexcept nogil
