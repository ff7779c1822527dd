# What one seat sees, as arrays.  The layout and the sizes are the tables of rows.py.
from libc.stdint cimport uint8_t, uint16_t
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.state cimport State
from shugi._fast.view.seat_view cimport SeatView


# games/*/view.pyx fill their rows
cdef struct ViewOps:
    # the whole of it, where there are no tiles; NULL for tiles
    void (*observe)(const State*, int seat, uint8_t* planes, float* globals_) noexcept nogil
    void (*oracle)(const State*, int seat, uint8_t* planes) noexcept nogil
    # the rows that the game alone has
    void (*planes)(const SeatView*, uint8_t* at) noexcept nogil
    void (*globals_)(const SeatView*, float* at) noexcept nogil

cdef ViewOps[<int>GAMES] VIEWS      # by Rules.game


# planes, globals: either may be NULL; one call for both works the hand out once.  blocks: those
# whose rows are read, bits of block_of; the rows of others may stay zero
cdef void observe_seat(const State* s, int seat, int blocks, uint8_t* planes,
                       float* globals_) noexcept nogil
# the last HISTORY (core/sizes.pxd) public events, newest last, 0 = none; seats relative
cdef void observe_history(const State* s, int seat, uint16_t* out) noexcept nogil
cdef void observe_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
