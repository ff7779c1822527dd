# Kans of riichi games, and the indicators that they turn.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport State

# kinds of which the seat may make a closed kan
cdef uint64_t closed_kan_kinds(const State* s, int seat) noexcept nogil
cdef void turn_indicator(State* s) noexcept nogil
# the indicators of open kans whose time has come
cdef void turn_pending(State* s) noexcept nogil
# functions of the game's row (flow/game_ops.pxd)
cdef void kan_made(State* s, int type) noexcept nogil
cdef void go_on_after_kan(State* s) noexcept nogil
cdef void show_cross(State* s) noexcept nogil
cdef void note_liable(State* s, int verb) noexcept nogil
