# Flowers and the gold indicator of Xiamen and Quanzhou.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport State

cdef uint64_t FLOWER_BITS    # codes of the eight flowers

# every flower in the seat's hand is laid down; how many
cdef int lay_flowers(State* s, int seat) noexcept nogil
cdef bint wins_by_flowers(const State* s, int seat) noexcept nogil
# all hands, with supplements; the seat that wins by all eight flowers, NOBODY
cdef int meld_flowers(State* s) noexcept nogil
# the indicator, and what it makes of the tiles in the wall and in the hands
cdef void turn_gold(State* s) noexcept nogil
