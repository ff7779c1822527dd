# A random state among those that look the same from one seat.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.state cimport State

# 1, or 0 when no arrangement was found (the state is then unchanged)
cdef bint redeal(State* s, int seat, uint64_t key) noexcept nogil
# all hands and answers stay: only the wall is dealt again, and in card games nothing
cdef void redeal_wall(State* s, uint64_t key) noexcept nogil

# for bots/belief.pyx, which goes on from a redeal

# does `seat` not see (all of) the hand of p?
cdef bint is_hidden(const State* s, int seat, int p) noexcept nogil
# is the tile at a place of the wall known to all?
cdef bint place_is_public(const State* s, int place) noexcept nogil
# can p hold this hand, without the tile just drawn?  part: what it shows, or NULL
cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil
# what the others could claim with the hands they have now, and that they have passed; false when
# the seat that decides would not have been asked then
cdef bint redo_calls(State* s, int seat) noexcept nogil
