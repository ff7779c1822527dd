# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The value of a hand in Xiamen and Quanzhou: water, multiplier, payments (xiamen 4 and 5)."""

from libc.stdint cimport int8_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport has
from shugi._fast.core.rules cimport (
    BANKER_BASE_GROWTH_DOUBLE, BANKER_BASE_GROWTH_PLUS1, GOLD_SETS_WATER_MAX,
    GOLD_SETS_WATER_NATURAL_ONLY, MULTIPLIERS_QUANZHOU, MULTIPLIERS_XIAMEN,
    NO_CLAIM_WIN_WITH_GOLD_DISCARDS, NO_CLAIM_WIN_WITH_GOLD_OFF,
)
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_KAKAN, MELD_PON
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF
from shugi._fast.flow.ledger cimport REASON_WIN, pay
from shugi._fast.shape.shapes cimport FORM_SETS, FORM_STANDARD, is_complete

cdef enum:
    RUNS = 6             # runs under way at a kind: at most five sets
    MOST_GOLDS = 5       # three in hand and the robbed indicator

# award lines of Xiamen and of Quanzhou, which lacks robbing the gold, heavenly and earthly wins:
# an option that brings one back counts it as Xiamen does
cdef uint8_t[2][AWARDS] FACTOR
FACTOR[<int>MULTIPLIERS_XIAMEN][:] = [1, 2, 2, 3, 4, 4, 8, 12, 4, 4, 4, 3]
FACTOR[<int>MULTIPLIERS_QUANZHOU][:] = [1, 2, 2, 3, 3, 3, 6, 9, 4, 4, 4, 3]
# open or closed, suit or honour
cdef uint8_t[2][2] PUNG
PUNG[0][:] = [0, 1]
PUNG[1][:] = [1, 2]
cdef uint8_t[2][2] KAN_WATER
KAN_WATER[0][:] = [2, 3]
KAN_WATER[1][:] = [3, 4]


# ---- shapes

cdef bint is_whole(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                   int golds) noexcept nogil:
    return is_complete(r, kind, index, NULL, sets, golds, FORM_STANDARD)


cdef bint is_floating(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                      int golds) noexcept nogil:
    return golds > 0 and is_complete(r, kind, index, NULL, sets, golds - 1, FORM_SETS)


cdef inline bint is_honour(int kind) noexcept nogil:
    return kind >= KIND_EAST


# ---- the water of the concealed sets: the best of all readings, kind by kind

cdef struct Task:
    const Rules* r
    const uint8_t* kind
    int claimed          # kind of a tile that makes its set open; NO_TILE
    bint own_place       # ... and must not pair with a gold

# A cell is the most water of the kinds passed so far; NO_WATER where they cannot be laid out so.
# Places: copies of this kind and of the next that runs begun before use; pair used; golds left.
ctypedef int8_t[RUNS][RUNS][2][MOST_GOLDS] Cells


cdef inline int closed_water(const Task* task, int kind) noexcept nogil:
    return PUNG[1][is_honour(kind)]


cdef inline int open_water(const Task* task, int kind) noexcept nogil:
    return PUNG[task.r.open_pung_as_closed][is_honour(kind)]


cdef int kind_water(const Task* task, int kind, int triplets, int others, int pairs,
                    int golds) noexcept nogil:
    # of so many triplets of the kind, beside `others` tiles of it in runs and the pair, when
    # `golds` of all these are wildcards; NO_WATER where the claimed tile has no place
    cdef int closed = closed_water(task, kind)
    cdef bint natural_only = task.r.gold_sets_water == GOLD_SETS_WATER_NATURAL_ONLY
    cdef bint claimed = task.claimed == kind
    cdef int pure, mixed, best
    if claimed and task.own_place and triplets == 0 and others == 2 * pairs and golds:
        return NO_WATER
    # golds go to the runs and the pair first; the triplets get what is left
    mixed = max(golds - others, 0)
    pure = triplets - (mixed + 2) // 3 if natural_only else triplets
    best = pure * closed
    if not claimed or (natural_only and mixed % 3):
        return best
    if pure:
        best -= closed - open_water(task, kind)
    elif triplets == 0 or natural_only:
        return best
    if others:
        # or the claimed tile takes one of the other places
        mixed = max(golds - (others - 1), 0)
        pure = triplets - (mixed + 2) // 3 if natural_only else triplets
        best = max(best, pure * closed)
    return best


