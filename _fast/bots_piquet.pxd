# The rule baseline of Piquet.
from shugi._fast.state cimport State
from shugi._fast.worth cimport Style

# the action of the seat that decides now; a pure function of what it sees
cdef int piquet_act(const State* s, const Style* style) noexcept nogil
