# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Shapes of hands with called pairs: what shapes says of each way to look at them, together.

The tiles of called pairs are added to the concealed ones for seven pairs (and for orphans where
they may be called), so that the same tables serve.  The pairs of honours and sevens are counted
here, since the tables stop at Rules.limit sevens.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit
from shugi._fast.core.state cimport MELD_ATAMA
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, KIND_EAST, KIND_OF, NO_KIND
from shugi._fast.shape.shapes cimport (
    FORM_ALL, FORM_ORPHANS, FORM_PAIRS, FORM_SETS, FORM_STANDARD, NOT_READY, READINGS,
    good_discards, readings, ready_discards, shanten, shape_index, ukeire, waits,
)

cdef int[9] SERPENT          # kinds of the orochi: sevens and honours
SERPENT = [KIND_7P, KIND_7S, 27, 28, 29, 30, 31, 32, 33]


cdef void add_look(Held* h, const uint8_t* kind, const int32_t* index, const uint8_t* melded,
                   int sets, int forms) noexcept nogil:
    cdef Look* look = &h.look[h.n]
    look.kind = kind
    look.index = index
    look.melded = melded
    look.sets = sets
    look.forms = forms
    h.n += 1


cdef int count_melds(const Rules* r, const Meld* meld, int n_meld, Held* h) noexcept nogil:
    # fills melded, whole and whole_index; the number of called pairs
    cdef int i, j, kind
    cdef int pairs = 0
    for i in range(n_meld):
        pairs += meld[i].type == MELD_ATAMA
        for j in range(meld[i].n):
            kind = KIND_OF[meld[i].tile[j]]
            if kind == NO_KIND:
                continue
            h.melded[kind] += 1
            if meld[i].type == MELD_ATAMA:
                h.whole[kind] += 1
                h.whole_index[r.group[kind]] += r.weight[kind]
    return pairs


cdef bint sevens_fit(const Rules* r, const uint8_t* kind) noexcept nogil:
    return kind[<int>KIND_7P] <= r.limit[<int>KIND_7P] and (
        kind[<int>KIND_7S] <= r.limit[<int>KIND_7S])


cdef void held_make(const Rules* r, const uint8_t* kind, const int32_t* index, const Meld* meld,
                    int n_meld, Held* out) noexcept nogil:
    cdef int pairs, sets, forms
    out.n = 0
    out.kind = kind
    if index == NULL:
        shape_index(r, kind, out.index)
    else:
        memcpy(out.index, index, sizeof(out.index))
    memset(out.melded, 0, KINDS)
    memcpy(out.whole, kind, KINDS)
    memcpy(out.whole_index, out.index, sizeof(out.index))
    pairs = count_melds(r, meld, n_meld, out)
    sets = r.sets - n_meld + pairs
    out.pairs_only = n_meld == pairs
    if pairs == 0:
        forms = FORM_STANDARD if n_meld else FORM_ALL
        add_look(out, kind, out.index, out.melded if n_meld else NULL, sets, forms)
        return
    if pairs == 1:
        add_look(out, kind, out.index, out.melded, sets, FORM_SETS)
    if out.pairs_only and sevens_fit(r, out.melded):
        forms = FORM_PAIRS | FORM_ORPHANS if pairs == 1 and r.atama_open_suuankou else FORM_PAIRS
        add_look(out, out.whole, out.whole_index, NULL, r.sets, forms)


# ---- pairs of honours and sevens alone --------------------------------------------------------


cdef bint serpent_open(const Held* h) noexcept nogil:
    # no other tile lies in a meld
    cdef int k
    if not h.pairs_only:
        return False
    for k in range(KIND_EAST):
        if h.melded[k] and k != KIND_7P and k != KIND_7S:
            return False
    return True


cdef int serpent_missing(const uint8_t* whole) noexcept nogil:
    cdef int i, n
    cdef int pairs = 0
    cdef int singles = 0
    for i in range(9):
        n = whole[SERPENT[i]]
        pairs += n // 2
        singles += n & 1
    pairs = min(pairs, 7)
    return 14 - 2 * pairs - min(7 - pairs, singles)


