# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Hand shapes: distance to ready, completeness, waits and readings of a hand, by table.

A group's table entry says what m sets, with or without a pair, still lack in that group.  A hand
is the cheapest way to share out the sets and the pair over the groups.  Costs of 0 to 5 sets lie in
the bytes ("lanes") of one 64-bit word, all below 128, so that eight of them are added or compared
by one integer operation.

Copies.  With ``keishiki_fifth_copy`` off, no shape uses more copies of a kind than Rules.limit, melds
and wildcards included.  With it on, only the form counts: a wait, or what a wildcard stands for, may
be a copy beyond the last; but kinds under ``seven_limit`` keep their limit.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.shape_tables cimport (
    GROUP_KINDS,
    OPEN_CAP,
    Group,
    group_weights,
    table_entries,
    table_of,
)
from shugi._fast.state cimport CODES, GROUPS, KINDS, NO_TILE
from shugi._fast.tiles cimport KIND_7P, KIND_7S, KIND_OF, NO_KIND

cdef enum:
    INFINITE = 63        # a lane that cannot be; sums of lanes stay below 128

cdef extern from *:
    """
    #define LANES(byte) ((uint64_t)(byte) * UINT64_C(0x0101010101010101))
    #define ONES LANES(1)
    #define TOPS LANES(0x80)
    #define LOW LANES(0x0F)
    #define NOTHING LANES(63)                   /* every lane INFINITE */
    #define COSTS UINT64_C(0x0000FFFFFFFFFFFF)  /* lanes 0-5 */
    #define ODD_BYTES UINT64_C(0x00FF00FF00FF00FF)
    #define ODD_PAIRS UINT64_C(0x0000FFFF0000FFFF)
    #define HONORS (UINT64_C(0x7F) << 27)
    #define KOKUSHI (HONORS | 1 << 0 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26)
    #define NANASHI (HONORS | 1 << 9 | 1 << 15 | 1 << 17 | 1 << 18 | 1 << 24 | 1 << 26)
    """
    const uint64_t ONES, TOPS, LOW, NOTHING, COSTS, ODD_BYTES, ODD_PAIRS, KOKUSHI, NANASHI


cdef struct Part:        # costs of m sets in some of the groups (lane m), without and with the pair
    uint64_t plain
    uint64_t paired


cdef struct Rest:        # all groups but one
    uint64_t plain       # lane m: cost of the other sets (sets - m)
    uint64_t paired      # ... and the pair
    uint64_t low         # sums of the entries' nibbles: units and pairs in lanes 6 and 7
    uint64_t high        # orphans and orphan pairs


# ---- rules -> groups and tables ---------------------------------------------------------------


cdef int shape_compile(Rules* r) noexcept:
    cdef int isolated[KINDS]
    cdef int suit[GROUP_KINDS]
    cdef int i, k, n_isolated = 0
    r.n_groups = 0
    for k in range(KINDS):
        r.limit[k] = <uint8_t>usable(r, k)
        r.group[k] = NO_TILE
        r.weight[k] = 0
    for i in range(3):
        if has_run(r, 9 * i):
            for k in range(GROUP_KINDS):
                suit[k] = 9 * i + k
            if add_group(r, suit, GROUP_KINDS, 1) < 0:
                return -1
        else:
            for k in range(9 * i, 9 * i + 9):
                if r.copies[k]:
                    isolated[n_isolated] = k
                    n_isolated += 1
    for k in range(27, KINDS):
        if r.copies[k]:
            isolated[n_isolated] = k
            n_isolated += 1
    for i in range(0, n_isolated, GROUP_KINDS):
        if add_group(r, &isolated[i], min(n_isolated - i, <int>GROUP_KINDS), 0) < 0:
            return -1
    return 0


cdef int usable(const Rules* r, int k) noexcept nogil:
    if r.copies[k] > 4 and (k == KIND_7P or k == KIND_7S) and r.seven_limit >= 0:
        return min(<int>r.copies[k], r.seven_limit)
    return r.copies[k]


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
    cdef int i, k
    memset(&group, 0, sizeof(group))
    memset(group.radix, 1, sizeof(group.radix))
    group.runs = <uint8_t>runs
    group.quads = r.chiitoi_duplicates != 0
    for i in range(n):
        k = kinds[i]
        if r.copies[k]:
            group.radix[i] = 9 if r.copies[k] > 4 else 5
            group.cap[i] = <uint8_t>form_cap(r, k)
            group.orphan[i] = orphan >> k & 1
    if r.n_groups == GROUPS:
        return -1
    r.group_table[r.n_groups] = table_of(&group)
    group_weights(&group, weight)
    for i in range(n):
        k = kinds[i]
        if r.copies[k]:
            r.group[k] = <uint8_t>r.n_groups
            r.weight[k] = weight[i]
    r.n_groups += 1
    return r.group_table[r.n_groups - 1]


