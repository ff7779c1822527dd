# The question a state puts: whose turn it is, what may be claimed, which actions are legal.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# fields in range and tiles in order are taken for granted (flaw_fields, flaw_tiles)
cdef bint turn_flaw(const State* s, Fault* out) noexcept nogil
# State.legal is what the rules say
cdef bint legal_flaw(const State* s, Fault* out) noexcept nogil
