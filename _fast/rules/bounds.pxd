# What the worst hand of a rule set may need of the arrays of a State, computed from the rules.
from shugi._fast.core.rules cimport Rules

# different payments (reason, payer, payee) of a hand, those at the end of the game among them
cdef int ledger_bound(const Rules* r) noexcept nogil
# discards of one seat
cdef int river_bound(const Rules* r) noexcept nogil
# tiles that one seat may set aside
cdef int aside_bound(const Rules* r) noexcept nogil
# raises ValueError where a State has no room for them: what cannot be refused while playing.  A
# river that is too long stops its game.
cdef int check_bounds(const Rules* r) except -1
