# What one seat of a card game sees, as arrays.  The layout is the tables of observe_cards.pyx; the
# sizes stand here.
from libc.stdint cimport uint8_t
from shugi._fast.core.state cimport State

cpdef enum:
    PLANES = 34          # uint8
    GLOBALS = 158        # float32
    ORACLE_PLANES = 7    # what the seat cannot see, uint8

# planes, globals: either may be NULL
cdef void observe_card_seat(const State* s, int seat, uint8_t* planes,
                            float* globals_) noexcept nogil
cdef void observe_card_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
