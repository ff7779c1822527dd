# Which hand follows in riichi games, and when a game ends.  Pure functions.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.flow.hand_end cimport NextHand
from shugi._fast.flow.ranking cimport Ties

# whether the game ends after a hand.  repeats: its dealer would deal again; aborted: it ended by an
# abortive draw; hands: dealt so far
cdef bint game_over(const Rules* r, int round, int dealer, bint repeats, bint aborted,
                    const int32_t* score, const Ties* ties, int hands) noexcept nogil
# the same where nobody busts
cdef bint played_out(const Rules* r, int round, int dealer, bint repeats, bint aborted,
                     const int32_t* score, const Ties* ties, int hands) noexcept nogil
# end: HandEnd; winners, tenpai: bit per seat; first_winner: the first in turn order after the
# discarder; score: after all payments of the hand; hands: dealt so far, this one included
cdef void next_hand(const Rules* r, int round, int dealer, int honba, int end, int winners,
                    int first_winner, int tenpai, const int32_t* score, const Ties* ties,
                    int hands, NextHand* out) noexcept nogil
