# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Builds the shape tables: a separable distance transform from all unions of sets and a pair.

A finished part costs nothing at the vectors that are such a union; a missing tile costs one and a
tile too many costs nothing.  Since the cost is a sum over kinds, relaxing one kind after the other
gives the exact cost of every count vector, in time linear in the size of the table.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.rules cimport ORPHAN_HAND_NANASHI
from shugi._fast.core.sizes cimport GROUPS, KINDS, NO_TILE

cdef extern from *:
    """
    #define ORPHAN_HONORS (UINT64_C(0x7F) << 27)
    #define KOKUSHI (ORPHAN_HONORS | 1 << 0 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26)
    #define NANASHI (ORPHAN_HONORS | 1 << 9 | 1 << 15 | 1 << 17 | 1 << 18 | 1 << 24 | 1 << 26)
    """
    const uint64_t KOKUSHI, NANASHI

cdef extern from "core/room.h" nogil:
    void* room_make(size_t count, size_t size)

cdef enum:
    GROUP_KINDS = 9
    LANES = 16           # bytes per vector while building: m sets at m, m sets and a pair at 8 + m
    FAR = 63             # not reached yet; the transform adds at most 72 to it
    LARGEST = 1 << 23    # entries: two kinds of eight copies in one suit


cdef struct Group:       # what a table depends on, by place in the group (unused places: radix 1)
    uint8_t runs         # neighbouring places form runs
    uint8_t quads        # four equal tiles are two pairs
    uint8_t radix[GROUP_KINDS]   # counts that the index can tell apart: 5 or 9
    uint8_t cap[GROUP_KINDS]     # copies of the kind that a finished hand may use
    uint8_t orphan[GROUP_KINDS]  # the kind belongs to the orphan hand


cdef Group KNOWN[TABLES]
cdef int N_TABLES = 0


# ---- the groups of a deck ---------------------------------------------------------------------


cdef int compile_groups(Rules* r) noexcept:
    cdef int kinds[KINDS]
    cdef int first, k, n = 0
    r.n_groups = 0
    memset(r.group, NO_TILE, sizeof(r.group))
    memset(r.weight, 0, sizeof(r.weight))
    memset(r.group_kinds, 0, sizeof(r.group_kinds))
    for first in range(0, 27, 9):
        if has_run(r, first):
            for k in range(GROUP_KINDS):
                kinds[k] = first + k
            if add_group(r, kinds, GROUP_KINDS, 1) < 0:
                return -1
    # what cannot form runs shares a group: in sanma 1m, 9m and the honours
    for k in range(KINDS):
        if r.copies[k] and r.group[k] == NO_TILE:
            kinds[n] = k
            n += 1
    for first in range(0, n, GROUP_KINDS):
        if add_group(r, &kinds[first], min(n - first, <int>GROUP_KINDS), 0) < 0:
            return -1
    return 0


cdef bint has_run(const Rules* r, int first) noexcept nogil:
    cdef int k
    for k in range(first, first + 7):
        if r.copies[k] and r.copies[k + 1] and r.copies[k + 2]:
            return True
    return False


cdef int add_group(Rules* r, const int* kinds, int n, int runs) noexcept:
    cdef Group group
    cdef int32_t weight[GROUP_KINDS]
    cdef uint64_t orphan = orphans(r)
    cdef int i, k, table
    memset(&group, 0, sizeof(group))
    memset(group.radix, 1, sizeof(group.radix))
    group.runs = <uint8_t>runs
    group.quads = r.chiitoi_duplicates != 0
    for i in range(n):
        k = kinds[i]
        if r.copies[k]:
            group.radix[i] = <uint8_t>(most_held(r, k) + 1)
            group.cap[i] = <uint8_t>form_cap(r, k)
            group.orphan[i] = has(orphan, k)
    table = table_of(&group) if r.n_groups < GROUPS else -1
    if table < 0:
        return -1
    group_weights(&group, weight)
    for i in range(n):
        if r.copies[kinds[i]]:
            r.group[kinds[i]] = <uint8_t>r.n_groups
            r.weight[kinds[i]] = weight[i]
            r.group_kinds[r.n_groups] |= bit(kinds[i])
    r.group_table[r.n_groups] = table
    r.n_groups += 1
    return 0


cdef uint64_t orphans(const Rules* r) noexcept nogil:
    cdef uint64_t mask = NANASHI if r.orphan_hand == ORPHAN_HAND_NANASHI else KOKUSHI
    cdef int k
    for k in range(KINDS):
        if has(mask, k) and not r.copies[k]:
            return 0
    return mask


# ---- tables -----------------------------------------------------------------------------------


# place values of the counts in the index; kinds with radix 9 are the most significant
cdef int32_t group_weights(const Group* group, int32_t* weight) noexcept nogil:
    cdef int32_t place = 1
    cdef int i, wide
    memset(weight, 0, GROUP_KINDS * sizeof(int32_t))
    for wide in range(2):
        for i in range(GROUP_KINDS):
            if (group.radix[i] > 5) == wide:
                weight[i] = place
                place *= group.radix[i]
    return place


