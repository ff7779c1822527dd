# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Ways to win a hand of a regional game: shanten, discards that keep it, tiles that shorten it."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_KAKAN, MELD_PON, RIICHI_OPEN
from shugi._fast.core.tiles cimport KAN_TILE, KIND_OF, NO_KIND, WILD
from shugi._fast.flow.hand cimport sets_left
from shugi._fast.regional.wuhan.win cimport TWO_FIVE_EIGHT
from shugi._fast.shape.shapes cimport (
    FORM_PAIRS, FORM_SETS, FORM_STANDARD, NOT_READY, good_discards, shanten, ukeire,
)

cdef uint64_t ALL_KINDS = bit(KINDS) - 1


# ---- tiles

cdef void hand_put(const Rules* r, Hand* h, int code, int n) noexcept nogil:
    cdef int kind = KIND_OF[code]
    if kind != NO_KIND:
        h.kind[kind] += n
        h.index[r.group[kind]] += n * r.weight[kind]
    elif code == WILD:
        h.wild += n
    else:
        h.kong += n


cdef void hand_make(const Rules* r, const Seat* seat, Hand* h) noexcept nogil:
    cdef int i
    memcpy(h.kind, seat.kind, KINDS)
    memcpy(h.index, seat.index, sizeof(h.index))
    memcpy(h.meld, seat.meld, sizeof(h.meld))
    h.wild = seat.wild
    h.kong = seat.hand[<int>KAN_TILE] + seat.hand[<int>KAN_TILE + 1]
    h.sets = sets_left(r, seat)
    h.n_meld = seat.n_meld
    h.opened = 0
    for i in range(seat.n_meld):
        h.opened += seat.meld[i].type != MELD_ANKAN
    h.floats = seat.floats
    h.streak = 0
    h.kan_tiles = seat.kan_tiles
    h.wild_kans = seat.wild_kans
    h.shown = seat.riichi == RIICHI_OPEN


cdef void hand_meld(const Rules* r, Hand* h, int type, int kind, int low) noexcept nogil:
    cdef int i
    cdef Meld* meld
    if type == MELD_KAKAN:
        hand_put(r, h, kind, -1)
        for i in range(h.n_meld):
            if h.meld[i].type == MELD_PON and KIND_OF[h.meld[i].tile[0]] == kind:
                h.meld[i].type = MELD_KAKAN
                h.meld[i].n = 4
                h.meld[i].tile[3] = <uint8_t>kind
        return
    meld = &h.meld[h.n_meld]
    h.n_meld += 1
    h.sets -= 1
    h.opened += type != MELD_ANKAN
    meld.type = <uint8_t>type
    meld.n = 3 if type == MELD_CHI or type == MELD_PON else 4
    for i in range(meld.n):
        meld.tile[i] = <uint8_t>(low + i if type == MELD_CHI else kind)
        if type != MELD_CHI and i == 0 and type != MELD_ANKAN:
            continue  # the claimed tile
        if type == MELD_CHI and low + i == kind:
            continue
        hand_put(r, h, meld.tile[i], -1)


cdef uint64_t concealed_kinds(const Hand* h) noexcept nogil:
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        if h.kind[kind]:
            out |= bit(kind)
    return out


cdef uint64_t melded_kinds(const Hand* h) noexcept nogil:
    cdef uint64_t out = 0
    cdef int i, k
    for i in range(h.n_meld):
        for k in range(h.meld[i].n):
            out |= bit(KIND_OF[h.meld[i].tile[k]])
    return out


cdef int tiles_among(const Hand* h, uint64_t kinds) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(KINDS):
        if has(kinds, i):
            n += h.kind[i]
    for i in range(h.n_meld):
        n += 3 * has(kinds, KIND_OF[h.meld[i].tile[0]])
    return n


cdef int pairs_in(const Hand* h) noexcept nogil:
    cdef int kind
    cdef int n = 0
    for kind in range(KINDS):
        n += h.kind[kind] >= 2
    return n


# ---- ways

cdef void way_add(Way* out, int* n, int shape, uint64_t kinds, float pace,
                  float worth) noexcept nogil:
    if n[0] == WAYS or worth <= 0:
        return
    out[n[0]].shape = shape
    out[n[0]].kinds = kinds
    out[n[0]].pace = pace
    out[n[0]].worth = worth
    n[0] += 1


cdef void serve(const Rules* r, const Hand* h, const Way* way, Hand* out) noexcept nogil:
    # the hand without the tiles that the way cannot use
    cdef int kind
    out[0] = h[0]
    if way.kinds == ALL_KINDS:
        return
    for kind in range(KINDS):
        if not has(way.kinds, kind) and out.kind[kind]:
            hand_put(r, out, kind, -out.kind[kind])


