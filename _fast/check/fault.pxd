# What is wrong with a state that was read from bytes or from a text; the one gate of both.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# raises PositionError with what is wrong, if anything is; legal: in State.legal too
cdef void refuse_faults(const State* s, bint legal) except *