cdef uint64_t serpent_drawn(const Rules* r, const Held* h, int most) noexcept nogil:
    # kinds whose draw leaves at most `most` tiles missing
    cdef uint8_t whole[KINDS]
    cdef uint64_t out = 0
    cdef int i, k
    memcpy(whole, h.whole, KINDS)
    for i in range(9):
        k = SERPENT[i]
        if whole[k] >= r.copies[k]:
            continue
        whole[k] += 1
        if serpent_missing(whole) <= most:
            out |= bit(k)
        whole[k] -= 1
    return out


cdef uint64_t serpent_left(const Held* h, int most) noexcept nogil:
    # kinds whose discard leaves at most `most` tiles missing
    cdef uint8_t whole[KINDS]
    cdef uint64_t out = 0
    cdef int k
    memcpy(whole, h.whole, KINDS)
    for k in range(KINDS):
        if h.kind[k] == 0:
            continue
        whole[k] -= 1
        if serpent_missing(whole) <= most:
            out |= bit(k)
        whole[k] += 1
    return out


# ---- the questions ----------------------------------------------------------------------------


cdef inline int look_shanten(const Rules* r, const Look* look) noexcept nogil:
    return shanten(r, look.kind, look.index, look.melded, look.sets, 0, look.forms)


cdef int held_shanten(const Rules* r, const Held* h) noexcept nogil:
    cdef int i
    cdef int best = NOT_READY
    for i in range(h.n):
        best = min(best, look_shanten(r, &h.look[i]))
    if serpent_open(h):
        best = min(best, serpent_missing(h.whole) - 1)
    return best


cdef uint64_t held_waits(const Rules* r, const Held* h) noexcept nogil:
    cdef const Look* look
    cdef uint64_t out = 0
    cdef int i
    for i in range(h.n):
        look = &h.look[i]
        out |= waits(r, look.kind, look.index, look.melded, look.sets, 0, look.forms)
    if serpent_open(h) and serpent_missing(h.whole) == 1:
        out |= serpent_drawn(r, h, 0)
    return out


cdef uint64_t held_ukeire(const Rules* r, const Held* h) noexcept nogil:
    cdef int now = held_shanten(r, h)
    cdef const Look* look
    cdef uint64_t out = 0
    cdef int i
    if now <= 0:
        return held_waits(r, h)
    if now >= NOT_READY:
        return 0
    for i in range(h.n):
        look = &h.look[i]
        if look_shanten(r, look) == now:
            out |= ukeire(r, look.kind, look.index, look.melded, look.sets, 0, look.forms)
    if serpent_open(h) and serpent_missing(h.whole) == now + 1:
        out |= serpent_drawn(r, h, now)
    return out


cdef uint64_t concealed_kinds(const Held* h) noexcept nogil:
    cdef uint64_t out = 0
    cdef int k
    for k in range(KINDS):
        if h.kind[k]:
            out |= bit(k)
    return out


cdef uint64_t held_ready_discards(const Rules* r, const Held* h) noexcept nogil:
    cdef const Look* look
    cdef uint64_t out = 0
    cdef int i
    for i in range(h.n):
        look = &h.look[i]
        out |= ready_discards(r, look.kind, look.index, look.melded, look.sets, 0, look.forms)
    out &= concealed_kinds(h)
    if serpent_open(h):
        out |= serpent_left(h, 1)
    return out


cdef uint64_t held_good_discards(const Rules* r, const Held* h) noexcept nogil:
    cdef int goal = max(held_shanten(r, h), 0)
    cdef const Look* look
    cdef uint64_t out = 0
    cdef int i
    if goal >= NOT_READY:
        return 0
    for i in range(h.n):
        look = &h.look[i]
        if look_shanten(r, look) <= goal:
            out |= good_discards(r, look.kind, look.index, look.melded, look.sets, 0, look.forms)
    out &= concealed_kinds(h)
    if serpent_open(h):
        out |= serpent_left(h, goal + 1)
    return out


cdef int held_readings(const Rules* r, const Held* h, Reading* out) noexcept nogil:
    cdef const Look* look
    cdef Reading found[READINGS]
    cdef int i, j, more
    cdef int n = 0
    for i in range(h.n):
        look = &h.look[i]
        more = readings(r, look.kind, look.melded, look.sets, 0, look.forms, found)
        for j in range(min(more, READINGS - n)):
            out[n] = found[j]
            n += 1
    if not sevens_fit(r, h.whole) and serpent_open(h) and serpent_missing(h.whole) == 0:
        memset(&out[n], 0, sizeof(Reading))
        out[n].form = FORM_PAIRS
        n += 1
    return n
