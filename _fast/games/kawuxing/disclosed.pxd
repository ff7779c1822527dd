# What a disclosed hand shows when only its waiting part is laid open (kawuxing section 8).
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rules cimport DISCLOSE_MODE_WAITING_PART, Rules
from shugi._fast.core.state cimport Seat

# of a disclosed hand the part that waits is shown, and no more
cdef inline bint shows_part_only(const Rules* r) noexcept nogil:
    return r.disclose_mode == DISCLOSE_MODE_WAITING_PART


# kinds: the concealed tiles between turns; in their place a smallest part that waits for the same
cdef void waiting_part(const Rules* r, const Seat* seat, uint8_t* kinds) noexcept nogil
# what the part waits for, as far as the part and the melds that lie open tell; covered: closed kans
# lie face down
cdef uint64_t waits_of_part(const Rules* r, const Seat* seat, const uint8_t* part,
                            bint covered) noexcept nogil
