# The shiro-pocchi: when a White dragon is a joker, and what it may stand for.
from libc.stdint cimport uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

# the tile just drawn is a joker in this hand
cdef bint is_joker(const State* s, int seat) noexcept nogil
# riichi furiten, if the seat on turn goes on without winning on one
cdef void joker_declined(State* s) noexcept nogil
# riichi and the draw do not suffice for a win by the joker
cdef bint joker_needs_yaku(const State* s, int seat) noexcept nogil
# copies of a code whose place the seat does not know
cdef int hidden_copies(const State* s, int seat, int code) noexcept nogil
# codes that the drawn joker may stand for
cdef uint64_t pocchi_codes(const State* s) noexcept nogil
# what a winner may name a joker that the tulip shows
cdef uint64_t revealed_codes(const Rules* r) noexcept nogil
