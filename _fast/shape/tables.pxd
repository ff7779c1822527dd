# The tables behind shapes.pyx: for every count of the kinds of one group, the tiles missing to hold
# m sets, with and without a pair.  A group is a suit of nine kinds, or up to nine kinds without
# runs.
#
# Costs of 0 to 5 sets lie in the bytes ("lanes") of one 64-bit word, all below 128, so that eight
# of them are added or compared by one integer operation.
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from shugi._fast.core.rules cimport (
    KEISHIKI_FIFTH_COPY_NO_WAIT, KEISHIKI_FIFTH_COPY_WAIT, Rules,
)
from shugi._fast.core.sizes cimport GROUPS

cdef enum Form:
    FORM_STANDARD = 1    # sets and a pair
    FORM_PAIRS = 2       # seven pairs (Rules.chiitoi_duplicates: a quadruple is two pairs)
    FORM_ORPHANS = 4     # kokushi or nanashi (Rules.orphan_hand)
    FORM_ALL = 7
    FORM_SETS = 8        # sets alone: the pair lies in a meld

cdef enum:
    NOT_READY = 99       # shanten of a hand that cannot be formed (a fifth seven in melds)
    TABLES = 64          # in one process
    MOST_SETS = 5
    OPEN_CAP = 9         # "copies do not matter": 4 held, 4 wildcards and the tile waited for
    INFINITE = 63        # the cost of what cannot be; four of the costs that can add up to less

cdef extern from *:
    """
    #define EACH_LANE(byte) ((uint64_t)(byte) * UINT64_C(0x0101010101010101))
    #define LANE_ONES EACH_LANE(1)
    #define LANE_TOPS EACH_LANE(0x80)
    #define LANE_LOW EACH_LANE(0x0F)
    #define LANE_INFINITE EACH_LANE(63)
    #define LANE_COSTS UINT64_C(0x0000FFFFFFFFFFFF)  /* lanes 0-5 */
    #define ODD_BYTES UINT64_C(0x00FF00FF00FF00FF)
    #define ODD_PAIRS UINT64_C(0x0000FFFF0000FFFF)
    """
    const uint64_t LANE_ONES, LANE_TOPS, LANE_LOW, LANE_INFINITE, LANE_COSTS, ODD_BYTES, ODD_PAIRS


cdef extern from "shape/join.h" nogil:
    ctypedef struct Part:    # costs of m sets (lane m) in some groups, without and with the pair
        uint64_t plain
        uint64_t paired

    Part part_join(Part a, Part b, int sets, uint64_t infinite) noexcept


cdef struct Rest:        # all groups but one
    uint64_t plain       # lane m: cost of the other sets (sets - m)
    uint64_t paired      # ... and the pair
    uint64_t low         # sums of the entries' nibbles: units and pairs in lanes 6 and 7
    uint64_t high        # orphans and orphan pairs


# fills what Rules says of groups (group, weight, group_kinds, group_kind, n_groups, group_table)
# from copies, limit, chiitoi_duplicates, orphan_hand and keishiki_fifth_copy; -1 when memory or
# room for tables runs out
cdef int compile_groups(Rules* r) noexcept

# What is known of one vector of a group's counts; a line of memory holds two.
# Byte m < 6 of the entry: low nibble the tiles missing to m sets, high nibble to m sets and a pair
# (at most 15).  Byte 6: kinds that can become a pair, and orphans present; byte 7: pairs, and
# orphans present twice.  The other words say what a tile more changes, by the place of its kind in
# the group: in byte m the first eight kinds that lower the cost of m sets, in `last` the nibbles
# of the ninth, and above them the kinds that make byte 6 or 7 larger.
cdef struct Record:
    uint64_t entry
    uint64_t plain       # bit 48 + place: one kind more that can become a pair
    uint64_t paired      # ... one pair more
    uint64_t last        # ... one orphan more

