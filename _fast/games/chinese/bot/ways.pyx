# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Ways to win a hand of a regional game: shanten, discards that keep it, tiles that shorten it."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_KAKAN, MELD_PON, RIICHI_OPEN
from shugi._fast.core.tiles cimport KAN_TILE, KIND_OF, NO_KIND, WILD, kinds_in_counts
from shugi._fast.flow.hand cimport sets_left
from shugi._fast.shape.pair_258 cimport good_258, shanten_258, steps_258
from shugi._fast.shape.shapes cimport FORM_PAIRS, FORM_SETS, FORM_STANDARD, shanten
from shugi._fast.shape.trial cimport (
    trial_good_discards, trial_make, trial_put, trial_shanten, trial_ukeire,
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
        h.kan_held += n


cdef void hand_make(const Rules* r, const Seat* seat, Hand* h) noexcept nogil:
    cdef int i
    memcpy(h.kind, seat.kind, KINDS)
    memcpy(h.index, seat.index, sizeof(h.index))
    memcpy(h.meld, seat.meld, sizeof(h.meld))
    h.wild = seat.wild
    h.kan_held = seat.hand[<int>KAN_TILE] + seat.hand[<int>KAN_TILE + 1]
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
    return kinds_in_counts(h.kind)


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


cdef struct Copies:          # how many kinds are held once, twice, three times or more
    int one
    int two
    int three


cdef void count_copies(const uint8_t* kind, Copies* out) noexcept nogil:
    cdef int k
    out.one = out.two = out.three = 0
    for k in range(KINDS):
        out.one += kind[k] == 1
        out.two += kind[k] == 2
        out.three += kind[k] >= 3


cdef int triplets_missing(const Copies* n, int sets) noexcept nogil:
    cdef int left = max(sets - n.three, 0)
    cdef int twos = min(left, n.two)
    # a pair is left, or grows from a single tile
    return twos + 2 * (left - twos) + (0 if n.two > twos or n.three > sets
                                       else 1 if n.one > left - twos else 2)


cdef void one_more(Copies* n, int held) noexcept nogil:
    # of a kind that is held so many times
    n.one += (held == 0) - (held == 1)
    n.two += (held == 1) - (held == 2)
    n.three += held == 2


cdef int form_of(const Way* way) noexcept nogil:
    if way.shape == WAY_258:
        return FORM_SETS
    return FORM_PAIRS if way.shape == WAY_PAIRS else FORM_STANDARD


cdef void way_trial(const Rules* r, const Hand* h, const Way* way, Trial* out) noexcept nogil:
    cdef Hand serving
    serve(r, h, way, &serving)
    trial_make(out, r, serving.kind, serving.index, NULL, h.sets,
               0 if way.shape == WAY_258 else h.wild, form_of(way))


cdef int served_shanten(Trial* t, const Way* way, int wild) noexcept nogil:
    cdef Copies copies
    cdef int missing, kind
    if way.shape <= WAY_PAIRS:
        return trial_shanten(t)
    if way.shape == WAY_258:
        return shanten_258(t, min(wild, 1))
    if way.shape == WAY_TRIPLETS:
        count_copies(t.kind, &copies)
        missing = triplets_missing(&copies, t.sets)
    else:
        missing = 3 * t.sets + 2
        for kind in range(KINDS):
            missing -= t.kind[kind]
    return max(missing - wild - 1, -1)


cdef int way_shanten(const Rules* r, const Hand* h, const Way* way) noexcept nogil:
    cdef Hand serving
    cdef Trial t
    if way.shape <= WAY_PAIRS:
        serve(r, h, way, &serving)
        return shanten(r, serving.kind, serving.index, NULL, h.sets, h.wild, form_of(way))
    way_trial(r, h, way, &t)
    return served_shanten(&t, way, h.wild)


cdef uint64_t way_good(Trial* t, const Hand* h, const Way* way) noexcept nogil:
    cdef uint64_t held = concealed_kinds(h)
    cdef uint64_t spare = held & ~way.kinds
    cdef uint64_t out = 0
    cdef int kind, goal
    if spare:
        return spare
    if way.shape <= WAY_PAIRS:
        return trial_good_discards(t)
    if way.shape == WAY_258:
        return good_258(t, held, min(h.wild, 1))
    goal = max(served_shanten(t, way, h.wild), 0)
    while held:
        kind = lowest(held)
        held = without_lowest(held)
        trial_put(t, kind, -1)
        if served_shanten(t, way, h.wild) <= goal:
            out |= bit(kind)
        trial_put(t, kind, 1)
    return out


cdef uint64_t steps_triplets(const Trial* t, int d) noexcept nogil:
    cdef Copies now, then
    cdef uint64_t out = 0
    cdef bint[4] nearer
    cdef int held, kind
    count_copies(t.kind, &now)
    for held in range(4):
        then = now
        one_more(&then, held)
        nearer[held] = max(triplets_missing(&then, t.sets) - t.wild - 1, -1) < d
    for kind in range(KINDS):
        out |= <uint64_t>nearer[min(<int>t.kind[kind], 3)] << kind
    return out


cdef uint64_t way_steps(Trial* t, const Way* way, int d) noexcept nogil:
    # kinds whose draw brings a served hand nearer
    if way.shape <= WAY_PAIRS:
        return way.kinds & trial_ukeire(t)
    if way.shape == WAY_258:
        return way.kinds & steps_258(t)
    if way.shape == WAY_TRIPLETS:
        return way.kinds & steps_triplets(t, d)
    return way.kinds
