# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Shapes of a hand while tiles come and go: the answers of shapes.pyx, from what is known.

A question compares what one group lacks with what the others lack together. So a kind brings a hand
nearer if it lowers a lane of its group in which the hand lacks no more than at best; which lanes a
kind lowers depends on the group alone, and stands in its record. Without wildcards a hand is ready
where one tile is missing in one group: then it is enough to know how many sets each group has.

What is rare (sevens over their limit, melds that take away what wildcards would stand for, a fifth
copy that counts) is asked of shapes.pyx.
"""

from libc.stdint cimport int8_t, uint32_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.fetch cimport fetch_at
from shugi._fast.core.rules cimport KEISHIKI_FIFTH_COPY_WAIT
from shugi._fast.core.sizes cimport PLACES
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, kinds_from, kinds_in_counts
from shugi._fast.shape.shapes cimport (
    FORM_ORPHANS, FORM_PAIRS, FORM_SETS, FORM_STANDARD, NOT_READY, Given, Shapes, good_discards,
    kinds_in, left_within, ready_discards, shanten, ukeire, waits,
)
from shugi._fast.shape.tables cimport (
    HEADED, INDEX_BITS, INFINITE, LANE_LOW, LANE_ONES, LANE_TOPS, SECOND_PAIRED, SECOND_PLAIN,
    TALLIES, WHOLE, entry_at, improvable, is_bound_by_melds, join, lane_least, lane_min,
    melds_count, most_held, no_part, open_forms, orphans_missing, pairs_missing, part_of, record_at,
    reverse_costs, reverse_lanes, set_rest, table_in,
)

from shugi._fast.shape.shapes import ALL_FORMS

cdef extern from "shape/steps.h" nogil:
    ctypedef struct Lanes:
        pass
    ctypedef struct Spread:
        pass
    ctypedef struct Shifted:
        pass
    ctypedef struct Facing:
        Lanes costs
        Lanes lowered
        uint64_t ninth

    Lanes lanes_pair(uint64_t low, uint64_t high) noexcept
    void steps_spread(Part part, int sets, Spread* out) noexcept
    void steps_shifted(Part part, int sets, uint64_t infinite, Shifted* out) noexcept
    Lanes steps_join(const Spread* a, const Shifted* b, int sets) noexcept
    uint32_t steps_places(const Facing* group, Lanes others, int now, uint64_t used) noexcept

cdef enum:
    EVERY_PLACE = (1 << PLACES) - 1


cdef inline uint64_t spread_byte(uint64_t tops) noexcept nogil:
    # bytes of ones where the top bit is set
    return (tops >> 7) * 0xFF


cdef inline uint64_t lanes_at(uint64_t lanes, int value) noexcept nogil:
    # bytes of ones where a lane (below 128) has the value
    return spread_byte((LANE_TOPS - (lanes ^ <uint64_t>value * LANE_ONES)) & LANE_TOPS)


cdef inline uint64_t lanes_from(int first) noexcept nogil:
    # bytes of ones from a lane on
    return ~<uint64_t>0 << 8 * max(first, 0) if first < 8 else 0


cdef void trial_make(Trial* t, const Rules* r, const uint8_t* kind, const int32_t* index,
                     const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef uint64_t left
    cdef int g
    t.r = r
    t.melded = melded
    t.sets = sets
    t.wild = wild
    t.used = ~lanes_from(sets + 1)
    t.forms = open_forms(r, sets, forms)
    t.fours = count(kinds_from(kind, 4))
    memcpy(t.kind, kind, KINDS)
    memcpy(t.index, index, sizeof(t.index))
    t.melded_kinds = kinds_in_counts(melded) if melded != NULL else 0
    t.bound_kinds = 0
    left = t.melded_kinds if melds_count(r, sets) else 0
    while left:
        t.bound_kinds |= <uint64_t>is_bound_by_melds(r, lowest(left)) << lowest(left)
        left = without_lowest(left)
    for g in range(r.n_groups):
        t.at[g] = record_at(table_in(r, g), index[g])
    t.joined = t.moved = False


cdef void trial_put(Trial* t, int kind, int n) noexcept nogil:
    cdef int g = t.r.group[kind]
    if not t.moved:
        t.moved = True
        memset(t.paired_by, 0, sizeof(t.paired_by))
    t.fours -= t.kind[kind] >= 4
    t.kind[kind] += n
    t.fours += t.kind[kind] >= 4
    t.index[g] += n * t.r.weight[kind]
    t.at[g] = record_at(table_in(t.r, g), t.index[g])
    t.joined = False


# ---- records


cdef uint64_t kinds_at(const Trial* t, int g, int places) noexcept nogil:
    cdef const uint8_t* kinds = t.r.group_kind[g]
    cdef uint64_t out = 0
    if kinds[PLACES - 1] - kinds[0] == PLACES - 1:
        return <uint64_t>places << kinds[0]
    if kinds[PLACES - 1] - kinds[2] == PLACES - 3:  # honours behind terminals
        return (<uint64_t>places >> 2 << kinds[2] | <uint64_t>(places & 1) << kinds[0]
                | <uint64_t>(places >> 1 & 1) << kinds[1])
    while places:
        out |= bit(kinds[lowest(places)])
        places = <int>without_lowest(places)
    return out


cdef uint64_t nearer(const Trial* t, int g, uint64_t plain, uint64_t paired) noexcept nogil:
    # kinds of the group that lower one of these lanes when drawn
    cdef const Record* record = t.at[g]
    cdef uint64_t places
    if not (plain | paired):
        return 0
    places = (record.plain & plain) | (record.paired & paired)
    places |= places >> 32
    places |= places >> 16
    places |= places >> 8
    places &= 0xFF
    if record.last & ((plain & LANE_ONES) | (paired & LANE_ONES) << 4):
        places |= 1 << (PLACES - 1)
    return kinds_at(t, g, <int>places) if places else 0


cdef inline uint64_t adding_unit(const Record* record) noexcept nogil:
    # places of a kind more that can become a pair
    return record.plain >> TALLIES & EVERY_PLACE


cdef inline uint64_t adding_pair(const Record* record) noexcept nogil:
    return record.paired >> TALLIES & EVERY_PLACE


cdef inline uint64_t adding_orphan(const Record* record) noexcept nogil:
    return record.last >> TALLIES & EVERY_PLACE


cdef inline uint64_t adding_second(const Record* record) noexcept nogil:
    return record.plain >> SECOND_PLAIN | (record.paired >> SECOND_PAIRED & 3 << 7)


cdef uint64_t pairs_nearer(const Trial* t) noexcept nogil:
    cdef bint pairs = t.low >> 56 < 7
    cdef bint units = not pairs or (t.low >> TALLIES & 0xFF) < 7
    cdef uint64_t places
    cdef uint64_t out = 0
    cdef int g
    for g in range(t.r.n_groups):
        places = (adding_pair(t.at[g]) if pairs else 0) | (adding_unit(t.at[g]) if units else 0)
        out |= kinds_at(t, g, <int>places)
    return out


cdef uint64_t orphans_nearer(const Trial* t) noexcept nogil:
    cdef bint second = t.high >> 56 == 0
    cdef uint64_t out = 0
    cdef int g
    for g in range(t.r.n_groups):
        out |= kinds_at(t, g, <int>(
            adding_orphan(t.at[g]) | (adding_second(t.at[g]) if second else 0)))
    return out


cdef void trial_expect(const Trial* t, uint64_t kinds) noexcept nogil:
    cdef int g, kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        g = t.r.group[kind]
        fetch_at(record_at(table_in(t.r, g), t.index[g] - t.r.weight[kind]))


# ---- groups together


cdef Part pairing_of(Trial* t, int a, int b) noexcept nogil:
    cdef uint64_t key
    cdef int slot
    if not t.moved:
        return join(part_of(t.at[a].entry), part_of(t.at[b].entry), t.sets)
    key = bit(63) | <uint64_t>(GROUPS * a + b) << 2 * INDEX_BITS | (
        <uint64_t>t.index[a] << INDEX_BITS | <uint64_t>t.index[b])
    slot = <int>((key * <uint64_t>0x9E3779B97F4A7C15) >> (64 - PAIRING_BITS))
    if t.paired_by[slot] != key:
        t.paired_by[slot] = key
        t.pairing[slot] = join(part_of(t.at[a].entry), part_of(t.at[b].entry), t.sets)
    return t.pairing[slot]


cdef inline Part group_part(Trial* t, int g) noexcept nogil:
    return part_of(t.at[g].entry)


cdef inline void put_rest(Trial* t, int g, Part others) noexcept nogil:
    t.rest[g].low = t.at[g].entry & LANE_LOW
    t.rest[g].high = t.at[g].entry >> 4 & LANE_LOW
    set_rest(&t.rest[g], others, t.low, t.high, t.sets)


cdef inline void count_singly(Trial* t) noexcept nogil:
    # what pairs and orphans are made of
    cdef int g
    t.low = t.high = 0
    for g in range(t.r.n_groups):
        t.low += t.at[g].entry & LANE_LOW
        t.high += t.at[g].entry >> 4 & LANE_LOW


cdef void join_groups(Trial* t) noexcept nogil:
    # what each group has beside it
    cdef Part first, second
    if t.joined:
        return
    t.joined = True
    count_singly(t)
    if t.r.n_groups == 1:
        put_rest(t, 0, no_part())
    elif t.r.n_groups == 2:
        put_rest(t, 0, group_part(t, 1))
        put_rest(t, 1, group_part(t, 0))
    elif t.r.n_groups == 3:
        put_rest(t, 0, pairing_of(t, 1, 2))
        put_rest(t, 1, pairing_of(t, 0, 2))
        put_rest(t, 2, pairing_of(t, 0, 1))
    else:
        first, second = pairing_of(t, 0, 1), pairing_of(t, 2, 3)
        put_rest(t, 0, join(second, group_part(t, 1), t.sets))
        put_rest(t, 1, join(second, group_part(t, 0), t.sets))
        put_rest(t, 2, join(first, group_part(t, 3), t.sets))
        put_rest(t, 3, join(first, group_part(t, 2), t.sets))


cdef int missing_to_sets(Trial* t) noexcept nogil:
    # the groups in two halves, what one has beside what the other has
    cdef Part first = group_part(t, 0)
    cdef Part second = no_part()
    if t.joined:
        if t.forms & FORM_STANDARD:
            return lane_least(lane_min(first.plain + t.rest[0].paired,
                                       first.paired + t.rest[0].plain))
        return lane_least(first.plain + t.rest[0].plain)
    if t.r.n_groups == 2:
        second = group_part(t, 1)
    elif t.r.n_groups == 3:
        second = pairing_of(t, 1, 2)
    elif t.r.n_groups == 4:
        first, second = pairing_of(t, 0, 1), pairing_of(t, 2, 3)
    if t.forms & FORM_STANDARD:
        return lane_least(lane_min(first.plain + reverse_costs(second.paired, t.sets),
                                   first.paired + reverse_costs(second.plain, t.sets)))
    return lane_least(first.plain + reverse_costs(second.plain, t.sets))


# tiles missing, wildcards aside
cdef int missing_tiles(Trial* t) noexcept nogil:
    cdef int best = NOT_READY
    if t.forms & (FORM_STANDARD | FORM_SETS):
        best = missing_to_sets(t)
    if t.forms & (FORM_PAIRS | FORM_ORPHANS) and not t.joined:
        count_singly(t)
    if t.forms & FORM_PAIRS:
        best = min(best, pairs_missing(t.low))
    if t.forms & FORM_ORPHANS:
        best = min(best, orphans_missing(t.r, t.high))
    return best


# kinds that lower the number of missing tiles, which is `now`, when drawn
cdef uint64_t lowering_kinds(Trial* t, int now) noexcept nogil:
    cdef Part part
    cdef uint64_t out = 0
    cdef int g
    join_groups(t)
    if t.forms & (FORM_STANDARD | FORM_SETS):
        for g in range(t.r.n_groups):
            part = part_of(t.at[g].entry)
            if t.forms & FORM_STANDARD:
                out |= nearer(t, g, lanes_at(part.plain + t.rest[g].paired, now) & t.used,
                              lanes_at(part.paired + t.rest[g].plain, now) & t.used)
            else:
                out |= nearer(t, g, lanes_at(part.plain + t.rest[g].plain, now) & t.used, 0)
    if t.forms & FORM_PAIRS and pairs_missing(t.low) == now:
        out |= pairs_nearer(t)
    if t.forms & FORM_ORPHANS and orphans_missing(t.r, t.high) == now:
        out |= orphans_nearer(t)
    return out


# kinds whose discard leaves at most `most` tiles missing
cdef uint64_t leaving_kinds(Trial* t, int most) noexcept nogil:
    join_groups(t)
    return left_within(t.r, t.kind, t.index, t.rest, most, t.forms)


# kinds of the group that can be held once more
cdef uint64_t drawable(const Trial* t, int g) noexcept nogil:
    cdef uint64_t left = t.r.group_kinds[g]
    cdef uint64_t out = 0
    cdef int k
    while left:
        k = lowest(left)
        left = without_lowest(left)
        out |= <uint64_t>(t.kind[k] < most_held(t.r, k)) << k
    return out


# kinds that leave a hand complete by its wildcards as it is, of groups that lack something
cdef uint64_t idle_kinds(Trial* t) noexcept nogil:
    cdef uint64_t out = 0
    cdef int g
    join_groups(t)
    for g in range(t.r.n_groups):
        if improvable(t.r, &t.rest[g], t.at[g].entry, t.wild, t.forms):
            out |= drawable(t, g)
    return out


# one tile missing, and no wildcard
cdef uint64_t lone_waits(Trial* t) noexcept nogil:
    cdef uint64_t plain, paired, entry
    cdef int8_t[GROUPS] whole
    cdef int8_t[GROUPS] ahead        # sets more beside a pair than without one
    cdef uint64_t out = 0
    cdef int g, h, others, head
    cdef int all_whole = 0
    count_singly(t)
    for g in range(t.r.n_groups):
        whole[g] = t.at[g].last >> WHOLE & 7
        ahead[g] = <int8_t>(<int>(t.at[g].last >> HEADED) - 1 - whole[g])
        all_whole += whole[g]
    for g in range(t.r.n_groups):
        entry = t.at[g].entry
        others = all_whole - whole[g]
        plain = lanes_at(entry & LANE_LOW, 1) & t.used
        paired = 0
        if t.forms & FORM_STANDARD:
            head = -99
            for h in range(t.r.n_groups):
                if h != g and t.at[h].last >> HEADED:
                    head = max(head, <int>ahead[h])
            plain &= lanes_from(t.sets - others - head)
            paired = lanes_at(entry >> 4 & LANE_LOW, 1) & t.used & lanes_from(t.sets - others)
        elif t.forms & FORM_SETS:
            plain &= lanes_from(t.sets - others)
        else:
            break
        if plain | paired:
            t.ready = True
            out |= nearer(t, g, plain, paired)
    if t.forms & FORM_PAIRS and pairs_missing(t.low) == 1:
        t.ready = True
        out |= pairs_nearer(t)
    if t.forms & FORM_ORPHANS and orphans_missing(t.r, t.high) == 1:
        t.ready = True
        out |= orphans_nearer(t)
    return out


# ---- copies in melds


cdef inline bint over_limit(const Trial* t, int kind) noexcept nogil:
    return t.kind[kind] + (t.melded[kind] if t.melded != NULL else 0) > t.r.limit[kind]


cdef inline bint too_many(const Trial* t) noexcept nogil:
    return t.r.seven_limit >= 0 and (over_limit(t, KIND_7P) or over_limit(t, KIND_7S))


# of these kinds, those of which melds and hand leave fewer than `ahead` copies
cdef uint64_t used_up(const Trial* t, uint64_t kinds, int ahead) noexcept nogil:
    cdef uint64_t out = 0
    cdef int k
    while kinds:
        k = lowest(kinds)
        kinds = without_lowest(kinds)
        if t.kind[k] + t.melded[k] + ahead > t.r.limit[k]:
            out |= bit(k)
    return out


# do copies in melds forbid what the tables allow?  `ahead`: copies yet to come
cdef inline bint binds(const Trial* t, int ahead) noexcept nogil:
    return t.bound_kinds and used_up(t, t.bound_kinds, ahead + 1) != 0


# can a hand that lacks one tile by form win yet?
cdef bint may_win(Trial* t) noexcept nogil:
    cdef int n = 2 if t.forms & FORM_SETS else 0
    cdef int k
    if not binds(t, 0):
        return True
    for k in range(KINDS):
        n += t.kind[k]
    if n <= 3 * t.sets + 1:
        return trial_waits(t) != 0
    return winning_discards(t, leaving_kinds(t, 1), True) != 0


# of these kinds, which make a hand ready by form, those that make it one that may win
cdef uint64_t ready_kinds(Trial* t, uint64_t kinds) noexcept nogil:
    cdef uint64_t out = 0
    cdef int drawn
    while kinds:
        drawn = lowest(kinds)
        kinds = without_lowest(kinds)
        if t.kind[drawn] + t.melded[drawn] >= t.r.limit[drawn]:
            continue
        trial_put(t, drawn, 1)
        if may_win(t):
            out |= bit(drawn)
        trial_put(t, drawn, -1)
    return out


# of these kinds, those whose discard leaves a hand that can win; `any`: one of them is enough
cdef uint64_t winning_discards(Trial* t, uint64_t kinds, bint any) noexcept nogil:
    cdef uint64_t out = 0
    cdef int k
    while kinds and not (any and out):
        k = lowest(kinds)
        kinds = without_lowest(kinds)
        trial_put(t, k, -1)
        if trial_waits(t):
            out |= bit(k)
        trial_put(t, k, 1)
    return out


# ---- the questions


cdef int trial_shanten(Trial* t) noexcept nogil:
    cdef int n
    if too_many(t):
        return shanten(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    n = missing_tiles(t)
    if n >= NOT_READY:
        return NOT_READY
    n = max(n - t.wild - 1, -1)
    if n == 0 and t.wild == 0:
        return 0 if may_win(t) else 1
    if n <= 0 and binds(t, t.wild):
        return shanten(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    return n


cdef uint64_t trial_waits(Trial* t) noexcept nogil:
    cdef int now
    t.ready = False
    if too_many(t):
        return 0
    if (t.fours and t.r.keishiki_fifth_copy == KEISHIKI_FIFTH_COPY_WAIT) or (
            t.wild and binds(t, t.wild + 1)):
        t.ready = missing_tiles(t) <= t.wild + 1
        return waits(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms) if t.ready else 0
    if t.wild == 0:
        return lone_waits(t) & ~used_up(t, t.bound_kinds, 1)
    now = missing_tiles(t)
    t.ready = now <= t.wild + 1
    if now <= t.wild:
        return idle_kinds(t)
    return lowering_kinds(t, now) if now == t.wild + 1 else 0


# kinds whose draw brings a hand nearer that lacks `now` tiles, more than its wildcards and one
cdef uint64_t drawn_nearer(Trial* t, int now) noexcept nogil:
    cdef uint64_t out = lowering_kinds(t, now)
    if now == 2 and binds(t, 1):
        return ready_kinds(t, out)
    return out & ~used_up(t, t.melded_kinds, 1)


cdef uint64_t trial_ukeire(Trial* t) noexcept nogil:
    cdef uint64_t out
    cdef int now
    if too_many(t) or (t.wild and binds(t, t.wild + 1)):
        return ukeire(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    now = missing_tiles(t)
    if now >= NOT_READY:
        return 0
    if now <= t.wild + 1:
        out = trial_waits(t)
        if out == 0 and binds(t, t.wild):
            return ukeire(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
        return out
    return drawn_nearer(t, now)


# as trial_ukeire, where the shanten is known: `away`
cdef uint64_t trial_ukeire_at(Trial* t, int away) noexcept nogil:
    # where copies bind, the form may be nearer than the shanten says
    if away <= 0 or t.bound_kinds or t.r.seven_limit >= 0:
        return trial_ukeire(t)
    return drawn_nearer(t, away + t.wild + 1)


# ---- what each discard leaves, all groups at once


# all groups but these two, as one part
cdef Part beside_two(Trial* t, int a, int b) noexcept nogil:
    cdef Part out = no_part()
    cdef int g
    cdef bint first = True
    for g in range(t.r.n_groups):
        if g != a and g != b:
            out = group_part(t, g) if first else join(out, group_part(t, g), t.sets)
            first = False
    return out


cdef inline void face(const Record* record, Facing* out) noexcept nogil:
    out.costs = lanes_pair(record.entry >> 4 & LANE_LOW, record.entry & LANE_LOW)
    out.lowered = lanes_pair(record.paired, record.plain)
    out.ninth = record.last


# the same for a part that is not turned
cdef inline void face_turned(const Record* record, int sets, Facing* out) noexcept nogil:
    out.costs = lanes_pair(reverse_costs(record.entry >> 4 & LANE_LOW, sets),
                           reverse_costs(record.entry & LANE_LOW, sets))
    out.lowered = lanes_pair(reverse_lanes(record.paired, sets), reverse_lanes(record.plain, sets))
    out.ninth = reverse_lanes(record.last, sets)


cdef void face_groups(Trial* t, Facing* facing, Spread* spread) noexcept nogil:
    cdef int g, h
    for g in range(t.r.n_groups):
        face_turned(t.at[g], t.sets, &facing[g])
        for h in range(g):
            steps_spread(beside_two(t, g, h), t.sets, &spread[GROUPS * g + h])


# kinds of sets that bring the hand nearer, with this record in the place of group a's
cdef uint64_t sets_nearer(Trial* t, int a, const Record* record, const Facing* facing,
                          const Spread* spread, int now) noexcept nogil:
    cdef Facing own
    cdef Shifted shifted
    cdef int g
    cdef uint64_t out
    face(record, &own)
    out = kinds_at(t, a, steps_places(
        &own, lanes_pair(t.rest[a].plain, t.rest[a].paired), now, t.used))
    steps_shifted(part_of(record.entry), t.sets, INFINITE, &shifted)
    for g in range(t.r.n_groups):
        if g != a:
            out |= kinds_at(t, g, steps_places(
                &facing[g], steps_join(&spread[GROUPS * max(a, g) + min(a, g)], &shifted, t.sets),
                now, t.used))
    return out


cdef uint64_t singles_nearer(Trial* t, int a, const Record* record, int now) noexcept nogil:
    # the same of pairs and orphans
    cdef const Record* before = t.at[a]
    cdef uint64_t low = t.low
    cdef uint64_t high = t.high
    cdef uint64_t out = 0
    t.at[a] = record
    t.low += (record.entry & LANE_LOW) - (before.entry & LANE_LOW)
    t.high += (record.entry >> 4 & LANE_LOW) - (before.entry >> 4 & LANE_LOW)
    if t.forms & FORM_PAIRS and pairs_missing(t.low) == now:
        out |= pairs_nearer(t)
    if t.forms & FORM_ORPHANS and orphans_missing(t.r, t.high) == now:
        out |= orphans_nearer(t)
    t.at[a], t.low, t.high = before, low, high
    return out


cdef void steps_together(Trial* t, uint64_t kinds, int now, uint64_t* found) noexcept nogil:
    cdef Facing[GROUPS] facing
    cdef Spread[GROUPS * GROUPS] spread
    cdef const Record* record
    cdef uint64_t used = used_up(t, t.melded_kinds, 1)
    cdef int kind, g
    join_groups(t)
    face_groups(t, facing, spread)
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        g = t.r.group[kind]
        record = record_at(table_in(t.r, g), t.index[g] - t.r.weight[kind])
        found[kind] = sets_nearer(t, g, record, facing, spread, now)
        if t.forms & (FORM_PAIRS | FORM_ORPHANS):
            found[kind] |= singles_nearer(t, g, record, now)
        # the copy that went can come again
        found[kind] &= ~(used & ~bit(kind) | used_up(t, t.melded_kinds & bit(kind), 0))


cdef void steps_in_turn(Trial* t, uint64_t kinds, int away, uint64_t* found) noexcept nogil:
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        trial_put(t, kind, -1)
        found[kind] = trial_waits(t) if away <= 0 else trial_ukeire_at(t, away)
        trial_put(t, kind, 1)


cdef void trial_steps(Trial* t, uint64_t kinds, int away, uint64_t* found) noexcept nogil:
    trial_expect(t, kinds)
    if away <= 0 or t.bound_kinds or too_many(t) or not t.forms & FORM_STANDARD:
        steps_in_turn(t, kinds, away, found)
    else:
        steps_together(t, kinds, away + t.wild + 1, found)


cdef uint64_t trial_good_discards(Trial* t) noexcept nogil:
    cdef int now
    if too_many(t) or (t.wild and binds(t, t.wild + 1)):
        return good_discards(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    now = missing_tiles(t)
    if now >= NOT_READY:
        return 0
    if now > t.wild + 1 or not binds(t, t.wild):
        return leaving_kinds(t, max(now, t.wild + 1))
    if now <= 0:
        return winning_discards(t, leaving_kinds(t, 1), False)
    return winning_discards(t, leaving_kinds(t, 1), False) or leaving_kinds(t, 2)


cdef int trial_shanten_with_discards(Trial* t, uint64_t* found) noexcept nogil:
    join_groups(t)
    found[0] = trial_good_discards(t)
    return trial_shanten(t)


cdef uint64_t trial_ready_discards(Trial* t) noexcept nogil:
    if too_many(t) or (t.wild and binds(t, t.wild + 1)):
        return ready_discards(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    if missing_tiles(t) > t.wild + 1:
        return 0
    if binds(t, t.wild):
        return winning_discards(t, leaving_kinds(t, 1), False)
    return leaving_kinds(t, t.wild + 1)


cdef int trial_missing_without(Trial* t, int kind, int n) noexcept nogil:
    cdef int g = t.r.group[kind]
    cdef uint64_t entry
    join_groups(t)
    entry = entry_at(table_in(t.r, g), t.index[g] - n * t.r.weight[kind])
    return lane_least((entry & LANE_LOW) + t.rest[g].plain)


# ---- the Python door


cdef class Trials(Shapes):
    def asked(self, hand, puts, melded=None, *, wild=0, forms=ALL_FORMS):
        cdef Given h = self._hand(hand, melded, wild, forms, 0)
        cdef Trial t
        cdef int n = 0
        trial_make(&t, &self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        found = []
        for kind, copies in puts:
            trial_put(&t, kind, copies)
            n = h.wild
            for k in range(KINDS):
                n += t.kind[<int>k]
            now = trial_shanten(&t)
            if n % 3 == 1:
                asked = trial_waits(&t), trial_ukeire(&t)
            else:
                asked = trial_ready_discards(&t), trial_good_discards(&t)
            kinds = (kinds_in(one) for one in asked)
            found.append((None if now >= NOT_READY else now, *kinds))
        return found
