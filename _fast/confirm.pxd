# Yaku that a ready hand is sure of, whichever of its waits comes.
from libc.stdint cimport uint64_t
from shugi._fast.state cimport State

# once a tile of the kind is discarded, a ron on every wait has a yaku besides riichi, luck and dora
cdef bint confirmed_after(const State* s, int seat, int kind) noexcept nogil
# false: closed riichi that the rules forbid with these open melds and tiles
cdef bint riichi_confirmed(const State* s, int seat) noexcept nogil
# the tile just drawn is a joker in this hand
cdef bint is_joker(const State* s, int seat) noexcept nogil
# riichi furiten, if the seat on turn goes on without winning on one
cdef void joker_declined(State* s) noexcept nogil
# riichi and the draw do not suffice for a win by the joker
cdef bint joker_needs_yaku(const State* s, int seat) noexcept nogil
# those of the codes that the drawn joker may stand for in a hand with a yaku
cdef uint64_t wins_as_joker(const State* s, int seat, uint64_t codes) noexcept nogil
