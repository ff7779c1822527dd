# The hand of a seat as the scorer wants it (Win), and whether it counts as ready.
from shugi._fast.core.state cimport State
from shugi._fast.games.riichi.win cimport Win

# the winning position of a seat; code = the winning tile, counting as `counts_as`
cdef void build_win(const State* s, int seat, int by, int code, int counts_as,
                    Win* win) noexcept nogil
# ready, for the draw and for what is missed: under Atama a hand must be shown or sure of a yakuman.
# The seat holds no tile more than between turns.
cdef bint counts_as_ready(const State* s, int seat) noexcept nogil
# ... and sure of a yakuman, once a tile of the kind is discarded
cdef bint sure_after(const State* s, int seat, int kind) noexcept nogil
