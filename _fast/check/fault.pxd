# What is wrong with a state that was read from bytes or from a text; the one gate of both.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# true, and what is wrong in out, unless play can go on from the state as from one that was reached
# by playing; State.rules must point to its rules
cdef bint find_fault(const State* s, Fault* out) noexcept nogil
# raises PositionError with what is wrong, if anything is
cdef void refuse_faults(const State* s) except *