cdef enum:
    TALLIES = 48         # bits of a word below what is no cost
    SECOND_PLAIN = 57    # from this bit of `plain` on: the first kinds that make an orphan a pair
    SECOND_PAIRED = 50   # minus the place: ... of `paired`: the eighth and the ninth kind
    WHOLE = 57           # from this bit of `last` on: the most sets that lack nothing
    HEADED = 60          # ... beside a pair, plus one; 0: there is none

cdef enum:
    INDEX_BITS = 28      # of an index, so that two and the numbers of their groups are one word

# An index has the counts of a group's first kinds in its low 16 bits and those of the others above.
# Vectors lie together by the others, and then by the number of tiles of the first: so none with
# more tiles than a hand takes room.
cdef struct Table:
    uint16_t* rank       # by the first kinds
    uint32_t* base       # by the others
    Record* record
    uint64_t* entry      # those of the records: most questions read no more, and caches hold them

cdef Table TABLE[TABLES]
# kinds of the orphan hand (bit = kind); 0 when the deck lacks one of them
cdef uint64_t orphans(const Rules* r) noexcept nogil


# does the number of copies bind kind k, and not the form alone?
cdef inline bint is_bound(const Rules* r, int k) noexcept nogil:
    return r.keishiki_fifth_copy != KEISHIKI_FIFTH_COPY_WAIT or r.copies[k] > r.limit[k]


# ... the copies in melds among them?
cdef inline bint is_bound_by_melds(const Rules* r, int k) noexcept nogil:
    return r.keishiki_fifth_copy == KEISHIKI_FIFTH_COPY_NO_WAIT or r.copies[k] > r.limit[k]


# do the copies in melds count, where this many sets are still to be formed?
cdef inline bint melds_count(const Rules* r, int sets) noexcept nogil:
    return (sets < r.sets or r.atama) and (
        r.keishiki_fifth_copy == KEISHIKI_FIFTH_COPY_NO_WAIT or r.seven_limit >= 0)


# forms that this many sets leave open: seven pairs and orphans need the whole hand
cdef inline int open_forms(const Rules* r, int sets, int forms) noexcept nogil:
    return forms if sets == 4 and r.sets == 4 else forms & (FORM_STANDARD | FORM_SETS)


# copies of kind k that a finished form may hold
cdef inline int form_cap(const Rules* r, int k) noexcept nogil:
    return r.limit[k] if r.copies[k] == 0 or is_bound(r, k) else OPEN_CAP


# the most copies of kind k that an index can tell apart
cdef inline int most_held(const Rules* r, int k) noexcept nogil:
    return 8 if r.copies[k] > 4 else 4


