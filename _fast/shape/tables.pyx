# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Builds the shape tables: an automaton reads the counts of a group, one kind after the other.

Its state is what is known of all ways to form sets and a pair from the kinds read: the tiles that
each still lacks, for every number of sets, with and without the pair, and for the runs begun that
reach kinds to come.  A missing tile costs one and a tile too many costs nothing.  Most of the
millions of vectors lead to the same few thousand states, so each is worked out once, and the table
holds its number.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
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
    LARGEST = 1 << 23    # vectors: two kinds of eight copies in one suit
    MOST_ENTRIES = 1 << 16
    BEGUN = 3            # runs of one start: a third makes three triplets, which cost the same
    CELLS = BEGUN * BEGUN
    FAR = 15             # tiles missing where there is no way, and the most that are told apart
    TALLIES = 48         # bits of an entry below its tallies


cdef struct Group:       # what a table depends on, by place in the group (unused places: radix 1)
    uint8_t runs         # neighbouring places form runs
    uint8_t quads        # four equal tiles are two pairs
    uint8_t radix[GROUP_KINDS]   # counts that the index can tell apart: 5 or 9
    uint8_t cap[GROUP_KINDS]     # copies of the kind that a finished hand may use
    uint8_t orphan[GROUP_KINDS]  # the kind belongs to the orphan hand


# Once some kinds were read.  cost: lanes as in an entry, at BEGUN * (runs that need the next kind
# alone) + (runs that need the next two).
cdef struct Node:
    uint64_t cost[CELLS]
    uint64_t tally       # as in an entry


# The nodes of one depth, and where each count of the next kind leads.
cdef struct Level:
    Node* node
    int32_t* next        # by node and count
    int32_t n
    int radix            # of the next kind


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
    if build(group, &TABLE[N_TABLES]) < 0:
        return -1
    KNOWN[N_TABLES] = group[0]
    N_TABLES += 1
    return N_TABLES - 1


cdef int build(const Group* group, Table* table) noexcept nogil:
    """-1: too large, or memory is short."""
    cdef Level level[GROUP_KINDS + 1]
    cdef int32_t weight[GROUP_KINDS]
    cdef int32_t size = group_weights(group, weight)
    cdef int i, done = -1
    table.number = NULL
    table.entry = NULL
    memset(level, 0, sizeof(level))
    if size <= LARGEST and grow(group, level) == 0 and level[GROUP_KINDS].n <= MOST_ENTRIES:
        table.number = <uint16_t*>room_make(size, sizeof(uint16_t))
        table.entry = <uint64_t*>room_make(level[GROUP_KINDS].n, sizeof(uint64_t))
        if table.number != NULL and table.entry != NULL:
            for i in range(level[GROUP_KINDS].n):
                table.entry[i] = (level[GROUP_KINDS].node[i].cost[0]
                                  | level[GROUP_KINDS].node[i].tally)
            write(level, weight, 0, 0, 0, table.number)
            done = 0
    for i in range(GROUP_KINDS + 1):
        free(level[i].node)
        free(level[i].next)
    if done < 0:
        free(table.number)
        free(table.entry)
    return done


cdef void write(const Level* level, const int32_t* weight, int depth, int32_t node, int32_t index,
                uint16_t* number) noexcept nogil:
    """The last kind is read first: what lies side by side is written one after the other."""
    cdef const int32_t* next
    cdef int32_t step
    cdef int c
    if depth == GROUP_KINDS:
        number[index] = <uint16_t>node
        return
    next = level[depth].next + node * level[depth].radix
    step = weight[GROUP_KINDS - 1 - depth]
    for c in range(level[depth].radix):
        write(level, weight, depth + 1, next[c], index + c * step, number)


# ---- the automaton ----------------------------------------------------------------------------


cdef int grow(const Group* group, Level* level) noexcept nogil:
    """All nodes; -1 when memory is short."""
    cdef int i
    level[0].node = <Node*>malloc(sizeof(Node))
    if level[0].node == NULL:
        return -1
    level[0].n = 1
    far(level[0].node)
    level[0].node.cost[0] &= ~<uint64_t>FAR      # no sets, and nothing missing
    for i in range(GROUP_KINDS):
        if deepen(group, GROUP_KINDS - 1 - i, &level[i], &level[i + 1]) < 0:
            return -1
    return 0


