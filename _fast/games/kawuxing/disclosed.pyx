# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The part of a ready hand that fixes its waits: the hand less as many whole sets as can go."""

from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.core.state cimport MELD_ANKAN, Meld
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.hand cimport seat_forms, sets_left
from shugi._fast.shape.shapes cimport FORM_STANDARD, shape_index, waits


cdef struct Search:
    const Rules* r
    int forms                    # of the whole hand
    uint64_t drawable            # kinds of which the hand and its melds do not hold all four
    uint64_t goal
    int removed                  # sets taken out of kind[]
    int most                     # sets taken out of best[]
    uint8_t kind[KINDS]
    uint8_t best[KINDS]


cdef uint64_t drawable(const Seat* seat, const uint8_t* kinds, bint covered) noexcept nogil:
    # kawuxing section 7.8; covered: closed kans lie face down and do not count
    cdef uint8_t[KINDS] melded
    cdef const Meld* meld
    cdef uint64_t out = 0
    cdef int i, j, kind
    memset(melded, 0, KINDS)
    for i in range(seat.n_meld):
        meld = &seat.meld[i]
        if not (covered and meld.type == MELD_ANKAN):
            for j in range(meld.n):
                melded[KIND_OF[meld.tile[j]]] += 1
    for kind in range(KINDS):
        if kinds[kind] + melded[kind] < 4:
            out |= bit(kind)
    return out


cdef uint64_t part_waits(const Search* s, int sets) noexcept nogil:
    cdef int32_t[GROUPS] index
    cdef int forms = FORM_STANDARD if s.removed else s.forms
    shape_index(s.r, s.kind, index)
    return waits(s.r, s.kind, index, NULL, sets, 0, forms) & s.drawable


cdef bint has_set(const Search* s, int kind, bint run) noexcept nogil:
    if not run:
        return s.kind[kind] >= 3
    return (kind < 27 and kind % 9 <= 6 and s.kind[kind] and s.kind[kind + 1]
            and s.kind[kind + 2])


cdef void take(Search* s, int kind, bint run, int n) noexcept nogil:
    if run:
        s.kind[kind] -= <uint8_t>n
        s.kind[kind + 1] -= <uint8_t>n
        s.kind[kind + 2] -= <uint8_t>n
    else:
        s.kind[kind] -= <uint8_t>(3 * n)
    s.removed += n


cdef void search(Search* s, int first, int sets) noexcept nogil:
    # sets: those still to be formed; `first` is twice the kind of the next set, plus one for a run
    cdef int i
    if s.removed > s.most and part_waits(s, sets) == s.goal:
        s.most = s.removed
        memcpy(s.best, s.kind, KINDS)
    if sets == 0:
        return
    for i in range(first, 2 * KINDS):
        if has_set(s, i >> 1, i & 1):
            take(s, i >> 1, i & 1, 1)
            search(s, i, sets - 1)
            take(s, i >> 1, i & 1, -1)


cdef void waiting_part(const Rules* r, const Seat* seat, uint8_t* kinds) noexcept nogil:
    cdef Search s
    if not shows_part_only(r):
        return
    s.r = r
    s.forms = seat_forms(r, seat)
    s.removed = 0
    s.most = 0
    memcpy(s.kind, kinds, KINDS)
    memcpy(s.best, kinds, KINDS)
    s.drawable = drawable(seat, kinds, False)
    s.goal = part_waits(&s, sets_left(r, seat))
    if s.goal:
        search(&s, 0, sets_left(r, seat))
        memcpy(kinds, s.best, KINDS)


cdef uint64_t waits_of_part(const Rules* r, const Seat* seat, const uint8_t* part,
                            bint covered) noexcept nogil:
    cdef Search s
    cdef int kind
    cdef int tiles = 0
    if not shows_part_only(r):
        return seat.waits
    for kind in range(KINDS):
        tiles += part[kind]
    s.r = r
    s.forms = seat_forms(r, seat)
    s.drawable = drawable(seat, part, covered)
    s.removed = sets_left(r, seat) - tiles // 3
    memcpy(s.kind, part, KINDS)
    return part_waits(&s, tiles // 3)