cdef inline uint64_t lane_min(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t above = ((a | LANE_TOPS) - b) & LANE_TOPS
    return a ^ ((a ^ b) & (above - (above >> 7)))


# is any lane of a or of b at most `most`?
cdef inline bint lane_within(uint64_t a, uint64_t b, int most) noexcept nogil:
    cdef uint64_t bound = <uint64_t>most * LANE_ONES | LANE_TOPS
    return (((bound - a) | (bound - b)) & LANE_TOPS) != 0


# INFINITE in the lanes that are 0, 0 in the others
cdef inline uint64_t zero_lanes(uint64_t lanes) noexcept nogil:
    return ((LANE_TOPS - lanes) >> 7 & LANE_ONES) * INFINITE


# the least of lanes 0-5
cdef inline int lane_least(uint64_t lanes) noexcept nogil:
    lanes = (lanes & LANE_COSTS) | (LANE_INFINITE & ~LANE_COSTS)
    lanes = lane_min(lanes, lanes >> 32 | LANE_INFINITE << 32)
    lanes = lane_min(lanes, lanes >> 16)
    lanes = lane_min(lanes, lanes >> 8)
    return lanes & 0xFF


# lane m becomes what lane sets - m was; lanes above sets 0
cdef inline uint64_t reverse_lanes(uint64_t lanes, int sets) noexcept nogil:
    lanes = (lanes & ODD_BYTES) << 8 | (lanes >> 8 & ODD_BYTES)
    lanes = (lanes & ODD_PAIRS) << 16 | (lanes >> 16 & ODD_PAIRS)
    lanes = lanes << 32 | lanes >> 32
    return lanes >> 8 * (7 - sets)


# ... INFINITE
cdef inline uint64_t reverse_costs(uint64_t lanes, int sets) noexcept nogil:
    return reverse_lanes(lanes, sets) | LANE_INFINITE << 8 * (sets + 1)


cdef inline Part part_of(uint64_t entry) noexcept nogil:
    cdef Part part
    part.plain = entry & LANE_LOW
    part.paired = entry >> 4 & LANE_LOW
    return part


# what has no tiles: no set costs nothing
cdef inline Part no_part() noexcept nogil:
    cdef Part part
    part.plain = LANE_INFINITE ^ INFINITE
    part.paired = LANE_INFINITE
    return part


# the cheapest way to share m sets and a pair between two parts
cdef inline Part join(Part a, Part b, int sets) noexcept nogil:
    return part_join(a, b, sets, INFINITE)


# ---- a whole hand: one entry and the rest -----------------------------------------------------


cdef inline const Table* table_in(const Rules* r, int g) noexcept nogil:
    return &TABLE[r.group_table[g]]


cdef inline uint32_t vector_at(const Table* table, int32_t index) noexcept nogil:
    return table.base[index >> 16] + table.rank[index & 0xFFFF]


cdef inline const Record* record_at(const Table* table, int32_t index) noexcept nogil:
    return &table.record[vector_at(table, index)]


cdef inline uint64_t entry_at(const Table* table, int32_t index) noexcept nogil:
    return table.entry[vector_at(table, index)]


cdef inline uint64_t entry_of(const Rules* r, const int32_t* index, int g) noexcept nogil:
    return entry_at(table_in(r, g), index[g])


# everything but group `skip`
cdef inline Rest rest_of(const Rules* r, const int32_t* index, int skip, int sets) noexcept nogil:
    cdef Rest rest
    cdef Part part
    cdef uint64_t entry
    cdef int g, first = 1
    part = no_part()
    rest.low = 0
    rest.high = 0
    for g in range(r.n_groups):
        if g == skip:
            continue
        entry = entry_of(r, index, g)
        rest.low += entry & LANE_LOW
        rest.high += entry >> 4 & LANE_LOW
        part = part_of(entry) if first else join(part, part_of(entry), sets)
        first = 0
    rest.plain = reverse_costs(part.plain, sets)
    rest.paired = reverse_costs(part.paired, sets)
    return rest


# everything but each of the groups, one after another
cdef inline void rests_of(const Rules* r, const int32_t* index, int sets,
                          Rest* rest) noexcept nogil:
    cdef Part part[GROUPS]
    cdef Part before[GROUPS]     # groups up to this one
    cdef Part behind             # groups after it
    cdef uint64_t entry
    cdef uint64_t low = 0
    cdef uint64_t high = 0
    cdef int last = r.n_groups - 1
    cdef int g
    if last == 0:
        rest[0] = rest_of(r, index, 0, sets)
        return
    for g in range(last + 1):
        entry = entry_of(r, index, g)
        part[g] = part_of(entry)
        rest[g].low = entry & LANE_LOW
        rest[g].high = entry >> 4 & LANE_LOW
        low += rest[g].low
        high += rest[g].high
    before[0] = part[0]
    for g in range(1, last):
        before[g] = join(before[g - 1], part[g], sets)
    behind = part[last]
    set_rest(&rest[last], before[last - 1], low, high, sets)
    for g in range(last - 1, 0, -1):
        set_rest(&rest[g], join(before[g - 1], behind, sets), low, high, sets)
        behind = join(part[g], behind, sets)
    set_rest(&rest[0], behind, low, high, sets)


# rest: of the group's entry its nibbles, until now
cdef inline void set_rest(Rest* rest, Part others, uint64_t low, uint64_t high,
                          int sets) noexcept nogil:
    rest.low = low - rest.low
    rest.high = high - rest.high
    rest.plain = reverse_costs(others.plain, sets)
    rest.paired = reverse_costs(others.paired, sets)


cdef inline int pairs_missing(uint64_t low) noexcept nogil:
    cdef int units = low >> 48 & 0xFF
    cdef int pairs = low >> 56
    return 14 - min(pairs, 7) - min(units, 7)


cdef inline int orphans_missing(const Rules* r, uint64_t high) noexcept nogil:
    cdef int present = high >> 48 & 0xFF
    if present == 0 and orphans(r) == 0:
        return NOT_READY
    return 14 - present - (high >> 56 != 0)


# does the hand made of `rest` and `entry` lack at most `most` tiles?
cdef inline bint within(const Rules* r, const Rest* rest, uint64_t entry, int most,
                        int forms) noexcept nogil:
    cdef uint64_t low = entry & LANE_LOW
    cdef uint64_t high = entry >> 4 & LANE_LOW
    cdef bint found = False
    if forms & FORM_STANDARD:
        found = lane_within(low + rest.paired, high + rest.plain, most)
    elif forms & FORM_SETS:
        found = lane_within(low + rest.plain, LANE_INFINITE, most)
    if forms & FORM_PAIRS:
        found |= pairs_missing(rest.low + low) <= most
    if forms & FORM_ORPHANS:
        found |= orphans_missing(r, rest.high + high) <= most
    return found


# the forms in which that hand lacks at most `most` tiles
cdef inline int forms_within(const Rules* r, const Rest* rest, uint64_t entry, int most,
                             int forms) noexcept nogil:
    cdef int sets = forms & (FORM_STANDARD | FORM_SETS)
    cdef int open = 0
    if sets and within(r, rest, entry, most, sets):
        open |= sets
    if forms & FORM_PAIRS and within(r, rest, entry, most, FORM_PAIRS):
        open |= FORM_PAIRS
    if forms & FORM_ORPHANS and within(r, rest, entry, most, FORM_ORPHANS):
        open |= FORM_ORPHANS
    return open


# the same of the whole hand
cdef inline bint all_within(const Rules* r, const int32_t* index, int sets, int most,
                            int forms) noexcept nogil:
    cdef int last = r.n_groups - 1
    cdef Rest rest = rest_of(r, index, last, sets)
    return within(r, &rest, entry_of(r, index, last), most, forms)


cdef inline int tiles_missing(const Rules* r, const int32_t* index, int sets,
                              int forms) noexcept nogil:
    cdef int last = r.n_groups - 1
    cdef Rest rest = rest_of(r, index, last, sets)
    return missing_beside(r, &rest, entry_of(r, index, last), forms)


cdef inline int missing_beside(const Rules* r, const Rest* rest, uint64_t entry,
                               int forms) noexcept nogil:
    cdef uint64_t low = entry & LANE_LOW
    cdef uint64_t high = entry >> 4 & LANE_LOW
    cdef int best = NOT_READY
    if forms & FORM_STANDARD:
        best = lane_least(lane_min(low + rest.paired, high + rest.plain))
    elif forms & FORM_SETS:
        best = lane_least(low + rest.plain)
    if forms & FORM_PAIRS:
        best = min(best, pairs_missing(rest.low + low))
    if forms & FORM_ORPHANS:
        best = min(best, orphans_missing(r, rest.high + high))
    return best


# could a tile more in this group bring the missing tiles down to `most`?
cdef inline bint improvable(const Rules* r, const Rest* rest, uint64_t entry, int most,
                            int forms) noexcept nogil:
    cdef uint64_t low = entry & LANE_LOW
    cdef uint64_t high = entry >> 4 & LANE_LOW
    if forms & ~FORM_STANDARD and within(r, rest, entry, most + 1, forms & ~FORM_STANDARD):
        return True
    if forms & FORM_SETS:
        return False
    # lanes where the group lacks nothing cannot get better
    return lane_within(low + rest.paired + zero_lanes(low),
                       high + rest.plain + zero_lanes(high), most + 1)
