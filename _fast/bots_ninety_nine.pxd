# The rule baseline of Ninety-Nine.
from shugi._fast.state cimport State
from shugi._fast.worth cimport Style

# the action of the seat that decides now, from what it may know
cdef int ninety_nine_act(const State* s, const Style* style) noexcept nogil
