# What one seat sees, as arrays.  The layout is the tables of observe.pyx; the sizes stand here.
from libc.stdint cimport uint8_t, uint16_t
from shugi._fast.core.sizes cimport RULE_PLACES
from shugi._fast.core.state cimport State

cpdef enum:
    LAYOUT_VERSION = 4
    PLANES = 60          # planes of 34 kinds, uint8
    GLOBALS = 634        # float32, the last RULE_ROOM of them the rule vector
    RULE_ROOM = RULE_PLACES  # room for the rule vector; zero beyond its length
    ORACLE_PLANES = 25   # what the seat cannot see, uint8

# planes, globals: either may be NULL; one call for both works the hand out once
cdef void observe_seat(const State* s, int seat, const float* rule_vector, int n_rules,
                       uint8_t* planes, float* globals_) noexcept nogil
cdef void observe_planes(const State* s, int seat, uint8_t* planes) noexcept nogil
cdef void observe_globals(const State* s, int seat, const float* rule_vector, int n_rules,
                          float* out) noexcept nogil
# the last HISTORY (core/state.pxd) public events, newest last, 0 = none; seats relative
cdef void observe_history(const State* s, int seat, uint16_t* out) noexcept nogil
cdef void observe_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil
