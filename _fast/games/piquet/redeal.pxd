# Dealing the hidden cards of Piquet again: what the other has said must still be so.
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.state cimport State

# may the other's new cards be behind all that `seat` has heard?  trial: s with these cards; what
# its owner means by his words is written into it
cdef bint piquet_fits(const State* s, int seat, State* trial) noexcept nogil
# where the other's cards were dealt and drawn from, and which of the talon he has looked at
cdef void piquet_settle_talon(const State* s, int seat, State* trial, Rng* rng) noexcept nogil
