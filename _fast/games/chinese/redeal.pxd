# Dealing again in the regional games: what every one of them knows for certain.
from shugi._fast.core.state cimport State

# the seat answers an offer: what it holds is left
cdef bint answers_offer(const State* s, int seat) noexcept nogil
# claims passed are forgotten
cdef void forget(State* s, int seat) noexcept nogil
