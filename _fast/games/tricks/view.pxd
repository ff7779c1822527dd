# What one seat of a card game sees, as arrays.  The layout and the sizes are the tables of
# rows_cards.py.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State

# planes, globals: either may be NULL
cdef void observe_card_seat(const State* s, int seat, uint8_t* planes,
                            float* globals_) noexcept nogil
cdef void observe_card_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
