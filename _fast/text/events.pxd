# Public events and payments of a position, out and in.
from shugi._fast.core.state cimport State

cdef list history_to_list(const State* s)
# both raise PositionError
cdef void history_from_dict(State* s, dict d) except *
cdef void ledger_from_dict(State* s, dict d) except *
