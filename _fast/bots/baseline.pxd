# The rule baseline: a legal action, from what the seat to decide may know.
from shugi._fast.bots.worth cimport Style
from shugi._fast.core.state cimport State


cdef class BotStyle:
    cdef Style c
    cdef readonly str name


# the action of the seat that decides now; a pure function of what it sees, the seed's noise aside
cdef int bot_act(const State* s, const Style* style) noexcept nogil
