# The Grand Cross (Super Bingo add-on): East, South, West and North shown as a set of the own turn.
from shugi._fast.core.state cimport State

# may seat p, which has drawn, show the four winds now?
cdef bint cross_allowed(const State* s, int p) noexcept nogil
# what every other seat pays the seat on turn, whose newest meld it is
cdef void pay_cross(State* s) noexcept nogil
