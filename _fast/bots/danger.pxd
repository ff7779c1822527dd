# How likely a ready hand wins on a tile.
from libc.stdint cimport uint64_t
from shugi._fast.view.seat_view cimport SeatView

# chance that a ready hand which cannot win on `safe` wins on this tile
cdef float deal_in(const SeatView* t, int kind, uint64_t safe) noexcept nogil
