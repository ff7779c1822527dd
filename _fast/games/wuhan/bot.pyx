# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of Wuhan: openings, doubles, the minimum, big patterns (wuhan.md 3-5)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.games.chinese.bot.outlook cimport BOT_OPS, SHANTENS, BotOps, Outlook
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport (
    WAY_258, WAY_LOOSE, WAY_SETS, WAY_TRIPLETS, Hand, Way, concealed_kinds, hand_put, melded_kinds,
    pairs_in, tiles_among, times_doubled, way_add,
)
from shugi._fast.core.bits cimport bit
from shugi._fast.core.rules cimport CAPS_CAP, GAME_WUHAN, MINIMUM_SCOPE_ANY, MIN_RULE_FAN
from shugi._fast.core.sizes cimport KINDS, NOBODY
from shugi._fast.core.state cimport MELD_CHI, Seat, State
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.games.wuhan.win cimport (
    WUHAN_KAN_BLOOM, WuhanSeat, WuhanValue, WuhanWin, wuhan_fan, wuhan_kan_set, wuhan_melds,
    wuhan_seat, wuhan_value,
)
from shugi._fast.shape.pair_258 cimport TWO_FIVE_EIGHT

cdef enum:
    ENOUGH_FOR_SUIT = 9
    ENOUGH_LOOSE = 10
    ENOUGH_PAIRS = 4
    SPREAD = 5

cdef uint64_t ALL_KINDS = bit(KINDS) - 1
cdef uint64_t HONOURS = ALL_KINDS & ~(bit(KIND_EAST) - 1)

cdef float OWN_SHARE = 0.5     # of wins, by an own tile
cdef float OPENS = 0.08        # chance, by each draw to come, that a hand finds its opening
cdef float OPENS_MOST = 0.85
cdef float BIG = 12            # points of a big win: ten, the draw or the discard
# chance in a turn to come a step nearer, counted in games (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.25, 0.29, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9]
cdef float DENIED = 8         # a small win of another, beside the doubles that lie open
cdef float LOSES = 0.7        # chance that another wins
cdef float DEALT_IN = 2
cdef float GROWTH = 0.35       # doubles of a pair of players still to come, by each draw
cdef float GROWTH_MOST = 4.5
cdef float[SPREAD] WEIGHT      # of so many more or fewer
WEIGHT = [0.1, 0.2, 0.4, 0.2, 0.1]
cdef float LEAST = 0.01       # of a way that cannot pay as things are


# ---- the table

