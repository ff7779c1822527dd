# Shapes of hands that may hold called pairs (option atama): the functions of shapes.pxd, asked of
# every way that the melds leave to look at the hand.
#
# One called pair may be the pair of a standard hand.  Seven pairs count the called ones in; two or
# more leave nothing else, and with any other meld they leave nothing at all.  Honours and sevens
# alone may be seven pairs with more equal sevens than other hands.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.core.state cimport Meld
from shugi._fast.shape.shapes cimport Reading

cdef enum:
    LOOKS = 2


cdef struct Look:            # arguments of shapes.pxd
    const uint8_t* kind
    const int32_t* index
    const uint8_t* melded
    int sets
    int forms


cdef struct Held:            # points into itself: not to be copied
    int n
    Look look[LOOKS]
    const uint8_t* kind      # concealed tiles
    uint8_t melded[KINDS]
    uint8_t whole[KINDS]     # concealed tiles and called pairs
    int32_t index[GROUPS]
    int32_t whole_index[GROUPS]
    bint pairs_only          # all melds are called pairs


# index: of the concealed tiles; NULL: worked out here
cdef void held_make(const Rules* r, const uint8_t* kind, const int32_t* index, const Meld* meld,
                    int n_meld, Held* out) noexcept nogil
cdef int held_shanten(const Rules* r, const Held* h) noexcept nogil
cdef uint64_t held_waits(const Rules* r, const Held* h) noexcept nogil
cdef uint64_t held_ukeire(const Rules* r, const Held* h) noexcept nogil
cdef uint64_t held_ready_discards(const Rules* r, const Held* h) noexcept nogil
cdef uint64_t held_good_discards(const Rules* r, const Held* h) noexcept nogil
# at most READINGS; the pair of a standard hand is left out where it is the called one
cdef int held_readings(const Rules* r, const Held* h, Reading* out) noexcept nogil