# copies of kind k that a finished form may hold: the limit counts, or only the form
cdef inline int form_cap(const Rules* r, int k) noexcept nogil:
    if r.keishiki_fifth_copy and r.copies[k] and r.copies[k] <= r.limit[k]:
        return OPEN_CAP
    return r.limit[k]


# kinds of the orphan hand; 0 when the deck lacks one of them
cdef uint64_t orphans(const Rules* r) noexcept nogil:
    cdef uint64_t mask = NANASHI if r.orphan_hand else KOKUSHI
    cdef int k
    for k in range(KINDS):
        if mask >> k & 1 and not r.copies[k]:
            return 0
    return mask


cdef void shape_index(const Rules* r, const uint8_t* kind, int32_t* index) noexcept nogil:
    cdef int k
    memset(index, 0, GROUPS * sizeof(int32_t))
    for k in range(KINDS):
        if kind[k] and r.group[k] != NO_TILE:
            index[r.group[k]] += kind[k] * r.weight[k]


# ---- lanes ------------------------------------------------------------------------------------


cdef inline uint64_t least(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t above = ((a | TOPS) - b) & TOPS
    return a ^ ((a ^ b) & (above - (above >> 7)))


cdef inline bint any_within(uint64_t a, uint64_t b, int most) noexcept nogil:
    cdef uint64_t bound = <uint64_t>most * ONES | TOPS
    return (((bound - a) | (bound - b)) & TOPS) != 0


cdef inline uint64_t entry_of(const Rules* r, const int32_t* index, int g) noexcept nogil:
    return table_entries(r.group_table[g])[index[g]]


cdef inline Part part_of(uint64_t entry) noexcept nogil:
    cdef Part part
    part.plain = entry & LOW
    part.paired = entry >> 4 & LOW
    return part


# the cheapest way to share m sets and a pair between two parts
cdef inline Part join(Part a, Part b, int sets) noexcept nogil:
    cdef Part out
    cdef uint64_t of_a, of_pair, plain, paired
    cdef int m
    out.plain = (a.plain & 0xFF) * ONES + b.plain
    out.paired = least((a.plain & 0xFF) * ONES + b.paired, (a.paired & 0xFF) * ONES + b.plain)
    for m in range(1, sets + 1):
        of_a = (a.plain >> 8 * m & 0xFF) * ONES
        of_pair = (a.paired >> 8 * m & 0xFF) * ONES
        plain = b.plain << 8 * m | NOTHING >> 8 * (8 - m)
        paired = b.paired << 8 * m | NOTHING >> 8 * (8 - m)
        out.plain = least(out.plain, of_a + plain)
        out.paired = least(out.paired, least(of_a + paired, of_pair + plain))
    return out


# lane m becomes what lane sets - m was; lanes above sets INFINITE
cdef inline uint64_t mirrored(uint64_t lanes, int sets) noexcept nogil:
    lanes = (lanes & ODD_BYTES) << 8 | (lanes >> 8 & ODD_BYTES)
    lanes = (lanes & ODD_PAIRS) << 16 | (lanes >> 16 & ODD_PAIRS)
    lanes = lanes << 32 | lanes >> 32
    return lanes >> 8 * (7 - sets) | NOTHING << 8 * (sets + 1)


# ---- missing tiles ----------------------------------------------------------------------------


# everything but group `skip` (GROUPS: nothing is left out)
cdef inline Rest rest_of(const Rules* r, const int32_t* index, int skip, int sets) noexcept nogil:
    cdef Rest rest
    cdef Part part
    cdef uint64_t entry
    cdef int g, first = 1
    part.plain = NOTHING ^ INFINITE
    part.paired = NOTHING
    rest.low = 0
    rest.high = 0
    for g in range(r.n_groups):
        if g == skip:
            continue
        entry = entry_of(r, index, g)
        rest.low += entry & LOW
        rest.high += entry >> 4 & LOW
        part = part_of(entry) if first else join(part, part_of(entry), sets)
        first = 0
    rest.plain = mirrored(part.plain, sets)
    rest.paired = mirrored(part.paired, sets)
    return rest


cdef inline int pairs_missing(uint64_t low) noexcept nogil:
    cdef int units = low >> 48 & 0xFF
    cdef int pairs = low >> 56
    return 14 - min(pairs, 7) - min(units, 7)


cdef inline int orphans_missing(const Rules* r, uint64_t high) noexcept nogil:
    cdef int present = high >> 48 & 0xFF
    if present == 0 and orphans(r) == 0:
        return NOT_READY
    return 14 - present - (high >> 56 != 0)


# forms that this many sets leave open: seven pairs and orphans need the whole hand
cdef inline int open_forms(const Rules* r, int sets, int forms) noexcept nogil:
    return forms if sets == 4 and r.sets == 4 else forms & FORM_STANDARD


# does the hand made of `rest` and `entry` lack at most `most` tiles?
cdef inline bint within(const Rules* r, const Rest* rest, uint64_t entry, int most,
                        int forms) noexcept nogil:
    if forms & FORM_STANDARD and any_within((entry & LOW) + rest.paired,
                                            (entry >> 4 & LOW) + rest.plain, most):
        return True
    if forms & FORM_PAIRS and pairs_missing(rest.low + (entry & LOW)) <= most:
        return True
    return (forms & FORM_ORPHANS
            and orphans_missing(r, rest.high + (entry >> 4 & LOW)) <= most)


cdef inline int missing(const Rules* r, const int32_t* index, int sets, int forms) noexcept nogil:
    cdef int last = r.n_groups - 1
    cdef Rest rest = rest_of(r, index, last, sets)
    cdef uint64_t entry = entry_of(r, index, last)
    cdef uint64_t lanes
    cdef int best = NOT_READY
    if forms & FORM_STANDARD:
        lanes = least((entry & LOW) + rest.paired, (entry >> 4 & LOW) + rest.plain)
        lanes = lanes & COSTS | NOTHING & ~COSTS
        lanes = least(lanes, lanes >> 32 | NOTHING << 32)
        lanes = least(lanes, lanes >> 16)
        lanes = least(lanes, lanes >> 8)
        best = lanes & 0xFF
    if forms & FORM_PAIRS:
        best = min(best, pairs_missing(rest.low + (entry & LOW)))
    if forms & FORM_ORPHANS:
        best = min(best, orphans_missing(r, rest.high + (entry >> 4 & LOW)))
    return best


# ---- copies in melds --------------------------------------------------------------------------


# does the number of copies bind kind k, and not the form alone?
cdef inline bint is_bound(const Rules* r, int k) noexcept nogil:
    return not r.keishiki_fifth_copy or r.copies[k] > r.limit[k]


# can melds take away copies that the tables think a form may use?  `ahead`: copies yet to come
cdef bint melds_bind(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                     int ahead) noexcept nogil:
    cdef int k
    if melded == NULL or sets >= r.sets:
        return False
    if r.keishiki_fifth_copy and r.seven_limit < 0:
        return False
    for k in range(KINDS):
        if melded[k] and kind[k] + melded[k] + ahead >= r.limit[k] and is_bound(r, k):
            return True
    return False


# copies over the limit in hand and melds (a fifth seven): only under seven_limit
cdef inline int surplus(const Rules* r, const uint8_t* kind, const uint8_t* melded,
                        int k) noexcept nogil:
    return kind[k] + (melded[k] if melded != NULL else 0) - r.limit[k]


cdef inline bint over_limit(const Rules* r, const uint8_t* kind, const uint8_t* melded) noexcept nogil:
    return r.seven_limit >= 0 and (surplus(r, kind, melded, KIND_7P) > 0
                                   or surplus(r, kind, melded, KIND_7S) > 0)


# the hand without its tiles over the limit; False if the melds alone are over it
cdef bint trimmed(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                  uint8_t* left, int32_t* left_index) noexcept nogil:
    cdef int k, extra
    memcpy(left, kind, KINDS)
    memcpy(left_index, index, GROUPS * sizeof(int32_t))
    for k in range(<int>KIND_7P, <int>KIND_7S + 1, 9):
        extra = surplus(r, kind, melded, k)
        if extra <= 0:
            continue
        if extra > kind[k]:
            return False
        left[k] -= <uint8_t>extra
        left_index[r.group[k]] -= extra * r.weight[k]
    return True


cdef int tiles_in(const uint8_t* kind) noexcept nogil:
    cdef int k, n = 0
    for k in range(KINDS):
        n += kind[k]
    return n


# ---- the questions ----------------------------------------------------------------------------


cdef int distance(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                  int sets, int wild, int forms) noexcept nogil:
    cdef uint8_t left[KINDS]
    cdef int32_t left_index[GROUPS]
    cdef int n
    forms = open_forms(r, sets, forms)
    if melded != NULL and over_limit(r, kind, melded):
        if not trimmed(r, kind, index, melded, left, left_index):
            return NOT_READY
        kind = left
        index = left_index
    n = missing(r, index, sets, forms)
    if n >= NOT_READY:
        return NOT_READY
    n = max(n - wild - 1, -1)
    if n <= 0 and melds_bind(r, kind, melded, sets, wild):
        n = bound_distance(r, kind, index, melded, sets, wild, forms)
    return n


# distance of a hand that is ready or complete by form, where copies in melds may forbid it
cdef int bound_distance(const Rules* r, const uint8_t* kind, const int32_t* index,
                        const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    if tiles_in(kind) + wild <= 3 * sets + 1:
        return 0 if waits(r, kind, index, melded, sets, wild, forms) else 1
    if is_complete(r, kind, index, melded, sets, wild, forms):
        return -1
    return 0 if ready_discards(r, kind, index, melded, sets, wild, forms) else 1


cdef bint is_ready(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                   int sets, int wild, int forms) noexcept nogil:
    cdef int last = r.n_groups - 1
    cdef Rest rest
    forms = open_forms(r, sets, forms)
    rest = rest_of(r, index, last, sets)
    if not within(r, &rest, entry_of(r, index, last), wild + 1, forms):
        return False
    if over_limit(r, kind, melded):
        return False
    return (not melds_bind(r, kind, melded, sets, wild)
            or waits(r, kind, index, melded, sets, wild, forms) != 0)


cdef bint is_complete(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                      int sets, int wild, int forms) noexcept nogil:
    cdef int last = r.n_groups - 1
    cdef Rest rest
    cdef Reading one
    forms = open_forms(r, sets, forms)
    rest = rest_of(r, index, last, sets)
    if not within(r, &rest, entry_of(r, index, last), wild, forms) or over_limit(r, kind, melded):
        return False
    if wild and melds_bind(r, kind, melded, sets, wild):
        return find_readings(r, kind, melded, sets, wild, forms, &one, 1) > 0
    return True


cdef uint64_t waits(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                    int sets, int wild, int forms) noexcept nogil:
    cdef uint64_t mask = 0
    cdef Rest rest
    cdef uint64_t entry
    cdef int g
    forms = open_forms(r, sets, forms)
    for g in range(r.n_groups):
        rest = rest_of(r, index, g, sets)
        entry = entry_of(r, index, g)
        if not within(r, &rest, entry, wild + 1, forms):
            return 0
        mask |= improving(r, &rest, kind, index, g, wild, forms)
    if over_limit(r, kind, melded):
        return 0
    if r.keishiki_fifth_copy:
        mask |= beyond_the_last(r, kind, sets, wild, forms)
    if melds_bind(r, kind, melded, sets, wild):
        mask &= allowed_waits(r, kind, melded, sets, wild, forms, mask)
    return mask


# kinds of group g whose draw leaves at most `most` tiles missing
cdef inline uint64_t improving(const Rules* r, const Rest* rest, const uint8_t* kind,
                               const int32_t* index, int g, int most, int forms) noexcept nogil:
    cdef const uint64_t* entries = table_entries(r.group_table[g])
    cdef uint64_t mask = 0
    cdef int k
    for k in range(KINDS):
        if r.group[k] == g and kind[k] < held_most(r, k):
            if within(r, rest, entries[index[g] + r.weight[k]], most, forms):
                mask |= <uint64_t>1 << k
    return mask


# the most copies that the index can tell apart
cdef inline int held_most(const Rules* r, int k) noexcept nogil:
    return 8 if r.copies[k] > 4 else 4


# waits on a kind whose every copy is in the hand, where only the form counts
cdef uint64_t beyond_the_last(const Rules* r, const uint8_t* kind, int sets, int wild,
                              int forms) noexcept nogil:
    cdef uint8_t drawn[KINDS]
    cdef uint64_t mask = 0
    cdef Reading one
    cdef int k
    for k in range(KINDS):
        if kind[k] == held_most(r, k) and not is_bound(r, k):
            memcpy(drawn, kind, KINDS)
            drawn[k] += 1
            if find_readings(r, drawn, NULL, sets, wild, forms, &one, 1):
                mask |= <uint64_t>1 << k
    return mask


# those of the waits that no meld forbids: a copy must be left for the wait and for every wildcard
cdef uint64_t allowed_waits(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                            int wild, int forms, uint64_t mask) noexcept nogil:
    cdef uint8_t drawn[KINDS]
    cdef uint64_t left = 0
    cdef Reading one
    cdef int k
    for k in range(KINDS):
        if not mask >> k & 1 or (is_bound(r, k) and kind[k] + melded[k] >= r.limit[k]):
            continue
        if wild:
            memcpy(drawn, kind, KINDS)
            drawn[k] += 1
            if not find_readings(r, drawn, melded, sets, wild, forms, &one, 1):
                continue
        left |= <uint64_t>1 << k
    return left


cdef uint64_t accepts(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                      int sets, int wild, int forms) noexcept nogil:
    cdef int now = distance(r, kind, index, melded, sets, wild, forms)
    cdef uint64_t mask = 0
    cdef Rest rest
    cdef int g, k
    if now <= 0:
        return waits(r, kind, index, melded, sets, wild, forms)
    if now >= NOT_READY:
        return 0
    if over_limit(r, kind, melded) or (now == 1 and melds_bind(r, kind, melded, sets, wild + 1)):
        return moved(r, kind, index, melded, sets, wild, forms, 1, now - 1)
    forms = open_forms(r, sets, forms)
    for g in range(r.n_groups):
        rest = rest_of(r, index, g, sets)
        mask |= improving(r, &rest, kind, index, g, now + wild, forms)
    if melded != NULL:
        for k in range(KINDS):
            if melded[k] and kind[k] + melded[k] >= r.limit[k]:
                mask &= ~(<uint64_t>1 << k)
    return mask


cdef uint64_t ready_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    return discards_to(r, kind, index, melded, sets, wild, forms, 0)


cdef uint64_t good_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                            const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef int now = distance(r, kind, index, melded, sets, wild, forms)
    if now >= NOT_READY:
        return 0
    return discards_to(r, kind, index, melded, sets, wild, forms, max(now, 0))


# kinds whose discard leaves a distance of at most `goal`
cdef uint64_t discards_to(const Rules* r, const uint8_t* kind, const int32_t* index,
                          const uint8_t* melded, int sets, int wild, int forms,
                          int goal) noexcept nogil:
    cdef uint64_t mask = 0
    cdef const uint64_t* entries
    cdef Rest rest
    cdef int g, k
    if over_limit(r, kind, melded) or (goal <= 1 and melds_bind(r, kind, melded, sets, wild)):
        return moved(r, kind, index, melded, sets, wild, forms, -1, goal)
    forms = open_forms(r, sets, forms)
    for g in range(r.n_groups):
        rest = rest_of(r, index, g, sets)
        entries = table_entries(r.group_table[g])
        if not within(r, &rest, entries[index[g]], goal + wild + 1, forms):
            return 0
        for k in range(KINDS):
            if kind[k] and r.group[k] == g:
                if within(r, &rest, entries[index[g] - r.weight[k]], goal + wild + 1, forms):
                    mask |= <uint64_t>1 << k
    return mask


# the slow way: kinds whose draw (step 1) or discard (-1) leaves a distance of at most `goal`
cdef uint64_t moved(const Rules* r, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                    int sets, int wild, int forms, int step, int goal) noexcept nogil:
    cdef uint8_t after[KINDS]
    cdef int32_t after_index[GROUPS]
    cdef uint64_t mask = 0
    cdef int k, inside
    for k in range(KINDS):
        inside = kind[k] + (melded[k] if melded != NULL else 0)
        if r.group[k] == NO_TILE or (step < 0 and not kind[k]) or (step > 0 and inside >= r.limit[k]):
            continue
        memcpy(after, kind, KINDS)
        memcpy(after_index, index, GROUPS * sizeof(int32_t))
        after[k] += <uint8_t>step
        after_index[r.group[k]] += step * r.weight[k]
        if distance(r, after, after_index, melded, sets, wild, forms) <= goal:
            mask |= <uint64_t>1 << k
    return mask


# ---- readings ---------------------------------------------------------------------------------


cdef struct Search:
    const uint8_t* kind
    int cap[KINDS]           # copies of a kind that the concealed part of a form may hold
    int short_of[KINDS]      # wildcards used as this kind
    int n                    # readings found
    int most
    Reading* out
    int n_block
    Block block[8]
    int pair                 # kind of the pair


cdef int readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets, int wild,
                  int forms, Reading* out) noexcept nogil:
    if over_limit(r, kind, melded):
        return 0
    return find_readings(r, kind, melded, sets, wild, open_forms(r, sets, forms), out, READINGS)


cdef int find_readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets, int wild,
                       int forms, Reading* out, int most) noexcept nogil:
    cdef Search search
    cdef int k
    if tiles_in(kind) + wild != 3 * sets + 2:
        return 0
    search.kind = kind
    search.n = 0
    search.most = most
    search.out = out
    search.n_block = 0
    memset(search.short_of, 0, sizeof(search.short_of))
    for k in range(KINDS):
        search.cap[k] = form_cap(r, k)
        if melded != NULL and is_bound(r, k):
            search.cap[k] -= melded[k]
    if forms & FORM_STANDARD:
        read_sets(&search, 0, 0, 0, sets, 1, wild)
    if forms & FORM_PAIRS:
        read_pairs(&search, r.chiitoi_duplicates, 0, wild)
    if forms & FORM_ORPHANS:
        read_orphans(&search, orphans(r), wild)
    return search.n


