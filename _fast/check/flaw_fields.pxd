# Every field of a state by itself: is it in its range?
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

# true, and what is wrong in out, unless every field holds what its row allows
cdef bint fields_flaw(const State* s, Fault* out) noexcept nogil
# does the token tell of an event that the game can have?
cdef bint is_event(const Rules* r, int token) noexcept nogil
