# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The tulip (super_bingo section 6.1): stacks are revealed from the wall's end and pay by hits."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset
from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.rules cimport NUKI_TILE_BINGO, YAKUMAN_TIER_MAX, YAKUMAN_TIER_RIICHI_PLUS_ONE
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport BY_BINGO, RIICHI_NONE, Meld
from shugi._fast.core.tiles cimport (
    BINGO_BLUE, BINGO_RED, DEATH_7P, FLOWER, KIND_7P, KIND_7S, KIND_OF, NO_KIND, POCCHI, RAINBOW_7P,
    RAINBOW_7S, is_cherry, is_rainbow,
)
from shugi._fast.games.riichi.cherry cimport (
    cherry_sign, cherry_value, copies_in_hand, count_cherries, won_by_joker,
)
from shugi._fast.games.riichi.win cimport LIMIT_SANBAIMAN

cdef enum:
    LAST_TIER = 3


cdef uint64_t neighbour_kinds(const Rules* r, int kind) noexcept nogil:
    # in the order of indicators, which is cyclic: of a dragon, all three
    cdef uint64_t kinds = bit(kind) | bit(r.dora_next[kind])
    cdef int i
    for i in range(KINDS):
        if r.copies[i] and r.dora_next[i] == kind:
            kinds |= bit(i)
    return kinds


# ---- the start

cdef void gather_hand(const Rules* r, const Win* win, TulipStart* out) noexcept nogil:
    cdef int i, j, kind
    cdef const Meld* meld
    for i in range(KINDS):
        out.hand[i] = win.kind[i]
    for i in range(win.n_meld):
        meld = &win.meld[i]
        for j in range(meld.n):
            kind = KIND_OF[meld.tile[j]]
            if kind != NO_KIND:
                out.hand[kind] += 1
    if win.win_as != NO_TILE and (win.by != BY_BINGO or r.bingo_adds_tile):
        kind = KIND_OF[win.win_as]
        if kind != NO_KIND:
            out.hand[kind] += 1
    for i in range(win.n_aside):
        out.flowers += win.aside[i] == FLOWER


cdef int start_tier(const Rules* r, const Win* win, int units, const uint8_t* hand) noexcept nogil:
    cdef bint riichi = win.riichi != RIICHI_NONE
    cdef int tier = 1 + (hand[<int>KIND_7P] >= 3) + (hand[<int>KIND_7S] >= 3)
    if units > 0:
        if r.yakuman_tier == YAKUMAN_TIER_MAX:
            tier = max(tier, min(LAST_TIER, units))
        elif r.yakuman_tier == YAKUMAN_TIER_RIICHI_PLUS_ONE:
            tier = max(tier, 1 + riichi)
        else:                    # add: each source raises from tier 1
            tier += units - 1
    if riichi and copies_in_hand(win, RAINBOW_7P) and copies_in_hand(win, RAINBOW_7S):
        tier += 1
    return min(LAST_TIER, tier)


cdef int32_t yakuman_chips(const Rules* r, const Value* value) noexcept nogil:
    if r.cherry and not r.cherry_yakuman_bonus:
        return 0
    if value.units > 0:
        return r.tulip_yakuman * value.units
    return r.tulip_kazoe if value.han >= 13 and r.kazoe else 0


cdef inline int seven_of(int code) noexcept nogil:
    # the seven that a bingo tile stands for
    return KIND_7P if code == BINGO_RED else KIND_7S


cdef inline bint is_bingo(int code) noexcept nogil:
    return code == BINGO_RED or code == BINGO_BLUE


cdef void join_bingo(TulipStart* start, int code) noexcept nogil:
    start.hand[seven_of(code)] += 1
    start.joining |= bit(seven_of(code))


cdef void join_all(const Win* win, TulipStart* out) noexcept nogil:
    # set aside by the winner, and among the indicators that he is shown
    cdef int i
    for i in range(win.n_aside):
        if is_bingo(win.aside[i]):
            join_bingo(out, win.aside[i])
    for i in range(win.n_dora):
        if is_bingo(win.dora[i]):
            join_bingo(out, win.dora[i])
    for i in range(win.n_ura):
        if is_bingo(win.ura[i]):
            join_bingo(out, win.ura[i])


cdef void look_for_cherries(const Win* win, TulipStart* out) noexcept nogil:
    # each is a life, unless a death tile lies in a discard pile
    cdef int found = count_cherries(win, &out.factor)
    out.immune = won_by_joker(win)
    out.frozen = win.death and not out.immune
    out.lives = 0 if out.frozen else out.lives + found


cdef bint tulip_start(const Rules* r, const Win* win, const Value* value,
                      TulipStart* out) noexcept nogil:
    cdef bint riichi = win.riichi != RIICHI_NONE
    memset(out, 0, sizeof(TulipStart))
    if not r.tulip:
        return False
    gather_hand(r, win, out)
    out.joker = win.reveal_as
    if win.ippatsu:
        out.lives += r.tulip_life_ippatsu
    if value.limit >= LIMIT_SANBAIMAN:
        out.lives += r.tulip_life_sanbaiman
    if r.cherry:
        out.value = cherry_value(r, win, value)
        look_for_cherries(win, out)
    out.start = out.value + r.tulip_gold * value.gold + r.rainbow_value * value.rainbow
    if not riichi and value.units == 0:
        return False
    if riichi:
        out.start += r.tulip_ura * value.ura
    out.start += yakuman_chips(r, value)
    out.tier = start_tier(r, win, value.units, out.hand)
    if r.nuki_tile == NUKI_TILE_BINGO and (riichi or not r.bingo_tiles_need_riichi):
        join_all(win, out)
    return True


