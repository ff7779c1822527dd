# The question a state puts: whose turn it is, what may be claimed, which actions are legal.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# fields in range and tiles in order are taken for granted (flaw_fields, flaw_tiles)
cdef bint turn_flaw(const State* s, Fault* out) noexcept nogil
# would the turn allow the verb?
cdef bint turn_allows(const State* s, int action) noexcept nogil
# the tile that may be claimed is the newest of the discarder's river
cdef bint lies_last(const State* s) noexcept nogil
# ... is one that the seat on turn could show
cdef bint may_be_robbed(const State* s) noexcept nogil
# State.legal is what the rules say
cdef bint legal_flaw(const State* s, Fault* out) noexcept nogil
