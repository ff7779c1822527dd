# The rule baseline of Piquet.
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State

# the action of the seat that decides now; a pure function of what it sees
cdef int piquet_act(const State* s, const Style* style) noexcept nogil