cdef void lay_kind(const Task* task, int k, const Cells* now, Cells* then, int here, int next,
                   int pair, int golds) noexcept nogil:
    # every way to use the copies of kind k
    cdef int held = task.kind[k]
    cdef int before = now[0][here][next][pair][golds]
    cdef bint may_run = k < KIND_EAST and k % 9 < 7
    cdef int triplets, pairs, runs, used, water
    cdef int8_t* cell
    for triplets in range((held + golds - here) // 3 + 1):
        for pairs in range(2 - pair):
            for runs in range((RUNS - next) if may_run else 1):
                used = here + 3 * triplets + 2 * pairs + runs
                if used < held:
                    continue
                if used > held + golds:
                    break
                water = kind_water(task, k, triplets, here + 2 * pairs + runs, pairs, used - held)
                if water == NO_WATER:
                    continue
                cell = &then[0][next + runs][runs][pair + pairs][golds - (used - held)]
                if before + water > cell[0]:
                    cell[0] = <int8_t>(before + water)


cdef int best_sets(const Task* task, int golds) noexcept nogil:
    """The most water of the concealed sets; NO_WATER for a hand without a reading."""
    cdef Cells[2] cells
    cdef Cells* now = &cells[0]
    cdef Cells* then = &cells[1]
    cdef Cells* swap
    cdef int k, here, next, pair, wild
    memset(now, NO_WATER, sizeof(Cells))
    now[0][0][0][0][golds] = 0
    if golds >= 2:           # a pair of golds
        now[0][0][0][1][golds - 2] = 0
    if golds >= 3:           # a set of golds counts as a pung of honours
        now[0][0][0][0][golds - 3] = (
            PUNG[1][1] if task.r.gold_sets_water == GOLD_SETS_WATER_MAX else 0)
    for k in range(KINDS):
        memset(then, NO_WATER, sizeof(Cells))
        for here in range(RUNS):
            for next in range(RUNS):
                for pair in range(2):
                    for wild in range(golds + 1):
                        if now[0][here][next][pair][wild] != NO_WATER:
                            lay_kind(task, k, now, then, here, next, pair, wild)
        swap = now
        now = then
        then = swap
    return now[0][0][0][1][0]


cdef bint has_own_place(const Rules* r, const uint8_t* kind, int golds,
                        int claimed) noexcept nogil:
    cdef Task task
    task.r = r
    task.kind = kind
    task.claimed = claimed
    task.own_place = True
    return best_sets(&task, golds) != NO_WATER


# ---- the value

cdef int meld_water(const Rules* r, const Meld* meld) noexcept nogil:
    cdef bint honour = is_honour(KIND_OF[meld.tile[0]])
    if meld.type == MELD_CHI:
        return 0
    if meld.type == MELD_PON:
        return PUNG[r.open_pung_as_closed][honour]
    if meld.type == MELD_KAKAN and r.added_kong_as_closed_pung:
        return PUNG[1][honour]
    return KAN_WATER[meld.type == MELD_ANKAN][honour]


cdef int flower_water(const Rules* r, int flowers) noexcept nogil:
    cdef int water = 0
    cdef int i
    for i in range(8):
        water += has(flowers, i)
    if r.flower_set_bonus:
        water += 4 * ((flowers & 0x0F) == 0x0F) + 4 * ((flowers & 0xF0) == 0xF0)
    return water


cdef int triplets_water(const Rules* r, const uint8_t* kind) noexcept nogil:
    # of a win without a shape
    cdef int water = 0
    cdef int k
    if r.knock_counts_triplets:
        for k in range(KINDS):
            if kind[k] >= 3:
                water += PUNG[1][is_honour(k)]
    return water


cdef bint is_shapeless(int award) noexcept nogil:
    return award in (AWARD_KNOCK, AWARD_KNOCK_DEAL, AWARD_EIGHT_FLOWERS)


cdef int award_factor(const Rules* r, int award) noexcept nogil:
    if award == AWARD_HEAVENLY and not r.heavenly_bonus:
        award = AWARD_WALL
    elif award == AWARD_EARTHLY and not r.earthly_bonus:
        award = AWARD_COMMON
    return FACTOR[r.multipliers][award]


cdef int better_award(const Rules* r, int award, int other) noexcept nogil:
    return other if award_factor(r, other) > award_factor(r, award) else award


cdef int float_award(int floats) noexcept nogil:
    return AWARD_GOLD_FLOAT + min(floats, 2)


cdef bint gold_bars_claim(const Rules* r, bint robbing) noexcept nogil:
    if robbing and r.no_claim_win_with_gold == NO_CLAIM_WIN_WITH_GOLD_DISCARDS:
        return False
    return r.no_claim_win_with_gold != NO_CLAIM_WIN_WITH_GOLD_OFF


cdef bint must_float(const Rules* r, int golds, int award) noexcept nogil:
    # eight flowers win whatever the hand
    return (r.required_float and golds >= GOLDS and award != AWARD_EIGHT_FLOWERS
            and not AWARD_KNOCK <= award <= AWARD_TRIPLE_FLOAT)


cdef bint dealt_float(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                      int golds) noexcept nogil:
    # is a gold one of the pair in some reading of the complete hand?
    cdef uint8_t[KINDS] rest
    cdef int32_t[GROUPS] places
    cdef int k
    if golds == 0 or is_floating(r, kind, index, sets, golds - 1):
        return golds != 0
    memcpy(rest, kind, KINDS)
    memcpy(places, index, sizeof(places))
    for k in range(KINDS):
        if kind[k] == 0:
            continue
        rest[k] -= 1
        places[r.group[k]] -= r.weight[k]
        if is_floating(r, rest, places, sets, golds):
            return True
        rest[k] += 1
        places[r.group[k]] += r.weight[k]
    return False


cdef int dealt_award(const Rules* r, const uint8_t* kind, const int32_t* index, int sets,
                     int golds) noexcept nogil:
    if not dealt_float(r, kind, index, sets, golds):
        return AWARD_HEAVENLY
    if must_float(r, golds, AWARD_HEAVENLY):
        return AWARD_GOLD_FLOAT
    return better_award(r, AWARD_HEAVENLY, AWARD_GOLD_FLOAT)


cdef void xiamen_value(const Rules* r, const XiamenWin* win, XiamenValue* out) noexcept nogil:
    cdef Task task
    cdef int i
    task.r = r
    task.kind = &win.kind[0]
    task.claimed = win.claimed
    task.own_place = False
    out.flowers = flower_water(r, win.flowers)
    out.golds = win.golds
    out.melds = 0
    for i in range(win.n_meld):
        out.melds += meld_water(r, &win.meld[i])
    if is_shapeless(win.award):
        out.sets = triplets_water(r, win.kind)
    else:
        out.sets = best_sets(&task, win.golds)
    out.water = NO_WATER
    if out.sets != NO_WATER:
        out.water = out.flowers + out.golds + out.melds + out.sets
    out.multiplier = award_factor(r, win.award)


# ---- payments

cdef int32_t banker_base(const Rules* r, int stays, int stay_sum) noexcept nogil:
    if r.banker_base_growth == BANKER_BASE_GROWTH_DOUBLE:
        return 2 << min(stays, MOST_STAYS)
    return 2 + (stays if r.banker_base_growth == BANKER_BASE_GROWTH_PLUS1 else stay_sum)


cdef void xiamen_settle(const Rules* r, const XiamenWin* win, const XiamenValue* value, int stays,
                        int stay_sum, Ledger* ledger) noexcept nogil:
    # all three pay, whoever discarded
    cdef int p
    cdef int32_t base
    for p in range(r.seats):
        if p == win.winner:
            continue
        base = 1
        if win.banker == p or win.banker == win.winner:
            base = banker_base(r, stays, stay_sum)
        pay(ledger, REASON_WIN, p, win.winner,
            (base * r.base_scale + value.water) * value.multiplier, win.award)


# ---- honours to follow (xiamen section 3.3)

cdef uint64_t followed_honours(const uint8_t* kind, uint64_t discarded) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int k
    for k in range(KIND_EAST, KINDS):
        kinds |= <uint64_t>(kind[k] == 1) << k
    return kinds & discarded
