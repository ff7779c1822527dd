# A card game's table: is every card in one place, and the question one that can be put?
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# fields in range are taken for granted (flaw_fields)
cdef bint cards_flaw(const State* s, Fault* out) noexcept nogil
