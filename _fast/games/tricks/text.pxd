# A state of a card game as plain Python values, and back with every check.
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

cdef dict card_state_to_dict(const State* s)
# s is written only when everything is in order; raises PositionError
cdef void card_state_from_dict(State* s, const Rules* r, dict d) except *
