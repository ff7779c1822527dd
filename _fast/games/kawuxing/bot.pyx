# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of Kawuxing: patterns, disclosure, kan payments (kawuxing.md 3-5)."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.rules cimport GAME_KAWUXING
from shugi._fast.games.chinese.bot.outlook cimport BOT_OPS, SHANTENS, BotOps, Outlook
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport (
    WAY_PAIRS, WAY_SETS, WAY_TRIPLETS, Hand, Way, melded_kinds, pairs_in, tiles_among,
    times_doubled, way_add,
)
from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport MELD_ANKAN, MELD_DAIMINKAN, MELD_PON, RIICHI_OPEN, State
from shugi._fast.games.chinese.common cimport name_melds
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KawuxingValue, KawuxingWin, kawuxing_value, win_units,
)

cdef enum:
    ENOUGH_FOR_SUIT = 8
    ENOUGH_PAIRS = 4

cdef uint64_t ALL_KINDS = bit(KINDS) - 1

# doubles of a win, on average, beside the way's own: disclosure and luck
cdef float COMMON = 0.9
cdef float PURE = 2
cdef float PAIRS = 2.1
cdef float TRIPLETS = 1.3
# chance in a turn to come a step nearer, counted in games (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.16, 0.29, 0.47, 0.65, 0.8, 0.9, 0.9, 0.9, 0.9]
cdef float DENIED = 3
cdef float LOST = 2.5          # units of an opponent's win on a discard, hidden
cdef float LOST_SHOWN = 6      # ... and of one who has disclosed


cdef void look(Outlook* o) noexcept nogil:
    o.denied = DENIED


cdef int doubles_of(const Outlook* o, const Hand* h, int tile, int source) noexcept nogil:
    # -1: no legal win
    cdef KawuxingWin win
    cdef KawuxingValue value
    memset(&win, 0, sizeof(win))
    memcpy(win.kind, h.kind, KINDS)
    win.kind[tile] += 1
    win.n_meld = <unsigned char>h.n_meld
    name_melds(h.meld, h.n_meld, win.meld_type, win.meld_kind)
    win.tile = <unsigned char>tile
    win.source = <unsigned char>source
    win.kans = <unsigned char>h.streak
    win.disclosed = h.shown
    kawuxing_value(o.t.r, &win, &value)
    return value.doubles if value.legal else -1


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef int doubles
    if tile >= KINDS:
        return 0
    doubles = doubles_of(o, h, tile, KW_OWN)
    return 0 if doubles < 0 else <float>win_units(o.t.r, doubles, True)


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    cdef int doubles = doubles_of(o, h, tile, KW_CLAIM)
    return 0 if doubles < 0 else <float>win_units(o.t.r, doubles, h.shown)


cdef float worth_of(const Outlook* o, float doubles) noexcept nogil:
    return times_doubled(o.others, min(doubles, <float>o.t.r.max_doubles))


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef int n = 0
    cdef int suit
    cdef uint64_t kinds
    cdef uint64_t melded = melded_kinds(h)
    way_add(out, &n, WAY_SETS, ALL_KINDS, 1, worth_of(o, COMMON))
    if o.y.value == 0:
        return n
    for suit in range(3):
        kinds = <uint64_t>0x1FF << 9 * suit
        if not melded & ~kinds and tiles_among(h, kinds) >= ENOUGH_FOR_SUIT:
            way_add(out, &n, WAY_SETS, kinds, 0.9, worth_of(o, COMMON + PURE) * o.y.flush)
    if h.n_meld == 0 and pairs_in(h) >= ENOUGH_PAIRS:
        way_add(out, &n, WAY_PAIRS, ALL_KINDS, 0.8, worth_of(o, COMMON + PAIRS))
    if h.n_meld + pairs_in(h) >= ENOUGH_PAIRS:
        way_add(out, &n, WAY_TRIPLETS, ALL_KINDS, 1.5, worth_of(o, COMMON + TRIPLETS))
    return n


cdef float income(const Outlook* o, const Hand* h, int type) noexcept nogil:
    # a kan pays at once, doubled in a chain; who disclosed first pays for a draw
    cdef int units
    if type == NO_TILE:
        return o.others if o.t.s.first_discloser == NOBODY or (
            o.t.s.first_discloser == o.t.seat) else 0
    if type == MELD_PON:
        return 0
    units = 2 if type == MELD_DAIMINKAN else o.others * (2 if type == MELD_ANKAN else 1)
    return <float>(units << (max(min(h.streak, 5), 1) - 1))


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    return LOST_SHOWN if o.t.s.seat[p].riichi == RIICHI_OPEN else LOST


cdef int chain(const Outlook* o, int kind, bint claimed) noexcept nogil:
    cdef const State* s = o.t.s
    cdef bint joins = s.kan_discard if claimed else s.drawn_rinshan and (
        kind == s.drawn or not s.rules.kong_chain_needs_supplement_tile)
    return s.series + 1 if joins else 1


cdef void kawuxing_bot_ops(BotOps* ops) noexcept nogil:
    plain_bot_ops(ops)
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.income = income
    ops.dealt_in = dealt_in
    ops.chain = chain
    ops.patient = True
    ops.adds_drawn = True
    ops.own_share = 0.6
    ops.win_pace = 0.4
    ops.step = STEP


kawuxing_bot_ops(&BOT_OPS[<int>GAME_KAWUXING])
