# How a riichi hand ends: payments, the tulip, the next hand.
from shugi._fast.core.state cimport State

# by: WinBy; winners: bit per seat.  The tile won on is State.drawn, State.discard or none (bingo).
cdef void end_win(State* s, int winners, int by) noexcept nogil
cdef void end_draw(State* s) noexcept nogil      # the wall is exhausted
cdef void end_abort(State* s) noexcept nogil
# a wrong win, or one missed: the culprits (bit per seat) pay, and the hand is dealt again
cdef void end_chombo(State* s, int culprits) noexcept nogil
# what is left to pay when the game ends: sticks on the table, places
cdef void end_game(State* s) noexcept nogil
