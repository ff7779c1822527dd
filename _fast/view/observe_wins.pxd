# What wins of the own hand would pay, in riichi and Kawuxing: rows of the observation.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.view.sight cimport Sight


# is it known what wins pay before tiles are turned?
cdef inline bint wins_tell(const Rules* r) noexcept nogil:
    return r.discloses if r.regional else not r.cherry


# planes: by kind that completes the hand, what a ron and what a draw of it would bring; at the own
# turn as if the tile just drawn were not there
cdef void put_wins(const Sight* v, uint64_t waits, uint8_t* ron, uint8_t* draw) noexcept nogil
# what a ron would bring on average once a tile of the kind is discarded and these complete the
# hand: undeclared, and declared
cdef void put_ready_wins(const Sight* v, int kind, uint64_t waits, uint8_t* silent,
                         uint8_t* declared) noexcept nogil
