# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Readings of a complete hand, found by going through the kinds once in ascending order.

All copies of a kind must be used when it is met: by triplets and the pair, by runs begun before,
and by runs that begin here.  So each set of blocks comes up once.  A kind that falls short takes
wildcards.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.shape.tables cimport (
    FORM_ORPHANS, FORM_PAIRS, FORM_SETS, FORM_STANDARD, form_cap, is_bound_by_melds, orphans,
)


cdef struct Search:
    const uint8_t* kind
    int cap[KINDS]           # copies of a kind that wildcards may fill up to
    int short_of[KINDS]      # wildcards used as this kind
    int wild                 # wildcards held
    int n                    # readings found
    int most
    Reading* out
    int n_block
    Block block[8]
    int pair                 # kind of the pair; NO_TILE: it lies in a meld


cdef int find_readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                       int wild, int forms, Reading* out, int most) noexcept nogil:
    cdef Search search
    cdef int k
    search.kind = kind
    search.wild = wild
    search.n = 0
    search.most = most
    search.out = out
    search.n_block = 0
    search.pair = NO_TILE
    if wild:
        memset(search.short_of, 0, sizeof(search.short_of))
        for k in range(KINDS):
            search.cap[k] = form_cap(r, k)
            if melded != NULL and is_bound_by_melds(r, k):
                search.cap[k] -= melded[k]
    if forms & FORM_STANDARD:
        read_sets(&search, 0, 0, 0, sets, 1, wild)
    elif forms & FORM_SETS:
        read_sets(&search, 0, 0, 0, sets, 0, wild)
    if forms & FORM_PAIRS:
        read_pairs(&search, r.chiitoi_duplicates, 0, wild)
    if forms & FORM_ORPHANS:
        read_orphans(&search, orphans(r), wild)
    return search.n


# ---- sets and a pair --------------------------------------------------------------------------


# from kind k on; `here` and `next` copies of k and k + 1 lie in runs begun before
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
    for triplets in range(min(sets, (held + wild - here) // 3) + 1):
        for pairs in range(pair + 1):
            used = here + 3 * triplets + 2 * pairs
            for runs in range(max(held - used, 0), runs_from(k, sets - triplets) + 1):
                if used + runs > held:
                    if used + runs > held + wild or used + runs > search.cap[k]:
                        break
                    search.short_of[k] = used + runs - held
                push(search, BLOCK_TRIPLET, k, triplets)
                push(search, BLOCK_RUN, k, runs)
                if pairs:
                    search.pair = k
                read_sets(search, k + 1, next + runs, runs, sets - triplets - runs, pair - pairs,
                          wild - (used + runs - held))
                search.n_block -= triplets + runs
                if used + runs > held:
                    search.short_of[k] = 0


cdef inline int runs_from(int k, int sets) noexcept nogil:
    return sets if k < 27 and k % 9 < 7 else 0


cdef inline void push(Search* search, int type, int kind, int times) noexcept nogil:
    cdef int _i
    for _i in range(times):
        search.block[search.n_block].type = <uint8_t>type
        search.block[search.n_block].kind = <uint8_t>kind
        search.block[search.n_block].wild = 0
        search.n_block += 1


cdef void write_sets(Search* search) noexcept nogil:
    cdef Reading* reading = &search.out[search.n]
    cdef int k
    cdef int pair = search.pair != NO_TILE
    push(search, BLOCK_PAIR, search.pair, pair)
    reading.form = FORM_STANDARD
    reading.n = <uint8_t>search.n_block
    memcpy(reading.block, search.block, sizeof(reading.block))
    search.n_block -= pair
    search.n += 1
    if search.wild:
        for k in range(KINDS):
            lay_wildcards(reading, k, search.short_of[k])


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


# ---- seven pairs, orphans ---------------------------------------------------------------------


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
        if short_of and (short_of > wild or 2 * pairs > search.cap[k]):
            break
        push(search, BLOCK_PAIR, k, pairs)
        if short_of:
            search.block[search.n_block - 1].wild = <uint8_t>min(short_of, 2)
        if short_of > 2:
            search.block[search.n_block - 2].wild = <uint8_t>(short_of - 2)
        read_pairs(search, quads, k + 1, wild - short_of)
        search.n_block = before


# one reading for each kind that may be the pair
cdef void read_orphans(Search* search, uint64_t mask, int wild) noexcept nogil:
    cdef Reading* reading
    cdef int k, kinds = 0, twice = 0
    if mask == 0:
        return
    for k in range(KINDS):
        kinds += search.kind[k] > 0
        twice += search.kind[k] == 2
        if search.kind[k] > (2 if has(mask, k) else 0):
            return
    if twice > 1 or kinds + twice + wild != 14:
        return
    for k in range(KINDS):
        if has(mask, k) and (search.kind[k] == 2 or not twice) and search.n < search.most:
            reading = &search.out[search.n]
            reading.form = FORM_ORPHANS
            reading.n = 1
            reading.block[0].type = BLOCK_PAIR
            reading.block[0].kind = <uint8_t>k
            reading.block[0].wild = <uint8_t>(2 - search.kind[k])
            search.n += 1
