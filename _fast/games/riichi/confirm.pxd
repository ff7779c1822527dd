# Yaku that a ready hand is sure of, whichever of its waits comes.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport State

# once a tile of the kind is discarded, a ron on every wait has a yaku besides riichi, luck and dora
cdef bint confirmed_after(const State* s, int seat, int kind) noexcept nogil
# false: closed riichi that the rules forbid with these open melds and tiles
cdef bint riichi_confirmed(const State* s, int seat) noexcept nogil
