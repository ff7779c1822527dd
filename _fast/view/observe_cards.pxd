# What one seat of a card game sees, as arrays.  The layout is the tables of observe_cards.pyx; the
# sizes stand here.
from libc.stdint cimport uint8_t
from shugi._fast.core.sizes cimport RULE_PLACES
from shugi._fast.core.state cimport State

cpdef enum:
    ACTION_VERSION = 1
    LAYOUT_VERSION = 1
    PLANES = 40          # uint8
    GLOBALS = 640        # float32, the last RULE_ROOM of them the rule vector
    RULE_ROOM = RULE_PLACES
    ORACLE_PLANES = 8    # what the seat cannot see, uint8

# planes, globals: either may be NULL
cdef void observe_card_seat(const State* s, int seat, const float* rule_vector, int n_rules,
                            uint8_t* planes, float* globals_) noexcept nogil
cdef void observe_card_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
