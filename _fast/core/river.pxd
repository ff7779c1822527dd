# The flags of a river (RiverFlag): two discards to a byte.
from shugi._fast.core.sizes cimport RIVER
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

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


cdef enum:
    FLAGS_AT_ONCE = 16   # discards


# of the discards from 16 * part on those with the flag: its bit of each of their groups of four; n:
# discards in the river
cdef inline uint64_t flagged(const uint8_t* flags, int flag, int part, int n) noexcept nogil:
    cdef uint64_t found = 0
    memcpy(&found, flags + 8 * part, 8 if 8 * part + 8 <= RIVER_FLAGS else RIVER_FLAGS & 7)
    n -= FLAGS_AT_ONCE * part
    if n < FLAGS_AT_ONCE:
        found &= (<uint64_t>1 << 4 * n) - 1
    return found & flag * <uint64_t>0x1111111111111111


cdef inline int parts_of(int n) noexcept nogil:
    return (n + FLAGS_AT_ONCE - 1) // FLAGS_AT_ONCE
