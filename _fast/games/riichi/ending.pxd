# How a riichi hand ends: payments, the tulip, the next hand.
from libc.stdint cimport int32_t
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.state cimport State
from shugi._fast.games.riichi.expect cimport Unseen

# by: WinBy; winners: bit per seat.  The tile won on is State.drawn, State.discard or none (bingo).
cdef void end_win(State* s, int winners, int by) noexcept nogil
cdef void end_draw(State* s) noexcept nogil      # the wall is exhausted
cdef void end_abort(State* s) noexcept nogil
# a wrong win, or one missed: the culprits (bit per seat) pay, and the hand is dealt again
cdef void end_chombo(State* s, int culprits) noexcept nogil
# what is left to pay when the game ends: sticks on the table, places
cdef void end_game(State* s) noexcept nogil
# mean points and chips of each seat (see expect_win) if the drawn joker is named so and the wall is
# drawn from these tiles
cdef void expect_joker(const State* s, int code, const Unseen* unseen, int samples, Rng* rng,
                       float* points, float* chips) noexcept nogil
# tiles of the winner's hand that a revealed joker hits, by the kind that it is named
cdef void count_joker_hits(const State* s, int seat, int32_t* hits) noexcept nogil