# number of the table for this group, built when it is first asked for; -1 when there is no room
cdef int table_of(const Group* group) noexcept:
    global N_TABLES
    cdef int i
    for i in range(N_TABLES):
        if memcmp(&KNOWN[i], group, sizeof(Group)) == 0:
            return i
    if N_TABLES == TABLES:
        return -1
    ENTRIES[N_TABLES] = build(group)
    if ENTRIES[N_TABLES] == NULL:
        return -1
    KNOWN[N_TABLES] = group[0]
    N_TABLES += 1
    return N_TABLES - 1


cdef uint64_t* build(const Group* group) noexcept nogil:
    cdef int32_t weight[GROUP_KINDS]
    cdef uint8_t count[GROUP_KINDS]
    cdef int32_t size = group_weights(group, weight)
    cdef uint8_t* cost
    cdef uint64_t* entry
    cdef int i
    if size > LARGEST:
        return NULL
    cost = <uint8_t*>malloc(<size_t>size * LANES)
    entry = <uint64_t*>room_make(size, sizeof(uint64_t))
    if cost == NULL or entry == NULL:
        free(cost)
        free(entry)
        return NULL
    memset(cost, FAR, <size_t>size * LANES)
    memset(count, 0, sizeof(count))
    seed(group, weight, cost, count, 0, 0)
    for i in range(GROUP_KINDS):
        relax(cost, size, weight[i], group.radix[i])
    pack(group, weight, size, cost, entry)
    free(cost)
    return entry


cdef void seed(const Group* group, const int32_t* weight, uint8_t* cost, uint8_t* count, int first,
               int sets) noexcept nogil:
    """Marks every union of the sets chosen so far with further sets from number `first` on."""
    cdef int i, at
    mark(group, weight, cost, count, sets)
    for i in range(GROUP_KINDS):
        count[i] += 2
        if count[i] <= group.cap[i]:
            mark(group, weight, cost, count, 8 + sets)
        count[i] -= 2
    if sets == MOST_SETS:
        return
    for i in range(first, GROUP_KINDS):
        count[i] += 3
        if count[i] <= group.cap[i]:
            seed(group, weight, cost, count, i, sets + 1)
        count[i] -= 3
    if not group.runs:
        return
    for i in range(max(first - GROUP_KINDS, 0), GROUP_KINDS - 2):
        for at in range(i, i + 3):
            count[at] += 1
        if (count[i] <= group.cap[i] and count[i + 1] <= group.cap[i + 1]
                and count[i + 2] <= group.cap[i + 2]):
            seed(group, weight, cost, count, GROUP_KINDS + i, sets + 1)
        for at in range(i, i + 3):
            count[at] -= 1


cdef void mark(const Group* group, const int32_t* weight, uint8_t* cost, const uint8_t* count,
               int lane) noexcept nogil:
    """Copies beyond what the index can hold are missing wherever the vector is met."""
    cdef int32_t index = 0
    cdef int i, held, beyond = 0
    for i in range(GROUP_KINDS):
        held = min(count[i], group.radix[i] - 1)
        index += held * weight[i]
        beyond += count[i] - held
    if cost[index * LANES + lane] > beyond:
        cost[index * LANES + lane] = <uint8_t>beyond


cdef void relax(uint8_t* cost, int32_t size, int32_t weight, int radix) noexcept nogil:
    cdef size_t line = <size_t>weight * LANES
    cdef uint8_t* block = cost
    cdef uint8_t* end = cost + <size_t>size * LANES
    cdef int c
    while block < end:
        for c in range(radix - 2, -1, -1):
            lower(block + c * line, block + (c + 1) * line, line, 1)
        for c in range(1, radix):
            lower(block + c * line, block + (c - 1) * line, line, 0)
        block += radix * line


cdef inline void lower(uint8_t* here, const uint8_t* there, size_t n, uint8_t step) noexcept nogil:
    cdef size_t i
    cdef uint8_t other
    for i in range(n):
        other = there[i] + step
        here[i] = other if other < here[i] else here[i]


cdef void pack(const Group* group, const int32_t* weight, int32_t size, const uint8_t* cost,
               uint64_t* entry) noexcept nogil:
    cdef int32_t index
    cdef int m, i, held
    cdef int tally[4]
    cdef uint64_t word
    for index in range(size):
        word = 0
        for m in range(MOST_SETS + 1):
            word |= <uint64_t>(nibble(cost[index * LANES + m])
                               | nibble(cost[index * LANES + 8 + m]) << 4) << 8 * m
        memset(tally, 0, sizeof(tally))
        for i in range(GROUP_KINDS):
            held = index // weight[i] % group.radix[i]
            if held:
                count_pairs(group, i, held, tally)
        word |= <uint64_t>(nibble(tally[0]) | nibble(tally[1]) << 4) << 48
        word |= <uint64_t>(nibble(tally[2]) | nibble(tally[3]) << 4) << 56
        entry[index] = word


cdef inline int nibble(int value) noexcept nogil:
    return value if value < 15 else 15


cdef inline void count_pairs(const Group* group, int i, int held, int* tally) noexcept nogil:
    """tally: kinds that can become a pair (a half quadruple too), orphans, pairs, orphans twice."""
    cdef int cap = group.cap[i] if group.quads else min(<int>group.cap[i], 2)
    held = min(held, cap)
    tally[0] += held // 2 + (held % 2 & <int>(held < cap))
    tally[1] += group.orphan[i]
    tally[2] += held // 2
    tally[3] += group.orphan[i] & <int>(held > 1)
