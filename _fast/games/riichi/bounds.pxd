# What the worst hand of riichi may need of a state's arrays.
from shugi._fast.core.rules cimport Rules

cdef int ledger_lines(const Rules* r) noexcept nogil
cdef int most_aside(const Rules* r) noexcept nogil
