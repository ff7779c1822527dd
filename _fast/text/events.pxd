# What has happened before a position, out and in: events, payments, how the last hand ended.
from shugi._fast.core.state cimport State

cdef void past_to_dict(const State* s, dict out) except *
# raises PositionError
cdef void past_from_dict(State* s, dict d) except *