# From kind k on: `here` and `next` copies of k and k + 1 lie in runs begun before.  All copies of k
# must be used now, so the order of the blocks is fixed and no reading is met twice.
cdef void read_sets(Search* search, int k, int here, int next, int sets, int pair,
                    int wild) noexcept nogil:
    cdef int held, triplets, pairs, runs, used
    while k < KINDS and not (search.kind[k] or here or wild):
        k += 1
        here = next
        next = 0
    if search.n == search.most:
        return
    if k == KINDS:
        if not (sets or pair or wild):
            write_sets(search)
        return
    held = search.kind[k]
    for triplets in range(sets + 1):
        for pairs in range(pair + 1):
            used = here + 3 * triplets + 2 * pairs
            for runs in range(max(held - used, 0), runs_from(k, sets - triplets) + 1):
                if used + runs - held > wild or used + runs > max(held, search.cap[k]):
                    break
                search.short_of[k] = used + runs - held
                push(search, BLOCK_TRIPLET, k, triplets)
                push(search, BLOCK_RUN, k, runs)
                if pairs:
                    search.pair = k
                read_sets(search, k + 1, next + runs, runs, sets - triplets - runs, pair - pairs,
                          wild - search.short_of[k])
                search.n_block -= triplets + runs
    search.short_of[k] = 0


