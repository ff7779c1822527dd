# What a card game's table takes for granted, whatever the game.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport State

# true, and what is wrong in out
cdef bint cards_flaw(const State* s, Fault* out) noexcept nogil
# whose card is due in the running trick?
cdef bint plays_flaw(const State* s, Fault* out) noexcept nogil
