# The tables behind shape.pyx: for every count of the kinds of one group, the tiles missing to hold
# m sets, with and without a pair.  A group is a suit of nine kinds or up to nine kinds without runs.
from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    GROUP_KINDS = 9
    MOST_SETS = 5
    OPEN_CAP = 9         # "copies do not matter": 4 held, 4 wildcards and the tile waited for


cdef struct Group:       # what a table depends on, by place in the group (unused places: radix 1)
    uint8_t runs         # neighbouring places form runs
    uint8_t quads        # four equal tiles are two pairs
    uint8_t radix[GROUP_KINDS]   # counts that the index can tell apart: 5 or 9
    uint8_t cap[GROUP_KINDS]     # copies of the kind that a finished hand may use
    uint8_t orphan[GROUP_KINDS]  # the kind belongs to the orphan hand


# place values of the counts in the index; kinds with radix 9 are the most significant
cdef int32_t group_weights(const Group* group, int32_t* weight) noexcept nogil
# number of the table for this group, built when it is first asked for; -1 when memory runs out
cdef int table_of(const Group* group) noexcept
# The entries of a table.  Byte m < 6 of an entry: low nibble the tiles missing to m sets, high nibble
# to m sets and a pair (at most 15).  Byte 6: kinds that can become a pair, and orphans present;
# byte 7: pairs, and orphans present twice.
cdef const uint64_t* table_entries(int table) noexcept nogil