cdef inline int runs_from(int k, int sets) noexcept nogil:
    return sets if k < 27 and k % 9 < 7 else 0


cdef inline void push(Search* search, int type, int kind, int times) noexcept nogil:
    cdef int i
    for i in range(times):
        search.block[search.n_block].type = <uint8_t>type
        search.block[search.n_block].kind = <uint8_t>kind
        search.block[search.n_block].wild = 0
        search.n_block += 1


cdef void write_sets(Search* search) noexcept nogil:
    cdef Reading* reading = &search.out[search.n]
    cdef int i
    reading.form = FORM_STANDARD
    reading.n = <uint8_t>(search.n_block + 1)
    push(search, BLOCK_PAIR, search.pair, 1)
    search.n_block -= 1
    memcpy(reading.block, search.block, sizeof(reading.block))
    for i in range(KINDS):
        if search.short_of[i]:
            lay_wildcards(reading, i, search.short_of[i])
    search.n += 1


# the wildcards used as kind k go to the pair first, then to the later sets
cdef void lay_wildcards(Reading* reading, int k, int wild) noexcept nogil:
    cdef Block* block
    cdef int i, room
    for i in range(reading.n - 1, -1, -1):
        block = &reading.block[i]
        if block.type == BLOCK_RUN:
            room = block.kind <= k <= block.kind + 2
        else:
            room = (3 if block.type == BLOCK_TRIPLET else 2) if block.kind == k else 0
        room = min(room, wild)
        block.wild += <uint8_t>room
        wild -= room


