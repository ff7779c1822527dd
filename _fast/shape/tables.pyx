# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Builds the shape tables: an automaton reads the counts of a group, one kind after the other.

Its state is what is known of all ways to form sets and a pair from the kinds read: the tiles that
each still lacks, for every number of sets, with and without the pair, and for the runs begun that
reach kinds to come.  A missing tile costs one and a tile too many costs nothing.  Most vectors lead
to the same few thousand states, so each is worked out once.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memset

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.rules cimport ORPHAN_HAND_NANASHI
from shugi._fast.core.sizes cimport GROUPS, KINDS, NO_TILE, PLACES

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
    FIRST_KINDS = 5      # of a group, in the low bits of an index
    LARGEST = 1 << 23    # vectors: two kinds of eight copies in one suit
    MOST_ENTRIES = 1 << 16
    BEGUN = 3            # runs of one start: a third makes three triplets, which cost the same
    CELLS = BEGUN * BEGUN
    MOST_TILES = 3 * MOST_SETS + 2
    FAR = 15             # tiles missing where there is no way, and the most that are told apart


cdef struct Group:       # what a table depends on, by place in the group (unused places: radix 1)
    uint8_t runs         # neighbouring places form runs
    uint8_t quads        # four equal tiles are two pairs
    uint8_t most         # tiles of a whole hand
    uint8_t radix[PLACES]   # counts that the index can tell apart: 5 or 9
    uint8_t cap[PLACES]     # copies of the kind that a finished hand may use
    uint8_t orphan[PLACES]  # the kind belongs to the orphan hand


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


cdef struct First:       # a number of the first kinds
    int32_t number
    uint8_t counts[PLACES]


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
    memset(r.group_kind, NO_TILE, sizeof(r.group_kind))
    for first in range(0, 27, 9):
        if has_run(r, first):
            for k in range(PLACES):
                kinds[k] = first + k
            if add_group(r, kinds, PLACES, 1) < 0:
                return -1
    # what cannot form runs shares a group: in sanma 1m, 9m and the honours
    for k in range(KINDS):
        if r.copies[k] and r.group[k] == NO_TILE:
            kinds[n] = k
            n += 1
    for first in range(0, n, PLACES):
        if add_group(r, &kinds[first], min(n - first, <int>PLACES), 0) < 0:
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
    cdef Digits d
    cdef uint64_t orphan = orphans(r)
    cdef int i, k, table
    memset(&group, 0, sizeof(group))
    memset(group.radix, 1, sizeof(group.radix))
    group.runs = <uint8_t>runs
    group.quads = r.chiitoi_duplicates != 0
    group.most = <uint8_t>(3 * r.sets + 2)
    for i in range(n):
        k = kinds[i]
        if r.copies[k]:
            group.radix[i] = <uint8_t>(most_held(r, k) + 1)
            group.cap[i] = <uint8_t>form_cap(r, k)
            group.orphan[i] = has(orphan, k)
    table = table_of(&group) if r.n_groups < GROUPS else -1
    if table < 0:
        return -1
    digits_make(&group, &d)
    for i in range(n):
        r.group_kind[r.n_groups][i] = <uint8_t>kinds[i]
        if r.copies[kinds[i]]:
            r.group[kinds[i]] = <uint8_t>r.n_groups
            r.weight[kinds[i]] = d.weight[i]
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


# Where the counts of a group's kinds stand in an index.  Kinds with radix 9 stand highest.
cdef struct Digits:
    int32_t weight[PLACES]
    int32_t place[2][PLACES]    # among the first kinds, and among the others; 0: not there
    int32_t size[2]                  # numbers that the first kinds and the others can make


cdef void digits_make(const Group* group, Digits* d) noexcept nogil:
    cdef int i, wide, part
    cdef int n = 0
    memset(d, 0, sizeof(Digits))
    d.size[0] = d.size[1] = 1
    for wide in range(2):
        for i in range(PLACES):
            if (group.radix[i] > 5) == wide:
                part = n >= FIRST_KINDS
                d.place[part][i] = d.size[part]
                d.weight[i] = d.size[part] << 16 * part
                d.size[part] *= group.radix[i]
                n += 1