# ---- the reveals

cdef void count_hits(const Rules* r, const uint8_t* hand, int32_t* hits) noexcept nogil:
    # as neighbour_kinds says: itself, the next kind, and the kind before where it is another
    cdef int i, after
    memset(hits, 0, KINDS * sizeof(int32_t))
    for i in range(KINDS):
        if not r.copies[i]:
            continue
        hits[i] += hand[i]
        after = r.dora_next[i]
        if after != i:
            hits[i] += hand[after]
            if r.dora_next[after] != i:
                hits[after] += hand[i]


cdef void tulip_begin(const Rules* r, const TulipStart* start, TulipRun* run) noexcept nogil:
    cdef int i
    count_hits(r, start.hand, run.hits)
    run.best_kind = 0
    for i in range(1, KINDS):
        if run.hits[i] > run.hits[run.best_kind]:
            run.best_kind = i
    run.joker = start.joker
    run.flowers = start.flowers
    run.lives = start.lives
    run.joining = start.joining
    run.frozen = start.frozen
    run.immune = start.immune
    run.out.factor = start.factor
    run.out.start = run.out.total = run.out.before_double = start.start
    run.out.lives = start.lives
    run.out.start_tier = run.out.end_tier = start.tier
    run.out.ended = TULIP_NONE
    run.out.n = 0


cdef inline void note(Tulip* out, int code, int chips) noexcept nogil:
    if out.n < REVEALS:
        out.reveal[out.n].code = <uint8_t>code
        out.reveal[out.n].chips = chips
        out.n += 1


cdef int joker_kind(const Rules* r, const TulipRun* run, int flower) noexcept nogil:
    if run.joker != NO_TILE:
        return KIND_OF[run.joker]
    if r.pocchi_reveal_flower and flower > run.hits[run.best_kind]:
        return NO_KIND
    return run.best_kind


cdef void join_seven(const Rules* r, TulipRun* run, int seven) noexcept nogil:
    # hits only grow, so the best kind is the old one or one of those that grew
    cdef uint64_t kinds = neighbour_kinds(r, seven)
    cdef int i, best
    for i in range(KINDS):
        if not has(kinds, i):
            continue
        run.hits[i] += 1
        best = run.best_kind
        if run.hits[i] > run.hits[best] or (run.hits[i] == run.hits[best] and i < best):
            run.best_kind = i


cdef int reveal(const Rules* r, TulipRun* run, int code, bint* up) noexcept nogil:
    # chips of one tile
    cdef int flower = r.tulip_flower * run.flowers
    cdef int kind = KIND_OF[code]
    cdef int hits
    if code == POCCHI:
        kind = joker_kind(r, run, flower)
    elif is_bingo(code):
        kind = seven_of(code)
        run.joining |= bit(kind)
    if kind == NO_KIND:
        if code != FLOWER and code != POCCHI:
            return 0
        up[0] = up[0] or (r.flower_tier_up and flower >= r.tulip_tier_up_hits)
        return flower
    hits = run.hits[kind]
    up[0] = up[0] or hits >= r.tulip_tier_up_hits
    if has(run.joining, kind):
        join_seven(r, run, kind)
    return 2 * hits if is_rainbow(code) else hits


cdef bint die(const Rules* r, TulipRun* run, int code) noexcept nogil:
    cdef bint up = False
    cdef int chips = reveal(r, run, code, &up) if r.death_reveal_scores else 0
    note(&run.out, code, chips)
    run.out.total += chips
    run.out.ended = TULIP_DEATH
    return False


cdef inline void pick_cherry(TulipRun* run, int code) noexcept nogil:
    run.out.factor *= cherry_sign(code)
    run.lives += not run.frozen


cdef bint tulip_stack(const Rules* r, TulipRun* run, int top, int bottom) noexcept nogil:
    # the tier at the beginning of the stack decides how much of it is looked at
    cdef int tiles = 1 if run.out.end_tier == 1 else 2
    cdef int i, code, chips
    cdef bint hit = False
    cdef bint up = False
    for i in range(tiles):
        code = bottom if i else top
        if code == DEATH_7P and not run.immune:
            return die(r, run, code)
        if is_cherry(code):
            pick_cherry(run, code)
        chips = reveal(r, run, code, &up)
        note(&run.out, code, chips)
        run.out.total += chips
        hit = hit or chips > 0
    if up:
        run.out.end_tier = min(LAST_TIER, run.out.end_tier + 1)
    if hit:
        return True
    if run.lives == 0:
        run.out.ended = TULIP_MISS
        return False
    run.lives -= 1
    note(&run.out, NO_TILE, 0)
    return True


cdef void tulip_finish(const Rules* r, TulipRun* run) noexcept nogil:
    if run.out.ended == TULIP_NONE:
        run.out.ended = TULIP_WALL
    run.out.before_double = run.out.total
    if run.out.end_tier == LAST_TIER:
        run.out.total *= r.tulip_tier3_factor


cdef bint tulip_asks(const Tulip* tulip) noexcept nogil:
    cdef int i
    for i in range(tulip.n):
        if tulip.reveal[i].code == POCCHI:
            return True
    return False


cdef void tulip_play(const Rules* r, const TulipStart* start, const uint8_t* top,
                     const uint8_t* bottom, int stacks, Tulip* out) noexcept nogil:
    cdef TulipRun run
    cdef int i
    tulip_begin(r, start, &run)
    for i in range(stacks):
        if top[i] == NO_TILE or not tulip_stack(r, &run, top[i], bottom[i]):
            break
    tulip_finish(r, &run)
    out[0] = run.out