cdef void seat_facts(const State* s, int p, WuhanSeat* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    wuhan_seat(seat.meld, seat.n_meld, seat.kan_tiles, seat.wild_kans, out)


cdef void hand_facts(const Hand* h, WuhanSeat* out) noexcept nogil:
    wuhan_seat(h.meld, h.n_meld, h.kan_tiles, h.wild_kans, out)


cdef void look(Outlook* o) noexcept nogil:
    cdef WuhanSeat seat
    cdef int p
    for p in range(o.t.r.seats):
        seat_facts(o.t.s, p, &seat)
        o.fan[p] = wuhan_fan(o.t.r, &seat)
        o.opened[p] = seat.opened > 0
    o.denied = lost(o, o.fan[o.t.seat])


cdef float lost(const Outlook* o, int fan) noexcept nogil:
    # by another's win, on average, with so many own doubles
    cdef float total = 0
    cdef int p
    for p in range(o.t.r.seats):
        if p != o.t.seat:
            total += amount(o.fan[p] + fan + to_come(o), DENIED, o.t.r.caps[<int>CAPS_CAP])
    return total / o.others


cdef uint64_t kan_kinds(const Outlook* o) noexcept nogil:
    return wuhan_kan_set(o.t.r, KIND_OF[o.t.s.indicator])


# ---- a finished hand

cdef void win_of(const Outlook* o, const Hand* h, int tile, int giver,
                 WuhanWin* win) noexcept nogil:
    cdef Hand full = h[0]
    cdef int i
    hand_put(o.t.r, &full, tile, 1)
    memset(win, 0, sizeof(WuhanWin))
    memcpy(win.kind, full.kind, KINDS)
    memcpy(win.index, full.index, sizeof(win.index))
    win.wild = <uint8_t>full.wild
    win.wild_kind = o.t.s.wild_kind
    win.kan_held = <uint8_t>h.kan_held
    win.sets = <uint8_t>h.sets
    win.winner = <uint8_t>o.t.seat
    win.giver = <uint8_t>giver
    win.banker = o.t.s.dealer
    win.moment = WUHAN_KAN_BLOOM if h.streak and giver == NOBODY else 0
    win.kan_kinds = kan_kinds(o)
    wuhan_melds(h.meld, h.n_meld, win)
    for i in range(o.t.r.seats):
        if i == o.t.seat:
            hand_facts(h, &win.seat[i])
        else:
            seat_facts(o.t.s, i, &win.seat[i])


cdef float payments(const Outlook* o, const WuhanValue* value) noexcept nogil:
    cdef float total = 0
    cdef int p
    if value.enough:
        for p in range(o.t.r.seats):
            total += value.pay[p]
    return total


cdef float expected_payments(const Outlook* o, const WuhanWin* win, const WuhanValue* value,
                             float own_share) noexcept nogil:
    # with the doubles that the table may have by then
    cdef int doubles = wuhan_fan(o.t.r, &win.seat[win.winner]) + value.hard
    if not value.found:
        return 0
    return big_worth(o, doubles) if value.patterns else mean_small(o, doubles, own_share)


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef WuhanWin win
    cdef WuhanValue value
    if h.kan_held or h.opened == 0:
        return 0
    win_of(o, h, tile, NOBODY, &win)
    wuhan_value(o.t.r, &win, &value)
    if h.streak:
        return payments(o, &value)
    return max(payments(o, &value), expected_payments(o, &win, &value, 1))


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    cdef WuhanWin win
    cdef WuhanValue value
    if h.kan_held or h.opened == 0:
        return 0
    win_of(o, h, tile, next_seat(o.t.s, o.t.seat) if giver == NOBODY else giver, &win)
    wuhan_value(o.t.r, &win, &value)
    return expected_payments(o, &win, &value, 0) if giver == NOBODY else payments(o, &value)


cdef uint64_t loose(const Outlook* o, const Hand* h) noexcept nogil:
    cdef uint64_t kinds = concealed_kinds(h) | melded_kinds(h)
    cdef uint64_t winds = HONOURS & ~kan_kinds(o)
    if not kinds & ~TWO_FIVE_EIGHT:
        return TWO_FIVE_EIGHT
    return winds if not kinds & ~winds else 0


# ---- ways

cdef float amount(float doubles, float points, float cap) noexcept nogil:
    return min(times_doubled(points, doubles), cap)


cdef bint enough(const Outlook* o, float doubles) noexcept nogil:
    # does a small win between winner and loser reach the minimum?
    if o.t.r.min_rule == MIN_RULE_FAN:
        return doubles >= o.t.r.min_fan
    return amount(doubles, 1, 1 << 20) >= o.t.r.min_points


cdef float small_worth(const Outlook* o, float doubles, float own_share) noexcept nogil:
    # of a small win with so many doubles of the winner, those of the table aside
    cdef float own = 0, claimed = 0
    cdef float least = 99, most = 0
    cdef float with_loser
    cdef int p
    for p in range(o.t.r.seats):
        if p == o.t.seat:
            continue
        with_loser = doubles + o.fan[p] + (o.t.s.dealer == p or o.t.s.dealer == o.t.seat)
        least = min(least, with_loser)
        most = max(most, with_loser)
        own += amount(with_loser + 1, 1, o.t.r.caps[<int>CAPS_CAP])
        claimed += amount(with_loser + <float>1 / o.others, 1, o.t.r.caps[<int>CAPS_CAP])
    if o.t.r.minimum_scope == MINIMUM_SCOPE_ANY:
        least = most
    return own_share * own * enough(o, least + 1) + (1 - own_share) * claimed * enough(o, least)


cdef float mean_small(const Outlook* o, int doubles, float own_share) noexcept nogil:
    # winner and losers go on doubling, more or less
    cdef float total = 0
    cdef int i
    for i in range(SPREAD):
        total += WEIGHT[i] * small_worth(
            o, max(doubles + to_come(o) + i - SPREAD // 2, <float>0), own_share)
    return total


cdef float to_come(const Outlook* o) noexcept nogil:
    # doubles of a pair of players still to come
    return min(GROWTH * o.draws, GROWTH_MOST)


cdef float big_worth(const Outlook* o, int doubles) noexcept nogil:
    cdef float total = 0
    cdef int p
    for p in range(o.t.r.seats):
        if p != o.t.seat:
            total += amount(doubles + o.fan[p] + to_come(o), BIG, o.t.r.caps[<int>CAPS_CAP])
    return total


cdef bint any_chi(const Hand* h) noexcept nogil:
    cdef int i
    for i in range(h.n_meld):
        if h.meld[i].type == MELD_CHI:
            return True
    return False


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef WuhanSeat mine
    cdef int n = 0
    cdef int suit, fan
    cdef uint64_t kinds
    cdef uint64_t melded = melded_kinds(h)
    cdef uint64_t winds = HONOURS & ~kan_kinds(o)
    cdef float sure = 1
    cdef float big
    hand_facts(h, &mine)
    if not mine.opened:
        sure = min(OPENS * o.draws, OPENS_MOST)
        mine.opened = 1
    fan = wuhan_fan(o.t.r, &mine)
    big = sure * big_worth(o, fan + (h.wild == 0))
    # wildcards that a small win cannot hold go as kans
    way_add(out, &n, WAY_258, ALL_KINDS, 1,
            max(LEAST, sure * mean_small(
                o, fan + (h.wild == 0) + 2 * max(h.wild - 1, 0), OWN_SHARE)))
    for suit in range(3):
        kinds = <uint64_t>0x1FF << 9 * suit
        if not melded & ~kinds and tiles_among(h, kinds) + h.wild >= ENOUGH_FOR_SUIT:
            way_add(out, &n, WAY_SETS, kinds, 1, big * o.y.flush)
    if not any_chi(h) and h.n_meld + pairs_in(h) >= ENOUGH_PAIRS:
        way_add(out, &n, WAY_TRIPLETS, ALL_KINDS, 1.4, big)
    for suit in range(2):
        kinds = winds if suit else TWO_FIVE_EIGHT
        if not melded & ~kinds and tiles_among(h, kinds) + h.wild >= ENOUGH_LOOSE:
            way_add(out, &n, WAY_LOOSE, kinds, 0.8, big)
    return n


cdef float income(const Outlook* o, const Hand* h, int type) noexcept nogil:
    # doubles raise what is lost, too
    cdef WuhanSeat mine
    hand_facts(h, &mine)
    return LOSES * (o.denied - lost(o, wuhan_fan(o.t.r, &mine)))


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    # who has not opened cannot win; the discarder pays double
    if not o.opened[p]:
        return 0
    return DEALT_IN * (1 << min(o.fan[p] + o.fan[o.t.seat], 6))


cdef void wuhan_bot_ops(BotOps* ops) noexcept nogil:
    plain_bot_ops(ops)
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.income = income
    ops.loose = loose
    ops.dealt_in = dealt_in
    ops.opens = True
    ops.call_pace = 0.5
    ops.own_share = 0.3
    ops.win_pace = 1.0
    ops.step = STEP
    ops.quiet = 3
    ops.hazard = 0.011
    ops.ready_by_turn = 0.02
    ops.ready_by_meld = 0.15


wuhan_bot_ops(&BOT_OPS[<int>GAME_WUHAN])
