# Every field of a state by itself: is it in its range?
from shugi._fast.check.field_at cimport FIELDS_END, FieldAt
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

cdef enum:
    MOST_MONEY = 100_000_000  # points or chips: sums of a few of them stay in 32 bits

# of each field, in the order of check/tables.py
cdef FieldAt[FIELDS_END] FIELDS_AT

# true, and what is wrong in out, unless the struct at `base` holds what its rows allow; seat: whose
cdef bint struct_flaw(const Rules* r, const void* base, int first_row, int end, int seat,
                      Fault* out) noexcept nogil
# true, and what is wrong in out, unless every field holds what its row allows
cdef bint fields_flaw(const State* s, Fault* out) noexcept nogil
# does the token tell of an event that the game can have?
cdef bint is_event(const Rules* r, int token) noexcept nogil
