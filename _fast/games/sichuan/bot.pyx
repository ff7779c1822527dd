# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of Sichuan: exchange, void suit, fans, kan payments (sichuan.md 3-5)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.bots.baseline cimport PLAYERS
from shugi._fast.bots.style cimport Style
from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.rules cimport GAME_SICHUAN
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport MELD_DAIMINKAN, MELD_PON, PHASE_OFFER, Seat, State
from shugi._fast.flow.game_ops cimport has_left
from shugi._fast.games.chinese.bot.baseline cimport regional_act
from shugi._fast.games.chinese.bot.outlook cimport BOT_OPS, SHANTENS, BotOps, Outlook
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport (
    WAY_PAIRS, WAY_SETS, WAY_TRIPLETS, Hand, Way, melded_kinds, pairs_in, tiles_among,
    times_doubled, way_add,
)
from shugi._fast.games.chinese.common cimport name_melds
from shugi._fast.games.sichuan.play cimport OFFER_VOID, players_left, void_kinds
from shugi._fast.games.sichuan.win cimport (
    SC_CLAIM, SC_OWN, SichuanValue, SichuanWin, kan_units, sichuan_value, suit_kinds, suit_of,
    win_units,
)

cdef enum:
    SUITS = 3
    ENOUGH_FOR_SUIT = 9
    ENOUGH_PAIRS = 4

cdef uint64_t ALL_KINDS = bit(KINDS) - 1

# doubles of a win, on average, beside the way's own: roots and luck
cdef float COMMON = 0.5
cdef float PURE = 2
cdef float PAIRS = 2.3
cdef float TRIPLETS = 1.2
# chance in a turn to come a step nearer, counted in games (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.17, 0.3, 0.47, 0.62, 0.75, 0.85, 0.9, 0.9, 0.9]
cdef float DENIED = 0.5          # who has won takes nothing from the others' wins but their draws
cdef float LOST = 3              # units of an opponent's win on a discard
# what makes a suit worth keeping: each tile, and more where tiles stand together
cdef float FOR_PAIR = 1
cdef float FOR_TRIPLET = 1.5
cdef float FOR_NEXT = 0.5
cdef float FOR_GAP = 0.25


# ---- before the hand

cdef float suit_worth(const uint8_t* kind, int suit) noexcept nogil:
    cdef const uint8_t* at = kind + 9 * suit
    cdef float out = 0
    cdef int i
    for i in range(9):
        if at[i] == 0:
            continue
        out += at[i] + FOR_PAIR * (at[i] >= 2) + FOR_TRIPLET * (at[i] >= 3)
        if i < 8 and at[i + 1]:
            out += FOR_NEXT
        if i < 7 and at[i + 2]:
            out += FOR_GAP
    return out


cdef int weakest(const Seat* seat, uint64_t codes) noexcept nogil:
    # of the suits that the codes name
    cdef int suit
    cdef int out = suit_of(lowest(codes)) - 1
    for suit in range(SUITS):
        if codes & suit_kinds(suit + 1) and (
                suit_worth(seat.kind, suit) < suit_worth(seat.kind, out)):
            out = suit
    return out


cdef int act_gift(const State* s) noexcept nogil:
    # of the weakest suit, the tile whose loss leaves most
    cdef Seat trial
    cdef int suit = weakest(&s.seat[s.actor], s.legal[0])
    cdef uint64_t left = s.legal[0] & suit_kinds(suit + 1)
    cdef int code
    cdef int out = lowest(left)
    cdef float worth
    cdef float most = -1
    while left:
        code = lowest(left)
        left = without_lowest(left)
        memcpy(&trial, &s.seat[s.actor], sizeof(Seat))
        trial.kind[code] -= 1
        worth = suit_worth(trial.kind, suit)
        if worth > most:
            most = worth
            out = code
    return out


# ---- the value of wins

cdef void look(Outlook* o) noexcept nogil:
    o.others = count(players_left(o.t.s)) - 1
    o.denied = DENIED


cdef int doubles_of(const Outlook* o, const Hand* h, int tile, int source) noexcept nogil:
    # -1: no win
    cdef SichuanWin win
    cdef SichuanValue value
    memset(&win, 0, sizeof(win))
    memcpy(win.kind, h.kind, KINDS)
    win.kind[tile] += 1
    win.n_meld = <uint8_t>h.n_meld
    name_melds(h.meld, h.n_meld, win.meld_type, win.meld_kind)
    win.void_suit = o.me.void_suit
    win.source = <uint8_t>source
    sichuan_value(o.t.r, &win, &value)
    return value.doubles if value.legal else -1


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef int doubles = doubles_of(o, h, tile, SC_OWN) if tile < KINDS else -1
    return 0 if doubles < 0 else <float>(o.others * win_units(o.t.r, doubles, True)) / o.t.r.unit


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    cdef int doubles = doubles_of(o, h, tile, SC_CLAIM)
    return 0 if doubles < 0 else <float>win_units(o.t.r, doubles, False) / o.t.r.unit


cdef float worth_of(const Outlook* o, float doubles) noexcept nogil:
    # half of the wins are drawn
    return times_doubled((o.others + 1) / <float>2, min(doubles, <float>o.t.r.max_doubles))


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef uint64_t usable = ALL_KINDS & ~void_kinds(o.me)
    cdef uint64_t melded = melded_kinds(h)
    cdef uint64_t kinds
    cdef int suit
    cdef int n = 0
    way_add(out, &n, WAY_SETS, usable, 1, worth_of(o, COMMON))
    if o.y.value == 0:
        return n
    for suit in range(SUITS):
        kinds = suit_kinds(suit + 1) & usable
        if kinds and not melded & ~kinds and tiles_among(h, kinds) >= ENOUGH_FOR_SUIT:
            way_add(out, &n, WAY_SETS, kinds, 0.9, worth_of(o, COMMON + PURE) * o.y.flush)
    if h.n_meld == 0 and pairs_in(h) >= ENOUGH_PAIRS:
        way_add(out, &n, WAY_PAIRS, usable, 0.8, worth_of(o, COMMON + PAIRS))
    if h.n_meld + pairs_in(h) >= ENOUGH_PAIRS:
        way_add(out, &n, WAY_TRIPLETS, usable, 1.4, worth_of(o, COMMON + TRIPLETS))
    return n


cdef float income(const Outlook* o, const Hand* h, int type) noexcept nogil:
    if type == NO_TILE or type == MELD_PON:
        return 0
    return kan_units(type) * (1 if type == MELD_DAIMINKAN else o.others)


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    return 0 if has_left(o.t.s, p) else LOST


cdef void sichuan_bot_ops(BotOps* ops) noexcept nogil:
    plain_bot_ops(ops)
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.income = income
    ops.dealt_in = dealt_in
    ops.own_share = 0.5
    ops.win_pace = 0.4
    ops.step = STEP


cdef int sichuan_act(const State* s, const Style* style) noexcept nogil:
    if s.phase != PHASE_OFFER:
        return regional_act(s, style)
    if s.offer == OFFER_VOID:
        return 9 * weakest(&s.seat[s.actor], s.legal[0])
    return act_gift(s)


sichuan_bot_ops(&BOT_OPS[<int>GAME_SICHUAN])
PLAYERS[<int>GAME_SICHUAN] = sichuan_act
