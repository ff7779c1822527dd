# The tiles of a state: is every one of the deck in one place, and what follows from them right?
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.state cimport Seat, State

# fields in range are taken for granted (flaw_fields)
cdef bint tiles_flaw(const State* s, Fault* out) noexcept nogil
cdef int kans_of(const Seat* seat) noexcept nogil
cdef int kans_on_table(const State* s) noexcept nogil
# who holds one: bit per seat
cdef int full_seats(const State* s) noexcept nogil
# does State.after go once round all who play?
cdef bint order_flaw(const State* s, Fault* out) noexcept nogil
