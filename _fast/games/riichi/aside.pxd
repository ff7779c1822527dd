# Tiles set aside in riichi games: Norths, flowers, bingo tiles, the 1m and the 9m.
from libc.stdint cimport uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

# copies in the hand that may be set aside; in riichi only the tile just drawn
cdef uint64_t nuki_codes(const State* s, int seat) noexcept nogil
cdef bint may_set_aside(const State* s, int seat) noexcept nogil
# the verb of the own turn, and the tile chosen for it
cdef void choose_nuki(State* s) noexcept nogil
cdef void begin_nuki(State* s, int code) noexcept nogil
# functions of the game's row (flow/game_ops.pxd)
cdef void set_aside(State* s) noexcept nogil
cdef uint64_t aside_codes(const Rules* r) noexcept nogil
