# The rivers and the history of a table on which nobody remembers who discarded what.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State
from shugi._fast.view.seat_view cimport SeatView

# the discards of all seats in one heap, and the newest one (planes 0-3 and 4-7 of the rivers)
cdef void write_heap(const SeatView* v, uint8_t* at, uint8_t* recent) noexcept nogil
# how many of the last n tokens came after the newest discard; -1 when there is none
cdef int newest_discard(const State* s, int n) noexcept nogil
# the token; of a discard only that it was made
cdef int untold(int token) noexcept nogil


cdef inline bint is_attributed(const State* s) noexcept nogil:
    # who discarded what is seen
    return s.rules.discards_attributed
