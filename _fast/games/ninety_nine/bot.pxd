# The rule baseline of Ninety-Nine.
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State

# the action of the seat that decides now, from what it may know
cdef int ninety_nine_act(const State* s, const Style* style) noexcept nogil
