# Crazy Cherry (super_bingo section 6.4): a hand's chips, and what cherries turn them into.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.tiles cimport CHERRY_1P
from shugi._fast.games.riichi.win cimport Value, Win


cdef inline int32_t cherry_sign(int code) noexcept nogil:
    # what a cherry tile multiplies the chips by
    return -(code - CHERRY_1P + 1)


# chips that the hand itself is worth: its ron value in thousands, and ten for the dealer
cdef int32_t cherry_value(const Rules* r, const Win* win, const Value* value) noexcept nogil
# copies of a code among the winner's tiles, melds and winning tile included
cdef int copies_in_hand(const Win* win, int code) noexcept nogil
# cherry tiles in the winner's tiles and the discard piles; factor: the product of their signs
cdef int count_cherries(const Win* win, int32_t* factor) noexcept nogil
# the joker was drawn: death tiles do nothing, and the chips are never negative
cdef bint won_by_joker(const Win* win) noexcept nogil
# chips that each payer pays; negative: the winner pays them to each payer
cdef int32_t cherry_settle(int32_t total, int32_t factor, bint ron, bint positive) noexcept nogil
