# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of Hangzhou: wild eyes, floats, stay levels (hangzhou.md 3-5)."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.rules cimport GAME_HANGZHOU
from shugi._fast.games.chinese.bot.outlook cimport (
    BOT_OPS, SHANTENS, BotOps, Outlook, banker_mean, banker_units,
)
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport WAY_PAIRS, WAY_SETS, Hand, Way, way_add
from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport KINDS, NOBODY
from shugi._fast.games.hangzhou.win cimport (
    CLAIMED_TILE, OWN_TILE, HangzhouValue, HangzhouWin, hangzhou_value, may_take, stay_level,
)

cdef uint64_t ALL_KINDS = bit(KINDS) - 1

# what a win's doubles come to, on average, by the wildcards held now: a hand with one is nearly
# always won by its eye
cdef float[5] BY_WILD
BY_WILD = [1.1, 1.35, 1.35, 1.4, 1.4]
cdef float PAIRS_PACE = 0.65
cdef float PAIRS = 2.2         # times that, with seven pairs
# chance in a turn to come a step nearer, counted in games (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.18, 0.28, 0.4, 0.54, 0.65, 0.7, 0.8, 0.9, 0.9]
cdef float DENIED = 1.8        # doubles of others' wins, on average
cdef float DEALT_IN = 1.3


cdef void look(Outlook* o) noexcept nogil:
    o.level = stay_level(o.t.r, o.t.s.honba + 1)
    o.hand.streak = o.me.kan_streak
    banker_units(o, 1 << o.level, 1)
    o.denied = DENIED * banker_mean(o, 1 << o.level)


cdef float relations(const Outlook* o) noexcept nogil:
    # three open sets between two players: totals paid by him (0: all pay their part)
    cdef int p
    cdef float out = 0
    if not o.t.r.liability:
        return 0
    for p in range(o.t.r.seats):
        if p != o.t.seat:
            out += (o.me.fed[p] >= 3) + 2 * (o.t.s.seat[p].fed[o.t.seat] >= 3)
    return out


cdef float collect(const Outlook* o, float multiplier) noexcept nogil:
    # an own tile: all pay, as far as their chips go
    cdef float total = 0
    cdef float part, factor
    cdef int p
    factor = max(relations(o), <float>1)
    for p in range(o.t.r.seats):
        if p == o.t.seat:
            continue
        part = o.unit[p] * multiplier * factor
        if o.t.r.start_chips >= 0:
            part = min(part, <float>max(o.t.s.seat[p].score, 0))
        total += part
    return total


cdef int multiplier_of(const Outlook* o, const Hand* h, int tile, int source) noexcept nogil:
    cdef HangzhouWin win
    cdef HangzhouValue value
    memset(&win, 0, sizeof(win))
    memcpy(win.hand.kind, h.kind, KINDS)
    memcpy(win.hand.index, h.index, sizeof(win.hand.index))
    win.hand.wild = h.wild
    win.hand.sets = h.sets
    win.tile = <unsigned char>tile
    win.source = <unsigned char>source
    win.floats = <unsigned char>h.floats
    win.kan_streak = <unsigned char>h.streak
    hangzhou_value(o.t.r, &win, &value)
    return value.multiplier


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef int m = multiplier_of(o, h, tile, OWN_TILE)
    return collect(o, m) if m else 0


cdef bint takes_from(const Outlook* o, int giver) noexcept nogil:
    return may_take(o.t.r, CLAIMED_TILE, o.level, o.t.s.dealer, o.t.seat, giver)


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    cdef float total = 0
    cdef float m
    cdef int p
    if o.level < 3:
        return 0
    m = multiplier_of(o, h, tile, CLAIMED_TILE)
    if m <= 0:
        return 0
    if giver != NOBODY:
        return o.unit[giver] * m
    for p in range(o.t.r.seats):
        if p != o.t.seat and takes_from(o, p):
            total += o.unit[p] * m
    return total / o.others


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef int n = 0
    cdef float worth = collect(o, 1) * BY_WILD[min(h.wild, 4)]
    way_add(out, &n, WAY_SETS, ALL_KINDS, 1, worth)
    if h.n_meld == 0:
        way_add(out, &n, WAY_PAIRS, ALL_KINDS, PAIRS_PACE, worth * PAIRS)
    return n


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    # only a banker and the others, at the third level
    cdef bint banker = p == o.t.s.dealer
    if o.level < 3 or o.t.r.wall_only or banker == (o.t.seat == o.t.s.dealer):
        return 0
    return DEALT_IN * o.unit[p]


cdef int chain(const Outlook* o, int kind, bint claimed) noexcept nogil:
    return o.me.kan_streak + 1


cdef void hangzhou_bot_ops(BotOps* ops) noexcept nogil:
    plain_bot_ops(ops)
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.dealt_in = dealt_in
    ops.eye = True
    ops.chain = chain
    ops.patient = True
    ops.call_pace = 0.5
    ops.own_share = 1
    ops.win_pace = 0
    ops.joins = 0.001
    ops.step = STEP
    ops.quiet = 3
    ops.hazard = 0.0105
    ops.ready_by_turn = 0.03


hangzhou_bot_ops(&BOT_OPS[<int>GAME_HANGZHOU])
