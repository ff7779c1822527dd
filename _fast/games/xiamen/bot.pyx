# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of Xiamen and Quanzhou: water, gold floats (xiamen.md 3-5)."""

from libc.stdint cimport uint64_t

from shugi._fast.core.rules cimport GAME_XIAMEN
from shugi._fast.games.chinese.bot.outlook cimport (
    BOT_OPS, SHANTENS, BotOps, Outlook, banker_mean, banker_units, is_eye,
)
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport WAY_SETS, Hand, Way, hand_put, way_add
from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_KAKAN, MELD_PON, State
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, PLANT_1, SEASON_1, WILD
from shugi._fast.games.xiamen.win cimport (
    AWARD_COMMON, AWARD_WALL, award_factor, banker_base, better_award, float_award, gold_bars_claim,
    is_whole, must_float,
)

cdef uint64_t ALL_KINDS = bit(KINDS) - 1

# the multiplier of a win, on average, by the golds held now
cdef float[5] BY_GOLDS
BY_GOLDS = [1.34, 1.55, 1.8, 2.2, 2.2]
# chance in a turn to come a step nearer, counted in games (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.33, 0.34, 0.49, 0.59, 0.75, 0.85, 0.9, 0.9, 0.9]
cdef float DENIED = 1.8        # multiplier and water of others' wins, on average
cdef float WATER = 2.5


cdef float set_water(const Outlook* o, int kind, int type) noexcept nogil:
    cdef bint honour = kind >= KIND_EAST
    if type == MELD_CHI:
        return 0
    if type == MELD_PON:
        return honour + o.t.r.open_pung_as_closed
    if type == MELD_KAKAN and o.t.r.added_kong_as_closed_pung:
        return 1 + honour
    return 2 + (type == MELD_ANKAN) + honour


cdef float flower_water(const Outlook* o) noexcept nogil:
    cdef int i, code
    cdef int seasons = 0, plants = 0
    for i in range(o.me.n_aside):
        code = o.me.aside[i]
        seasons += SEASON_1 <= code < SEASON_1 + 4
        plants += PLANT_1 <= code < PLANT_1 + 4
    return seasons + plants + (
        4 * (seasons == 4) + 4 * (plants == 4) if o.t.r.flower_set_bonus else 0)


cdef float hand_water(const Outlook* o, const Hand* h) noexcept nogil:
    # golds, melds, and closed triplets, as if no run used them
    cdef float out = o.water + h.wild
    cdef int i
    for i in range(h.n_meld):
        out += set_water(o, KIND_OF[h.meld[i].tile[0]], h.meld[i].type)
    for i in range(KINDS):
        if h.kind[i] >= 3:
            out += 1 + (i >= KIND_EAST)
    return out


cdef void look(Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef int base = banker_base(s.rules, s.honba, s.stay_sum)
    banker_units(o, base, s.rules.base_scale)
    o.water = flower_water(o)
    o.denied = DENIED * (WATER + banker_mean(o, base * s.rules.base_scale))


cdef float collect(const Outlook* o, float water, float multiplier) noexcept nogil:
    cdef float total = 0
    cdef int p
    for p in range(o.t.r.seats):
        if p != o.t.seat:
            total += (o.unit[p] + water) * multiplier
    return total


cdef float completed_water(const Outlook* o, const Hand* hand, int tile) noexcept nogil:
    cdef float out = hand_water(o, hand)
    if tile == WILD:
        return out + 1
    return out + ((1 + (tile >= KIND_EAST)) if hand.kind[tile] == 2 else 0)


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef int award = AWARD_WALL
    if o.me.forfeited:
        return 0
    if is_eye(o, h):
        award = better_award(o.t.r, award, float_award(h.floats))
    elif not is_whole_with(o, h, tile):
        return 0
    if must_float(o.t.r, h.wild, award):
        return 0
    return collect(o, completed_water(o, h, tile), award_factor(o.t.r, award))


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    if o.me.forfeited or (h.wild and gold_bars_claim(o.t.r, False)) or is_eye(o, h):
        return 0
    if not is_whole_with(o, h, tile) or must_float(o.t.r, h.wild, AWARD_COMMON):
        return 0
    return collect(o, hand_water(o, h), award_factor(o.t.r, AWARD_COMMON))


cdef bint is_whole_with(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef Hand full = h[0]
    hand_put(o.t.r, &full, tile, 1)
    return is_whole(o.t.r, full.kind, full.index, full.sets, full.wild)


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef int n = 0
    way_add(out, &n, WAY_SETS, ALL_KINDS, 1,
            collect(o, hand_water(o, h), BY_GOLDS[min(h.wild, 4)]))
    return n


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    # all pay alike, whoever discarded: in games, care about it cost more than it saved
    return 0


cdef void xiamen_bot_ops(BotOps* ops) noexcept nogil:
    plain_bot_ops(ops)
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.dealt_in = dealt_in
    ops.eye = True
    ops.patient = True
    ops.call_pace = 0.5
    ops.own_share = 0.3
    ops.win_pace = 2.2
    ops.joins = 0.001
    ops.step = STEP
    ops.hazard = 0.016
    ops.ready_by_turn = 0.03


xiamen_bot_ops(&BOT_OPS[<int>GAME_XIAMEN])