# the counts that a number of the first kinds, or of the others, says; their sum
cdef int counts_of(const Group* group, const Digits* d, int part, int32_t number,
                   uint8_t* counts) noexcept nogil:
    cdef int i
    cdef int tiles = 0
    memset(counts, 0, PLACES)
    for i in range(PLACES):
        if d.place[part][i]:
            counts[i] = <uint8_t>(number // d.place[part][i] % group.radix[i])
            tiles += counts[i]
    return tiles


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
    cdef Level level[PLACES + 1]
    cdef Digits d
    cdef uint16_t* number = NULL     # of the last level's nodes, by the others and the first kinds
    cdef int i, done = -1
    memset(table, 0, sizeof(Table))
    memset(level, 0, sizeof(level))
    digits_make(group, &d)
    if (<int64_t>d.size[0] * d.size[1] <= LARGEST and d.size[1] <= 1 << (INDEX_BITS - 16)
            and grow(group, level) == 0 and level[PLACES].n <= MOST_ENTRIES):
        number = <uint16_t*>calloc(d.size[0] * d.size[1], sizeof(uint16_t))
        if number != NULL:
            write_numbers(group, level, &d, number)
            done = write_records(group, &d, level[PLACES].node, number, table)
    free(number)
    for i in range(PLACES + 1):
        free(level[i].node)
        free(level[i].next)
    return done


cdef void write_numbers(const Group* group, const Level* level, const Digits* d,
                        uint16_t* number) noexcept nogil:
    """Of every vector that a hand can hold, and of one tile more."""
    cdef int32_t step[PLACES]
    cdef int i
    for i in range(PLACES):
        step[i] = d.place[0][i] + d.place[1][i] * d.size[0]
    write_from(level, step, 0, 0, number, group.most + 1)


cdef void write_from(const Level* level, const int32_t* step, int depth, int32_t node,
                     uint16_t* number, int left) noexcept nogil:
    """The last kind is read first: what lies side by side is written one after the other."""
    cdef const int32_t* next
    cdef int c
    if depth == PLACES:
        number[0] = <uint16_t>node
        return
    next = level[depth].next + node * level[depth].radix
    for c in range(min(level[depth].radix, left + 1)):
        write_from(level, step, depth + 1, next[c], number + c * step[PLACES - 1 - depth],
                   left - c)


cdef int write_records(const Group* group, const Digits* d, const Node* node,
                       const uint16_t* number, Table* table) noexcept nogil:
    """-1: memory is short."""
    cdef First* first = <First*>malloc(d.size[0] * sizeof(First))
    cdef uint32_t under[MOST_TILES + 2]  # first kinds' numbers of fewer tiles
    cdef uint8_t others[PLACES]
    cdef uint32_t at, size
    cdef int32_t i, other
    table.rank = <uint16_t*>calloc(d.size[0], sizeof(uint16_t))
    table.base = <uint32_t*>calloc(d.size[1], sizeof(uint32_t))
    if first != NULL and table.rank != NULL and table.base != NULL:
        rank_numbers(group, d, table.rank, first, under)
        # whatever an index says, its record lies within
        size = place_others(group, d, under, table.base) + d.size[0]
        table.record = <Record*>room_make(size, sizeof(Record))
        table.entry = <uint64_t*>room_make(size, sizeof(uint64_t))
    if table.record != NULL and table.entry != NULL:
        for other in range(d.size[1]):
            for i in range(beside(group, under, counts_of(group, d, 1, other, others))):
                at = table.base[other] + i
                write_record(group, d, node, number + other * d.size[0], &first[i], others,
                             &table.record[at])
                table.entry[at] = table.record[at].entry
    free(first)
    if table.record == NULL or table.entry == NULL:
        free(table.rank)
        free(table.base)
        free(table.record)
        free(table.entry)
        memset(table, 0, sizeof(Table))
        return -1
    return 0


cdef void rank_numbers(const Group* group, const Digits* d, uint16_t* rank, First* first,
                       uint32_t* under) noexcept nogil:
    """Order the first kinds' numbers by their tiles."""
    cdef First one
    cdef uint32_t n = 0
    cdef int tiles
    for tiles in range(group.most + 1):
        under[tiles] = n
        for one.number in range(d.size[0]):
            if counts_of(group, d, 0, one.number, one.counts) == tiles:
                rank[one.number] = <uint16_t>n
                first[n] = one
                n += 1
    under[group.most + 1] = n


cdef inline uint32_t beside(const Group* group, const uint32_t* under, int tiles) noexcept nogil:
    """How many of the first kinds' numbers fit into a hand beside so many tiles."""
    return under[group.most - tiles + 1] if tiles <= group.most else 0


cdef uint32_t place_others(const Group* group, const Digits* d, const uint32_t* under,
                           uint32_t* base) noexcept nogil:
    """Where the records of each of the others' numbers begin; how many there are."""
    cdef uint8_t counts[PLACES]
    cdef uint32_t n = 0
    cdef int32_t other
    for other in range(d.size[1]):
        base[other] = n
        n += beside(group, under, counts_of(group, d, 1, other, counts))
    return n


cdef void write_record(const Group* group, const Digits* d, const Node* node,
                       const uint16_t* number, const First* first, const uint8_t* others,
                       Record* out) noexcept nogil:
    """Args: number: of the vectors with these others."""
    cdef const uint16_t* at = number + first.number
    cdef uint64_t entry = node[at[0]].cost[0] | node[at[0]].tally
    cdef const Node* drawn
    cdef int i
    out.entry = entry
    for i in range(PLACES):
        if first.counts[i] + others[i] < group.radix[i] - 1:
            drawn = &node[at[d.place[0][i] + d.place[1][i] * d.size[0]]]
            tell_draw(i, entry, drawn.cost[0] | drawn.tally, out)
    tell_whole(entry, out)


cdef void tell_draw(int place, uint64_t entry, uint64_t drawn, Record* out) noexcept nogil:
    """What a tile more of the kind at this place changes."""
    cdef uint64_t lower = (entry & LANE_COSTS) - (drawn & LANE_COSTS)
    cdef uint64_t more = (drawn >> TALLIES) - (entry >> TALLIES)
    out.plain |= (more & 1) << (TALLIES + place)
    out.paired |= (more >> 8 & 1) << (TALLIES + place)
    out.last |= (more >> 4 & 1) << (TALLIES + place)
    if has(more, 12):
        if place < 7:
            out.plain |= bit(SECOND_PLAIN + place)
        else:
            out.paired |= bit(SECOND_PAIRED + place)
    if place == PLACES - 1:
        out.last |= lower
        return
    out.plain |= (lower & LANE_ONES) << place
    out.paired |= (lower >> 4 & LANE_ONES) << place


cdef void tell_whole(uint64_t entry, Record* out) noexcept nogil:
    cdef int m
    cdef int whole = 0
    cdef int headed = -1
    for m in range(MOST_SETS + 1):
        if entry >> 8 * m & FAR == 0:
            whole = m
        if entry >> (8 * m + 4) & FAR == 0:
            headed = m
    out.last |= <uint64_t>whole << WHOLE | <uint64_t>(headed + 1) << HEADED


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
    for i in range(PLACES):
        if deepen(group, PLACES - 1 - i, &level[i], &level[i + 1]) < 0:
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
    out.tally = tally_with(group, kind, held, node.tally)


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


cdef uint64_t tally_with(const Group* group, int kind, int held, uint64_t tally) noexcept nogil:
    """Kinds that can become a pair (a half quadruple too), orphans, pairs, orphans twice."""
    cdef int cap = group.cap[kind] if group.quads else min(<int>group.cap[kind], 2)
    cdef int most = min(held, cap)
    cdef bint orphan = held > 0 and group.orphan[kind]
    if held == 0:
        return tally
    return (raise_tally(tally, 0, most // 2 + (most % 2 & <int>(most < cap)))
            | raise_tally(tally, 1, orphan)
            | raise_tally(tally, 2, most // 2)
            | raise_tally(tally, 3, orphan and most > 1))


# one of the four nibbles above TALLIES, and more, at most FAR
cdef inline uint64_t raise_tally(uint64_t tally, int i, int more) noexcept nogil:
    cdef int place = TALLIES + 4 * i
    return <uint64_t>min(<int>(tally >> place & FAR) + more, <int>FAR) << place
