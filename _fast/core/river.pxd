# The flags of a river (RiverFlag): two discards to a byte.
from shugi._fast.core.sizes cimport RIVER
from libc.stdint cimport uint8_t

cdef enum:
    RIVER_FLAGS = RIVER >> 1     # bytes


cdef enum RiverFlag:
    RIVER_TSUMOGIRI = 1  # the tile just drawn was discarded
    RIVER_RIICHI = 2     # the tile turned sideways
    RIVER_CALLED = 4     # lies in another seat's meld now; still counts for furiten
    RIVER_WON = 8        # was won upon


cdef inline int flags_at(const uint8_t* flags, int i) noexcept nogil:
    return flags[i >> 1] >> 4 * (i & 1) & 15


cdef inline void set_flags(uint8_t* flags, int i, int value) noexcept nogil:
    cdef int shift = 4 * (i & 1)
    flags[i >> 1] = <uint8_t>(flags[i >> 1] & 240 >> shift | value << shift)


cdef inline void add_flag(uint8_t* flags, int i, int flag) noexcept nogil:
    set_flags(flags, i, flags_at(flags, i) | flag)


cdef inline bint called_away(const uint8_t* flags, int i) noexcept nogil:
    return flags_at(flags, i) & RIVER_CALLED