cdef int triplets_missing(const Hand* h) noexcept nogil:
    cdef int[3] n = [0, 0, 0]     # kinds with one, two, three copies or more
    cdef int kind, sets, twos
    for kind in range(KINDS):
        if h.kind[kind]:
            n[min(<int>h.kind[kind], 3) - 1] += 1
    sets = max(h.sets - n[2], 0)
    twos = min(sets, n[1])
    # a pair is left, or grows from a single tile
    return twos + 2 * (sets - twos) + (0 if n[1] > twos or n[2] > h.sets
                                       else 1 if n[0] > sets - twos else 2)


cdef int missing_258(const Rules* r, Hand* h, int kind) noexcept nogil:
    # tiles missing to sets and a pair of the kind, wildcards aside
    cdef int used = min(<int>h.kind[kind], 2)
    cdef int n
    hand_put(r, h, kind, -used)
    n = shanten(r, h.kind, h.index, NULL, h.sets, 0, FORM_SETS) + 1
    hand_put(r, h, kind, used)
    return n + 2 - used


cdef uint64_t pairs_258(const Rules* r) noexcept nogil:
    # kinds of the deck that the pair may be of
    cdef uint64_t left = TWO_FIVE_EIGHT
    cdef uint64_t out = 0
    cdef int kind
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        if r.copies[kind]:
            out |= bit(kind)
    return out


cdef int least_258(const Rules* r, Hand* h) noexcept nogil:
    cdef uint64_t left = pairs_258(r)
    cdef int best = NOT_READY
    while left:
        best = min(best, missing_258(r, h, lowest(left)))
        left = without_lowest(left)
    return best


cdef int served_shanten(const Rules* r, Hand* h, const Way* way) noexcept nogil:
    cdef int missing, kind
    cdef int wild = h.wild
    if way.shape == WAY_SETS:
        return shanten(r, h.kind, h.index, NULL, h.sets, h.wild, FORM_STANDARD)
    if way.shape == WAY_PAIRS:
        return shanten(r, h.kind, h.index, NULL, h.sets, h.wild, FORM_PAIRS)
    if way.shape == WAY_TRIPLETS:
        missing = triplets_missing(h)
    elif way.shape == WAY_258:
        missing = least_258(r, h)
        wild = min(wild, 1)
    else:
        missing = 3 * h.sets + 2
        for kind in range(KINDS):
            missing -= h.kind[kind]
    return max(missing - wild - 1, -1)


cdef int way_shanten(const Rules* r, const Hand* h, const Way* way) noexcept nogil:
    cdef Hand serving
    serve(r, h, way, &serving)
    return served_shanten(r, &serving, way)


cdef int form_of(const Way* way) noexcept nogil:
    return FORM_PAIRS if way.shape == WAY_PAIRS else FORM_STANDARD


cdef uint64_t way_good(const Rules* r, const Hand* h, const Way* way) noexcept nogil:
    cdef Hand serving
    cdef uint64_t held = concealed_kinds(h)
    cdef uint64_t spare = held & ~way.kinds
    cdef uint64_t out = 0
    cdef int kind, goal
    if spare:
        return spare
    if way.shape == WAY_SETS or way.shape == WAY_PAIRS:
        return good_discards(r, h.kind, h.index, NULL, h.sets, h.wild, form_of(way))
    serving = h[0]
    goal = max(served_shanten(r, &serving, way), 0)
    while held:
        kind = lowest(held)
        held = without_lowest(held)
        hand_put(r, &serving, kind, -1)
        if served_shanten(r, &serving, way) <= goal:
            out |= bit(kind)
        hand_put(r, &serving, kind, 1)
    return out


cdef uint64_t steps_258(const Rules* r, Hand* h) noexcept nogil:
    cdef uint64_t left = pairs_258(r)
    cdef uint64_t out = 0
    cdef int goal = least_258(r, h)
    cdef int kind, used
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        if missing_258(r, h, kind) > goal:
            continue
        used = min(<int>h.kind[kind], 2)
        if used < 2:
            out |= bit(kind)
        if goal > 2 - used:
            hand_put(r, h, kind, -used)
            out |= ukeire(r, h.kind, h.index, NULL, h.sets, 0, FORM_SETS)
            hand_put(r, h, kind, used)
    return out


cdef uint64_t steps_triplets(const Hand* h, int d) noexcept nogil:
    cdef Hand trial = h[0]
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        trial.kind[kind] += 1
        if max(triplets_missing(&trial) - h.wild - 1, -1) < d:
            out |= bit(kind)
        trial.kind[kind] -= 1
    return out


cdef uint64_t way_steps(const Rules* r, Hand* h, const Way* way, int d) noexcept nogil:
    # kinds whose draw brings a served hand nearer
    if way.shape == WAY_SETS or way.shape == WAY_PAIRS:
        return way.kinds & ukeire(r, h.kind, h.index, NULL, h.sets, h.wild, form_of(way))
    if way.shape == WAY_258:
        return way.kinds & steps_258(r, h)
    if way.shape == WAY_TRIPLETS:
        return way.kinds & steps_triplets(h, d)
    return way.kinds