# pairs of kind k and above; a kind may give several only where quadruples are two pairs
cdef void read_pairs(Search* search, int quads, int k, int wild) noexcept nogil:
    cdef int held, pairs, short_of
    cdef int before = search.n_block
    while k < KINDS and not (search.kind[k] or wild):
        k += 1
    if search.n == search.most:
        return
    if k == KINDS:
        if before == 7 and wild == 0:
            search.out[search.n].form = FORM_PAIRS
            search.out[search.n].n = 7
            memcpy(search.out[search.n].block, search.block, sizeof(search.block))
            search.n += 1
        return
    held = search.kind[k]
    for pairs in range((held + 1) // 2, min(7 - before, 7 if quads else 1) + 1):
        short_of = 2 * pairs - held
        if short_of > wild or 2 * pairs > search.cap[k]:
            break
        push(search, BLOCK_PAIR, k, pairs)
        if pairs:
            search.block[search.n_block - 1].wild = <uint8_t>min(short_of, 2)
            if short_of > 2:
                search.block[search.n_block - 2].wild = <uint8_t>(short_of - 2)
        read_pairs(search, quads, k + 1, wild - short_of)
        search.n_block = before


# one reading for each kind that may be the pair
cdef void read_orphans(Search* search, uint64_t mask, int wild) noexcept nogil:
    cdef Reading* reading
    cdef int k, twice = 0
    if mask == 0:
        return
    for k in range(KINDS):
        if mask >> k & 1:
            twice += search.kind[k] == 2
        if search.kind[k] > (2 if mask >> k & 1 else 0):
            return
    for k in range(KINDS):
        if twice > 1 or search.n == search.most:
            return
        if mask >> k & 1 and (search.kind[k] == 2 or not twice) and search.cap[k] >= 2:
            reading = &search.out[search.n]
            reading.form = FORM_ORPHANS
            reading.n = 1
            reading.block[0].type = BLOCK_PAIR
            reading.block[0].kind = <uint8_t>k
            reading.block[0].wild = <uint8_t>(2 - search.kind[k] if search.kind[k] < 2 else 0)
            search.n += 1


# ---- the Python door --------------------------------------------------------------------------

FORMS = {"standard": FORM_STANDARD, "pairs": FORM_PAIRS, "orphans": FORM_ORPHANS}
BLOCKS = {"run": BLOCK_RUN, "triplet": BLOCK_TRIPLET, "pair": BLOCK_PAIR}
_FORM_NAMES = {bit: name for name, bit in FORMS.items()}
_BLOCK_NAMES = {bit: name for name, bit in BLOCKS.items()}


cdef struct Hand:
    uint8_t kind[KINDS]
    uint8_t melded[KINDS]
    int32_t index[GROUPS]
    int sets
    int wild
    int forms


cdef class Shapes:
    """Shapes of the hands of one deck, one hand at a time; the engine calls the C functions.

    Args:
        copies: tiles of each of the 34 kinds in the deck, each 0-8.
        seven_limit: most sevens of pinzu (and of souzu) that a hand may use, where the deck has
            more than four of them; -1 for no limit.
        chiitoi_duplicates: a quadruple counts as two of the seven pairs.
        orphan_hand: "kokushi" or "nanashi".
        keishiki_fifth_copy: a wait counts even if all copies of the tile are in the own hand.
        hand_size: concealed tiles of a hand without melds, wildcards included: 10, 13 or 16.

    Raises:
        ValueError: a value is out of range, or there are too many different decks in one process.
    """

    cdef Rules rules

    def __init__(
        self,
        copies,
        *,
        seven_limit=-1,
        chiitoi_duplicates=False,
        orphan_hand="kokushi",
        keishiki_fifth_copy=True,
        hand_size=13,
    ):
        if orphan_hand not in ("kokushi", "nanashi"):
            raise ValueError(f"orphan_hand is {orphan_hand!r}; it must be 'kokushi' or 'nanashi'")
        if hand_size not in (4, 7, 10, 13, 16):
            raise ValueError(f"hand_size is {hand_size!r}; it must be 4, 7, 10, 13 or 16")
        if not -1 <= seven_limit <= 8:
            raise ValueError(f"seven_limit is {seven_limit!r}; it must be -1 (none) or 0 to 8")
        memset(&self.rules, 0, sizeof(Rules))
        read_counts(copies, "copies", 8, self.rules.copies)
        self.rules.seven_limit = seven_limit
        self.rules.chiitoi_duplicates = bool(chiitoi_duplicates)
        self.rules.orphan_hand = orphan_hand == "nanashi"
        self.rules.keishiki_fifth_copy = bool(keishiki_fifth_copy)
        self.rules.hand_size = hand_size
        self.rules.sets = hand_size // 3
        if shape_compile(&self.rules) < 0:
            raise ValueError("no shape table for this deck: it does not fit into memory")

    def distance(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Tiles away from ready: 0 is ready, -1 complete; None if the hand can never be formed.

        Args:
            hand: counts of the 34 kinds, or a list of tile codes; concealed tiles only.
            melded: the same for the tiles in melds.
            wild: wildcards held besides, 0-4.  Sets still to be formed follow from the tile count.
            forms: which of "standard", "pairs", "orphans" to look at.
        """
        cdef Hand h = self._hand(hand, melded, wild, forms, 0)
        cdef int n = distance(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        return None if n >= NOT_READY else n

    def is_ready(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Whether some tile would complete the hand of 3n + 1 tiles; arguments as for distance."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 1)
        return bool(is_ready(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def is_complete(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Whether the hand of 3n + 2 tiles is formed; arguments as for distance."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 2)
        return bool(is_complete(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def waits(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Kinds that complete the hand of 3n + 1 tiles, ascending; arguments as for distance."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 1)
        return kinds_in(waits(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def accepts(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Kinds whose draw lowers the distance of the hand of 3n + 1 tiles."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 1)
        return kinds_in(accepts(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def ready_discards(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Kinds whose discard leaves the hand of 3n + 2 tiles ready."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 2)
        return kinds_in(
            ready_discards(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        )

    def good_discards(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Kinds whose discard keeps the distance of the hand of 3n + 2 tiles (ready if complete)."""
        cdef Hand h = self._hand(hand, melded, wild, forms, 2)
        return kinds_in(
            good_discards(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        )

    def readings(self, hand, melded=None, *, wild=0, forms=("standard", "pairs", "orphans")):
        """Every way to read the complete hand: a list of (form, [(block, kind, wildcards), ...]).

        The pair stands last; an orphan hand lists only its pair.  At most 48 readings.
        """
        cdef Hand h = self._hand(hand, melded, wild, forms, 2)
        cdef Reading out[READINGS]
        cdef int n = readings(&self.rules, h.kind, h.melded, h.sets, h.wild, h.forms, out)
        return [
            (
                _FORM_NAMES[out[i].form],
                [
                    (_BLOCK_NAMES[out[i].block[j].type], out[i].block[j].kind, out[i].block[j].wild)
                    for j in range(out[i].n)
                ],
            )
            for i in range(n)
        ]

    cdef Hand _hand(self, hand, melded, wild, forms, int remainder) except *:
        cdef Hand h
        cdef int k, n
        memset(&h, 0, sizeof(h))
        read_tiles(hand, "hand", h.kind)
        if melded is not None:
            read_tiles(melded, "melded", h.melded)
        if wild not in range(5):
            raise ValueError(f"wild is {wild!r}; it must be 0 to 4")
        for form in (forms,) if isinstance(forms, str) else forms:
            if form not in FORMS:
                raise ValueError(f"there is no form {form!r}; forms are {sorted(FORMS)}")
            h.forms |= <int>FORMS[form]
        for k in range(KINDS):
            if h.kind[k] + h.melded[k] > self.rules.copies[k]:
                raise ValueError(
                    f"{h.kind[k] + h.melded[k]} tiles of kind {k}: the deck has {self.rules.copies[k]}"
                )
        n = tiles_in(h.kind) + <int>wild
        if n % 3 != (remainder or n % 3) or n % 3 == 0 or n // 3 > self.rules.sets:
            wanted = {0: "3n + 1 or 3n + 2", 1: "3n + 1", 2: "3n + 2"}[remainder]
            raise ValueError(
                f"the hand has {n} concealed tiles, wildcards included; it must have {wanted}, "
                f"n at most {self.rules.sets}"
            )
        h.sets = n // 3
        h.wild = wild
        shape_index(&self.rules, h.kind, h.index)
        return h


cdef list kinds_in(uint64_t mask):
    return [k for k in range(KINDS) if mask >> k & 1]


cdef int read_counts(values, name, int most, uint8_t* out) except -1:
    cdef int k
    values = [int(value) for value in values]
    if len(values) != KINDS:
        raise ValueError(f"{name} has {len(values)} numbers; it needs one for each of the 34 kinds")
    for k in range(KINDS):
        if not 0 <= values[k] <= most:
            raise ValueError(f"{name}[{k}] is {values[k]}; it must be 0 to {most}")
        out[k] = values[k]
    return 0


# counts by kind, or tile codes
cdef int read_tiles(tiles, name, uint8_t* out) except -1:
    tiles = [int(tile) for tile in tiles]
    if len(tiles) == KINDS:
        return read_counts(tiles, name, 8, out)
    for code in tiles:
        if not 0 <= code < CODES or KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"{name} holds {code}, which is no tile code with a kind")
        out[KIND_OF[<int>code]] += 1
    return 0