cdef int deepen(const Group* group, int kind, Level* level, Level* deeper) noexcept nogil:
    """The nodes behind those of a level, each once."""
    cdef int32_t most = level.n * group.radix[kind]
    cdef int32_t slots = 1
    cdef int32_t* known
    cdef Node* node
    cdef int32_t i
    cdef int c
    while slots < 2 * most:
        slots *= 2
    level.radix = group.radix[kind]
    level.next = <int32_t*>malloc(most * sizeof(int32_t))
    deeper.node = <Node*>malloc(most * sizeof(Node))
    known = <int32_t*>calloc(slots, sizeof(int32_t))     # number of a node, plus one
    if level.next == NULL or deeper.node == NULL or known == NULL:
        free(known)
        return -1
    for i in range(level.n):
        for c in range(level.radix):
            node = &deeper.node[deeper.n]
            read_kind(group, kind, c, &level.node[i], node)
            level.next[i * level.radix + c] = number_of(deeper, known, slots)
    free(known)
    return 0


cdef int32_t number_of(Level* level, int32_t* known, int32_t slots) noexcept nogil:
    """Of the node behind the last one, which is added unless there is one like it."""
    cdef const Node* node = &level.node[level.n]
    cdef uint64_t mixed = node.tally
    cdef int32_t slot
    cdef int i
    for i in range(CELLS):
        mixed = (mixed ^ node.cost[i]) * <uint64_t>0x9E3779B97F4A7C15
        mixed ^= mixed >> 29
    slot = <int32_t>(mixed & <uint64_t>(slots - 1))
    while known[slot] and memcmp(&level.node[known[slot] - 1], node, sizeof(Node)):
        slot = (slot + 1) & (slots - 1)
    if not known[slot]:
        level.n += 1
        known[slot] = level.n
    return known[slot] - 1


cdef void far(Node* node) noexcept nogil:
    cdef int i
    for i in range(CELLS):
        node.cost[i] = LANE_COSTS
    node.tally = 0


cdef void read_kind(const Group* group, int kind, int held, const Node* node,
                    Node* out) noexcept nogil:
    """Where `held` copies of a kind lead: every number of runs begun there and of its triplets."""
    cdef int most = BEGUN - 1 if group.runs and kind >= 2 else 0
    cdef int older, begun, fresh, triplets, used
    cdef uint64_t costs
    far(out)
    for older in range(BEGUN):
        for begun in range(BEGUN):
            costs = node.cost[older * BEGUN + begun]
            if costs == LANE_COSTS:
                continue
            for fresh in range(most + 1):
                used = older + begun + fresh
                for triplets in range(MOST_SETS + 1 - fresh):
                    if used > group.cap[kind]:
                        break
                    use(group, kind, held, used, sets_more(costs, fresh + triplets),
                        &out.cost[begun * BEGUN + fresh])
                    used += 3
    out.tally = tallied(group, kind, held, node.tally)


cdef inline void use(const Group* group, int kind, int held, int used, uint64_t costs,
                     uint64_t* out) noexcept nogil:
    """The copies used here, and two more as the pair."""
    cdef uint64_t plain = costs & LANE_LOW
    cdef uint64_t paired = lane_min(dearer(plain, used + 2 - held) if used + 2 <= group.cap[kind]
                                    else LANE_COSTS & LANE_LOW,
                                    dearer(costs >> 4 & LANE_LOW, used - held))
    out[0] = (lane_min(out[0] & LANE_LOW, dearer(plain, used - held))
              | lane_min(out[0] >> 4 & LANE_LOW, paired) << 4)


# lanes of at most FAR, more tiles missing in each
cdef inline uint64_t dearer(uint64_t lanes, int missing) noexcept nogil:
    if missing <= 0:
        return lanes
    return lane_min(lanes + missing * (LANE_ONES & LANE_COSTS), LANE_COSTS & LANE_LOW)


# what held m sets holds m + n
cdef inline uint64_t sets_more(uint64_t costs, int n) noexcept nogil:
    return costs << 8 * n & LANE_COSTS | ((<uint64_t>1 << 8 * n) - 1)


cdef uint64_t tallied(const Group* group, int kind, int held, uint64_t tally) noexcept nogil:
    """Kinds that can become a pair (a half quadruple too), orphans, pairs, orphans twice."""
    cdef int cap = group.cap[kind] if group.quads else min(<int>group.cap[kind], 2)
    cdef int most = min(held, cap)
    cdef bint orphan = held > 0 and group.orphan[kind]
    if held == 0:
        return tally
    return (added(tally, 0, most // 2 + (most % 2 & <int>(most < cap)))
            | added(tally, 1, orphan)
            | added(tally, 2, most // 2)
            | added(tally, 3, orphan and most > 1))


# one of the four nibbles above TALLIES, and more, at most FAR
cdef inline uint64_t added(uint64_t tally, int i, int more) noexcept nogil:
    cdef int place = TALLIES + 4 * i
    return <uint64_t>min(<int>(tally >> place & FAR) + more, <int>FAR) << place
