# What lasts from hand to hand, as numbers, and a small network that says what it is worth.
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport State

cdef enum:
    OF_A_SEAT = 6            # numbers of each seat
    OF_ALL = 8               # numbers of the table
    STANDING = OF_A_SEAT * SEATS + OF_ALL
    STANDING_HIDDEN = 24     # units of the one hidden layer


cdef struct Standing:
    float[STANDING][STANDING_HIDDEN] first   # from the numbers as they are
    float[STANDING_HIDDEN] bias
    float[STANDING_HIDDEN] last              # to chips, or to thousands of points


cdef class EngineStanding:
    cdef Standing c
    cdef readonly object rules
    cdef object _weights


# the kind of gain that carries what a standing is worth: 0 chips, 1 thousands of points
cdef int standing_kind(const Rules* r) noexcept nogil
# what stood when the hand in play began, as `seat` sees it; (STANDING,)
cdef void standing_of(const State* s, int seat, float* out) noexcept nogil
# what every seat can still expect of the game, the hand in play included; (seats,), sum zero
cdef void value_standing(const Standing* standing, const State* s, float* out) noexcept nogil
# what a hand's end is worth to a seat: of what follows or, after the last hand, of uma and oka
cdef double worth_of_end(const Standing* standing, const State* s, int seat) noexcept nogil
