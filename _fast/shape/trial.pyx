# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Shapes of a hand while tiles come and go: the answers of shapes.pyx, from what is known.

A question compares what one group lacks with what the others lack together. So a kind brings a hand
nearer if it lowers a lane of its group in which the hand lacks no more than at best; which lanes a
kind lowers depends on the group alone, and is looked up once. Without wildcards a hand is ready
where one tile is missing in one group: then it is enough to know how many sets each group has.

What is rare (sevens over their limit, melds that take away what wildcards would stand for, a fifth
copy that counts) is asked of shapes.pyx.
"""

from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, lowest, without_lowest
from shugi._fast.core.fetch cimport fetch_at
from shugi._fast.core.rules cimport KEISHIKI_FIFTH_COPY_NO_WAIT, KEISHIKI_FIFTH_COPY_WAIT
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S
from shugi._fast.shape.shapes cimport (
    FORM_ORPHANS, FORM_PAIRS, FORM_SETS, FORM_STANDARD, NOT_READY, Given, Shapes, good_discards,
    kinds_in, ready_discards, shanten, ukeire, waits,
)
from shugi._fast.shape.tables cimport (
    LANE_COSTS, LANE_INFINITE, LANE_LOW, LANE_ONES, LANE_TOPS, Table, entry_at, improvable,
    is_bound_by_melds, join, lane_least, lane_min, mirrored, most_held, orphans_missing,
    pairs_missing, part_of, table_in, within,
)

from shugi._fast.shape.shapes import ALL_FORMS

cdef enum:
    TALLIES = 48             # bits below bytes 6 and 7
    UNIT = 1                 # in Lot.more: a kind more that can become a pair
    ORPHAN = 1 << 4
    PAIR = 1 << 8
    SECOND = 1 << 12         # ... orphan


cdef inline uint64_t spread_byte(uint64_t tops) noexcept nogil:
    # bytes of ones where the top bit is set
    return (tops >> 7) * 0xFF


cdef inline uint64_t lanes_at(uint64_t lanes, int value) noexcept nogil:
    # bytes of ones where a lane (below 128) has the value
    return spread_byte((LANE_TOPS - (lanes ^ <uint64_t>value * LANE_ONES)) & LANE_TOPS)


cdef inline uint64_t lanes_from(int first) noexcept nogil:
    # bytes of ones from a lane on
    return ~<uint64_t>0 << 8 * max(first, 0) if first < 8 else 0


cdef inline int lanes_without(uint64_t lanes) noexcept nogil:
    # how many lanes, from the first on, are 0 (lanes 6 and up count as more)
    return lowest(~(LANE_TOPS - (lanes & LANE_COSTS)) & LANE_TOPS | bit(55)) >> 3


cdef void trial_make(Trial* t, const Rules* r, const uint8_t* kind, const int32_t* index,
                     const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef bint whole = sets == 4 and r.sets == 4
    cdef bint counted = (sets < r.sets or r.atama) and not (
        r.keishiki_fifth_copy != KEISHIKI_FIFTH_COPY_NO_WAIT and r.seven_limit < 0)
    cdef int g, k
    t.r = r
    t.melded = melded
    t.sets = sets
    t.wild = wild
    t.forms = forms if whole else forms & (FORM_STANDARD | FORM_SETS)
    t.melded_kinds = t.bound_kinds = 0
    t.fours = 0
    memcpy(t.kind, kind, KINDS)
    memcpy(t.index, index, sizeof(t.index))
    memset(t.n_places, 0, sizeof(t.n_places))
    for k in range(KINDS):
        t.fours += kind[k] >= 4
        g = r.group[k]
        if g != NO_TILE:
            t.places[g][t.n_places[g]] = <uint8_t>k
            t.n_places[g] += 1
        if melded != NULL and melded[k]:
            t.melded_kinds |= bit(k)
            if counted and is_bound_by_melds(r, k):
                t.bound_kinds |= bit(k)
    memset(t.at, 0, sizeof(t.at))
    t.joined = False
    memset(t.known, 0xFF, sizeof(t.known))
    memset(t.paired_by, 0, sizeof(t.paired_by))


cdef void trial_put(Trial* t, int kind, int n) noexcept nogil:
    cdef int g = t.r.group[kind]
    t.fours -= t.kind[kind] >= 4
    t.kind[kind] += n
    t.fours += t.kind[kind] >= 4
    t.index[g] += n * t.r.weight[kind]
    t.at[g] = NULL
    t.joined = False


# ---- lots


cdef Lot* look_up(Trial* t, int g) noexcept nogil:
    cdef int32_t index = t.index[g]
    cdef int slot = <int>((<uint64_t>index * <uint64_t>0x9E3779B97F4A7C15) >> 58)
    cdef Lot* lot = &t.lot[g][slot]
    cdef uint64_t used = ~lanes_from(t.sets + 1)
    t.at[g] = lot
    if t.known[g][slot] == index:
        return lot
    t.known[g][slot] = index
    lot.entry = entry_at(table_in(t.r, g), index)
    lot.plain = lot.entry & LANE_LOW
    lot.paired = lot.entry >> 4 & LANE_LOW
    lot.one_plain = lanes_at(lot.plain, 1) & used
    lot.one_paired = lanes_at(lot.paired, 1) & used
    lot.some_plain = ~lanes_at(lot.plain, 0) & used
    lot.some_paired = ~lanes_at(lot.paired, 0) & used
    lot.whole = <int8_t>(lanes_without(lot.plain) - 1)
    lot.headed = <int8_t>(lanes_without(lot.paired) - 1)
    lot.opened = False
    return lot


cdef inline Lot* lot_of(Trial* t, int g) noexcept nogil:
    return t.at[g] if t.at[g] != NULL else look_up(t, g)


cdef void open_lot(const Trial* t, int g, Lot* lot) noexcept nogil:
    # what each kind of the group would change
    cdef const Table* table = table_in(t.r, g)
    cdef uint64_t drawn, lower
    cdef int i, k
    lot.opened = True
    lot.nearer_plain = lot.nearer_paired = lot.nearer_last = 0
    for i in range(t.n_places[g]):
        k = t.places[g][i]
        lot.more[i] = 0
        if t.kind[k] >= most_held(t.r, k):
            continue
        drawn = entry_at(table, t.index[g] + t.r.weight[k])
        lot.more[i] = <uint16_t>((drawn >> TALLIES) - (lot.entry >> TALLIES))
        lower = (lot.entry & LANE_COSTS) - (drawn & LANE_COSTS)
        if i == PLACES - 1:
            lot.nearer_last = lower
            break
        lot.nearer_plain |= (lower & LANE_ONES) << i
        lot.nearer_paired |= (lower >> 4 & LANE_ONES) << i


cdef uint64_t kinds_at(const Trial* t, int g, int places) noexcept nogil:
    cdef const uint8_t* kinds = t.places[g]
    cdef uint64_t out = 0
    if t.n_places[g] == PLACES and kinds[PLACES - 1] - kinds[0] == PLACES - 1:
        return <uint64_t>places << kinds[0]
    while places:
        out |= bit(kinds[lowest(places)])
        places = <int>without_lowest(places)
    return out


cdef uint64_t nearer(Trial* t, int g, uint64_t plain, uint64_t paired) noexcept nogil:
    # kinds of the group that lower one of these lanes when drawn
    cdef Lot* lot
    cdef uint64_t places
    if not (plain | paired):
        return 0
    lot = lot_of(t, g)
    if not lot.opened:
        open_lot(t, g, lot)
    places = (lot.nearer_plain & plain) | (lot.nearer_paired & paired)
    places |= places >> 32
    places |= places >> 16
    places |= places >> 8
    places &= 0xFF
    if lot.nearer_last & ((plain & LANE_ONES) | (paired & LANE_ONES) << 4):
        places |= 1 << (PLACES - 1)
    return kinds_at(t, g, <int>places) if places else 0


cdef uint64_t adding(Trial* t, int wanted) noexcept nogil:
    # kinds that add one of these to the pairs and orphans
    cdef Lot* lot
    cdef uint64_t out = 0
    cdef int g, i
    for g in range(t.r.n_groups):
        lot = lot_of(t, g)
        if not lot.opened:
            open_lot(t, g, lot)
        for i in range(t.n_places[g]):
            if lot.more[i] & wanted:
                out |= bit(t.places[g][i])
    return out


cdef uint64_t pairs_nearer(Trial* t) noexcept nogil:
    return adding(t, PAIR | (UNIT if (t.low >> TALLIES & 0xFF) < 7 else 0)) if (
        t.low >> 56 < 7) else adding(t, UNIT)


cdef uint64_t orphans_nearer(Trial* t) noexcept nogil:
    return adding(t, ORPHAN | (0 if t.high >> 56 else SECOND))


cdef void trial_expect(const Trial* t, uint64_t kinds) noexcept nogil:
    cdef const Table* table
    cdef int32_t without
    cdef int g, i, kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        g = t.r.group[kind]
        table = table_in(t.r, g)
        without = t.index[g] - t.r.weight[kind]
        for i in range(t.n_places[g]):
            fetch_at(&table.number[without + t.r.weight[t.places[g][i]]])


# ---- groups together


cdef Part pairing_of(Trial* t, int a, int b) noexcept nogil:
    cdef uint64_t key = bit(63) | <uint64_t>(4 * a + b) << 56 | <uint64_t>t.index[a] << 28 | (
        <uint64_t>t.index[b])
    cdef int slot = <int>((key * <uint64_t>0x9E3779B97F4A7C15) >> 58)
    if t.paired_by[slot] != key:
        t.paired_by[slot] = key
        t.pairing[slot] = join(part_of(lot_of(t, a).entry), part_of(lot_of(t, b).entry), t.sets)
    return t.pairing[slot]


cdef inline Part alone(Trial* t, int g) noexcept nogil:
    return part_of(lot_of(t, g).entry)


cdef inline void set_rest(Trial* t, int g, Part others) noexcept nogil:
    cdef uint64_t entry = lot_of(t, g).entry
    t.rest[g].plain = mirrored(others.plain, t.sets)
    t.rest[g].paired = mirrored(others.paired, t.sets)
    t.rest[g].low = t.low - (entry & LANE_LOW)
    t.rest[g].high = t.high - (entry >> 4 & LANE_LOW)


cdef void count_singly(Trial* t) noexcept nogil:
    # what pairs and orphans are made of
    cdef int g
    t.low = t.high = 0
    for g in range(t.r.n_groups):
        t.low += lot_of(t, g).entry & LANE_LOW
        t.high += lot_of(t, g).entry >> 4 & LANE_LOW


cdef void join_groups(Trial* t) noexcept nogil:
    # what each group has beside it
    cdef Part first, second
    if t.joined:
        return
    t.joined = True
    count_singly(t)
    if t.r.n_groups == 1:
        set_rest(t, 0, nothing())
    elif t.r.n_groups == 2:
        set_rest(t, 0, alone(t, 1))
        set_rest(t, 1, alone(t, 0))
    elif t.r.n_groups == 3:
        set_rest(t, 0, pairing_of(t, 1, 2))
        set_rest(t, 1, pairing_of(t, 0, 2))
        set_rest(t, 2, pairing_of(t, 0, 1))
    else:
        first, second = pairing_of(t, 0, 1), pairing_of(t, 2, 3)
        set_rest(t, 0, join(second, alone(t, 1), t.sets))
        set_rest(t, 1, join(second, alone(t, 0), t.sets))
        set_rest(t, 2, join(first, alone(t, 3), t.sets))
        set_rest(t, 3, join(first, alone(t, 2), t.sets))


cdef inline Part nothing() noexcept nogil:
    cdef Part none
    none.plain = LANE_INFINITE ^ (LANE_INFINITE & 0xFF)
    none.paired = LANE_INFINITE
    return none


cdef int missing_to_sets(Trial* t) noexcept nogil:
    # the groups in two halves, what one has beside what the other has
    cdef Part first = alone(t, 0)
    cdef Part second = nothing()
    if t.r.n_groups == 2:
        second = alone(t, 1)
    elif t.r.n_groups == 3:
        second = pairing_of(t, 1, 2)
    elif t.r.n_groups == 4:
        first, second = pairing_of(t, 0, 1), pairing_of(t, 2, 3)
    if t.forms & FORM_STANDARD:
        return lane_least(lane_min(first.plain + mirrored(second.paired, t.sets),
                                   first.paired + mirrored(second.plain, t.sets)))
    return lane_least(first.plain + mirrored(second.plain, t.sets))


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
cdef uint64_t lowering(Trial* t, int now) noexcept nogil:
    cdef Lot* lot
    cdef uint64_t out = 0
    cdef int g
    join_groups(t)
    if t.forms & (FORM_STANDARD | FORM_SETS):
        for g in range(t.r.n_groups):
            lot = lot_of(t, g)
            if t.forms & FORM_STANDARD:
                out |= nearer(t, g, lanes_at(lot.plain + t.rest[g].paired, now) & lot.some_plain,
                              lanes_at(lot.paired + t.rest[g].plain, now) & lot.some_paired)
            else:
                out |= nearer(t, g, lanes_at(lot.plain + t.rest[g].plain, now) & lot.some_plain, 0)
    if t.forms & FORM_PAIRS and pairs_missing(t.low) == now:
        out |= pairs_nearer(t)
    if t.forms & FORM_ORPHANS and orphans_missing(t.r, t.high) == now:
        out |= orphans_nearer(t)
    return out


# kinds whose discard leaves at most `most` tiles missing
cdef uint64_t leaving(Trial* t, int most) noexcept nogil:
    cdef const Table* table
    cdef uint64_t entry
    cdef uint64_t out = 0
    cdef int g, i, k
    join_groups(t)
    for g in range(t.r.n_groups):
        table = table_in(t.r, g)
        for i in range(t.n_places[g]):
            k = t.places[g][i]
            if t.kind[k]:
                entry = entry_at(table, t.index[g] - t.r.weight[k])
                out |= <uint64_t>within(t.r, &t.rest[g], entry, most, t.forms) << k
    return out


# kinds of the group that can be held once more
cdef uint64_t drawable(const Trial* t, int g) noexcept nogil:
    cdef uint64_t out = 0
    cdef int i, k
    for i in range(t.n_places[g]):
        k = t.places[g][i]
        out |= <uint64_t>(t.kind[k] < most_held(t.r, k)) << k
    return out


# kinds that leave a hand complete by its wildcards as it is, of groups that lack something
cdef uint64_t idle(Trial* t) noexcept nogil:
    cdef uint64_t out = 0
    cdef int g
    join_groups(t)
    for g in range(t.r.n_groups):
        if improvable(t.r, &t.rest[g], lot_of(t, g).entry, t.wild, t.forms):
            out |= drawable(t, g)
    return out


# one tile missing, and no wildcard
cdef uint64_t lone_waits(Trial* t) noexcept nogil:
    cdef Lot* lot
    cdef uint64_t plain, paired
    cdef uint64_t out = 0
    cdef int g, h, others, head
    cdef int whole = 0
    cdef uint64_t low = 0, high = 0
    for g in range(t.r.n_groups):
        lot = lot_of(t, g)
        whole += lot.whole
        low += lot.entry & LANE_LOW
        high += lot.entry >> 4 & LANE_LOW
    for g in range(t.r.n_groups):
        lot = t.at[g]
        others = whole - lot.whole
        if t.forms & FORM_STANDARD:
            head = -99
            for h in range(t.r.n_groups):
                if h != g and t.at[h].headed >= 0:
                    head = max(head, t.at[h].headed - t.at[h].whole)
            plain = lot.one_plain & lanes_from(t.sets - others - head)
            paired = lot.one_paired & lanes_from(t.sets - others)
        elif t.forms & FORM_SETS:
            plain = lot.one_plain & lanes_from(t.sets - others)
            paired = 0
        else:
            break
        if plain | paired:
            t.ready = True
            out |= nearer(t, g, plain, paired)
    t.low, t.high = low, high
    if t.forms & FORM_PAIRS and pairs_missing(low) == 1:
        t.ready = True
        out |= pairs_nearer(t)
    if t.forms & FORM_ORPHANS and orphans_missing(t.r, high) == 1:
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
    return winning(t, leaving(t, 1), True) != 0


# of these kinds, which make a hand ready by form, those that make it one that may win
cdef uint64_t leading(Trial* t, uint64_t kinds) noexcept nogil:
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
cdef uint64_t winning(Trial* t, uint64_t kinds, bint any) noexcept nogil:
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
        return idle(t)
    return lowering(t, now) if now == t.wild + 1 else 0


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
    out = lowering(t, now)
    if now == 2 and binds(t, 1):
        return leading(t, out)
    return out & ~used_up(t, t.melded_kinds, 1)


cdef uint64_t trial_good_discards(Trial* t) noexcept nogil:
    cdef int now
    if too_many(t) or (t.wild and binds(t, t.wild + 1)):
        return good_discards(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    now = missing_tiles(t)
    if now >= NOT_READY:
        return 0
    if now > t.wild + 1 or not binds(t, t.wild):
        return leaving(t, max(now, t.wild + 1))
    if now <= 0:
        return winning(t, leaving(t, 1), False)
    return winning(t, leaving(t, 1), False) or leaving(t, 2)


cdef uint64_t trial_ready_discards(Trial* t) noexcept nogil:
    if too_many(t) or (t.wild and binds(t, t.wild + 1)):
        return ready_discards(t.r, t.kind, t.index, t.melded, t.sets, t.wild, t.forms)
    if missing_tiles(t) > t.wild + 1:
        return 0
    if binds(t, t.wild):
        return winning(t, leaving(t, 1), False)
    return leaving(t, t.wild + 1)


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
