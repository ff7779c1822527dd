# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.bots.danger cimport deal_in
from shugi._fast.games.riichi.bot.value cimport (
    MODE_CALLED, MODE_DAMA, MODE_OPEN, MODE_RIICHI, SIMPLES, keep_tiles, must_serve, ron_loss,
    tile_chips, tile_han, value_han, value_of_kind, weigh_chips, win_worth,
)
from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_GRAND_CROSS, RIICHI_NONE, RIICHI_OPEN, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, NO_KIND, is_gold
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.hand cimport sets_left
from shugi._fast.shape.shapes cimport FORM_ALL, FORM_STANDARD, shanten
from shugi._fast.view.seat_view cimport code_han, seat_at, seat_view_make, unseen_of

cdef enum:
    THREATS = 3
    ENOUGH_FOR_FLUSH = 9     # tiles of the suit and honours

cdef float FLUSH_PACE = 0.75  # fewer outs than a typical hand at the shanten has

cdef uint64_t ALL_KINDS = bit(KINDS) - 1
cdef uint64_t HONORS = ALL_KINDS & ~(bit(27) - 1)

# chance in one turn to come a step nearer (shanten 0: to win), of a typical hand; that nobody else
# wins in a turn, by the number of riichi against it; and what follows: the chance to win within so
# many turns.  Fitted to games of the baseline.
cdef float[SHANTENS] STEP
STEP = [0.12, 0.14, 0.22, 0.29, 0.42, 0.5, 0.5, 0.5]
cdef float[THREATS] GO_ON
GO_ON = [0.93, 0.87, 0.82]
cdef float CALLED = 1.35     # calls bring a hand nearer too
cdef float[THREATS][2][SHANTENS][DRAWS + 1] TYPICAL

cdef float SHOWN_PACE = 0.6   # a hand that lies open is hardly ever dealt into
cdef float OTHER_YAKU = 0.3  # entries of a hand that nobody planned
cdef float BROAD = 2         # kinds of wait beyond the free ones, of a hand with a wildcard
cdef float SHAPE_HAN = 0.3   # pinfu, a pair of runs, ...
cdef float RON_RIICHI = 0.4  # share of the outs that another seat discards when it draws them
cdef float RON_QUIET = 0.55


def _typical():
    cdef int threats, called, d, n
    cdef float p, nearer, chance
    for threats in range(THREATS):
        for called in range(2):
            for d in range(SHANTENS):
                p = STEP[d] * (CALLED if called and d else 1)
                chance = 0
                for n in range(DRAWS + 1):
                    TYPICAL[threats][called][d][n] = chance
                    nearer = TYPICAL[threats][called][d - 1][n] if d else 1
                    chance = p * nearer + (1 - p) * GO_ON[threats] * chance


_typical()


# --- the threats ----------------------------------------------------------------------------------

# expected number of tiles of danger to come, for a hand that goes on
cdef float GOING_ON = 0.08
cdef float[5] READY_BY_MELDS
READY_BY_MELDS = [0, 0.05, 0.2, 0.5, 0.9]


cdef void weigh(RiichiContext* j, int relative) noexcept nogil:
    cdef const Seat* seat = &j.t.s.seat[seat_at(&j.t, relative)]
    cdef uint64_t safe = seat.discarded
    cdef uint64_t held
    cdef float cost
    cdef int kind
    if seat.riichi == RIICHI_NONE:
        cost = READY_BY_MELDS[min(<int>seat.n_meld, 4)] * ron_loss(j, seat, relative)
    else:
        cost = ron_loss(j, seat, relative)
        safe |= seat.passed
        j.threats = min(j.threats + 1, THREATS - 1)
    if seat.riichi == RIICHI_OPEN:
        # it lies open, and so does what it may not win on
        safe = ~seat.waits | seat.blocked if seat.furiten == 0 else ALL_KINDS
        for kind in range(KINDS):
            if not has(safe, kind):
                j.risk[kind] += cost
        return
    if cost == 0:
        return
    j.pressure += cost * GOING_ON
    held = j.held
    while held:
        kind = lowest(held)
        held = without_lowest(held)
        j.risk[kind] += cost * deal_in(&j.t, kind, safe)


# --- the own tiles --------------------------------------------------------------------------------

cdef void take_stock(RiichiContext* j) noexcept nogil:
    cdef uint64_t left = j.me.held
    cdef float han, chips
    cdef int kind, code, n
    memcpy(j.kind, j.me.kind, KINDS)
    memcpy(j.index, j.me.index, sizeof(j.index))
    j.meld_han = j.t.han[0]
    for kind in range(KINDS):
        j.count[kind] = j.kind[kind] + j.t.melded[0][kind]
    while left:
        code = lowest(left)
        left = without_lowest(left)
        kind = KIND_OF[code]
        if kind == NO_KIND:
            continue
        n = j.me.hand[code]
        han = tile_han(j, code)
        chips = tile_chips(j, code)
        if not has(j.held, kind):  # the lowest code is discarded first
            j.held |= bit(kind)
            j.code_han[kind] = han
            j.code_chips[kind] = chips
        j.meld_han -= n * code_han(&j.t, code)
        j.hand_han[kind] += n * han
        j.hand_chips[kind] += n * chips
        j.gold += n * is_gold(code)
    left = ALL_KINDS & ~SIMPLES
    while left:
        j.orphans += j.count[lowest(left)]
        left = without_lowest(left)


cdef void look_at_melds(RiichiContext* j) noexcept nogil:
    cdef int i, k
    j.first_call = NO_KIND
    for i in range(j.me.n_meld):
        for k in range(j.me.meld[i].n):
            j.meld_chips += tile_chips(j, j.me.meld[i].tile[k])
        if j.first_call == NO_KIND and j.me.meld[i].type != MELD_ANKAN and (
                j.me.meld[i].type != MELD_GRAND_CROSS):
            j.first_call = KIND_OF[j.me.meld[i].tile[0]]


cdef void context_make(const State* s, int seat, const Style* style,
                       RiichiContext* j) noexcept nogil:
    cdef int i
    cdef int left = 0
    memset(j, 0, sizeof(RiichiContext))
    seat_view_make(s, seat, &j.t)
    j.y = style[0]
    j.me = &s.seat[seat]
    j.closed = j.me.closed
    j.wild = j.me.wild
    j.sets = sets_left(s.rules, j.me)
    j.forms = FORM_STANDARD if j.me.n_meld else FORM_ALL
    j.draws = min(live_left(s) // j.t.seats, <int>DRAWS)
    j.dealer = s.dealer == seat
    for i in range(KINDS):
        left += j.t.unseen[i]
    j.left = max(left, 1)
    weigh_chips(j)
    take_stock(j)
    look_at_melds(j)
    for i in range(1, j.t.seats):
        weigh(j, i)
    j.pressure *= j.y.defence * min(j.draws, 5)
    for i in range(KINDS):
        j.risk[i] *= j.y.defence
    keep_tiles(j)


# --- chances --------------------------------------------------------------------------------------

cdef float outs(const RiichiContext* j, uint64_t kinds) noexcept nogil:
    return unseen_of(&j.t, kinds)


cdef float win_rate(const RiichiContext* j, float tiles, int mode, bint by_ron) noexcept nogil:
    cdef float from_others = 0
    cdef int i
    if not by_ron:
        from_others = 0
    elif mode != MODE_OPEN:
        from_others = (j.t.seats - 1) * (RON_RIICHI if mode == MODE_RIICHI else RON_QUIET)
    else:
        # only who cannot choose discards into a hand that lies open
        for i in range(1, j.t.seats):
            from_others += j.t.s.seat[seat_at(&j.t, i)].riichi != RIICHI_NONE
    return min(tiles / j.left * (1 + from_others), <float>0.9)


cdef float chance_ready(const RiichiContext* j, float rate) noexcept nogil:
    cdef float total = 0
    cdef int _i
    for _i in range(j.draws):
        total = rate + (1 - rate) * GO_ON[j.threats] * total
    return total


cdef float chance_near(const RiichiContext* j, float rate, float next_rate) noexcept nogil:
    cdef float total = 0
    cdef float ready = 0
    cdef int _i
    for _i in range(j.draws):
        total = rate * ready + (1 - rate) * GO_ON[j.threats] * total
        ready = next_rate + (1 - next_rate) * GO_ON[j.threats] * ready
    return total


cdef float chance_far(const RiichiContext* j, int d, float tiles, bint called) noexcept nogil:
    cdef float rate = min(tiles / j.left * (CALLED if called else 1), <float>0.9)
    cdef const float* nearer = TYPICAL[j.threats][called][min(d, SHANTENS) - 1]
    cdef float total = 0
    cdef int i
    for i in range(j.draws):
        total = rate * nearer[i] + (1 - rate) * GO_ON[j.threats] * total
    return total


cdef float chance_typical(const RiichiContext* j, int d, bint called) noexcept nogil:
    return TYPICAL[j.threats][called][max(min(d, SHANTENS - 1), 0)][j.draws]


# --- plans ----------------------------------------------------------------------------------------

cdef void fit(const RiichiContext* j, Goal* p) noexcept nogil:
    # the hand as the plan sees it: how far, how good
    cdef uint64_t serving = j.held & p.kinds
    cdef uint64_t others = j.held & ~p.kinds
    cdef int kind
    cdef float value
    p.spare = 0
    p.own_han += j.meld_han
    p.own_chips = j.meld_chips
    while serving:
        kind = lowest(serving)
        serving = without_lowest(serving)
        p.own_han += j.hand_han[kind]
        p.own_chips += j.hand_chips[kind]
    memcpy(p.kind, j.kind, KINDS)
    memcpy(p.index, j.index, sizeof(p.index))
    while others:
        kind = lowest(others)
        others = without_lowest(others)
        p.spare += p.kind[kind]
        p.index[j.t.r.group[kind]] -= p.kind[kind] * j.t.r.weight[kind]
        p.kind[kind] = 0
    for kind in range(KIND_EAST, KINDS):
        if j.count[kind] >= 2:
            value = value_han(j, kind, j.count[kind])
            p.own_han += value
            p.yaku += value
    p.shanten = shanten(j.t.r, p.kind, p.index, j.t.melded[0], j.sets, j.wild, j.forms)
    p.shanten = max(min(p.shanten, SHANTENS - 1), 0)
    p.worth = p.sure * win_worth(j, p, NO_KIND, p.mode)
    if p.mode == MODE_OPEN:
        p.worth *= SHOWN_PACE
    elif not j.closed and j.t.r.open_hand_riichi:
        consider_riichi(j, p)
    p.worth *= chance_typical(j, p.shanten, not j.closed)


cdef void consider_riichi(const RiichiContext* j, Goal* p) noexcept nogil:
    # an open hand may still be declared; shown, the declaration is its yaku
    cdef float worth
    if j.y.riichi > 0:
        worth = p.sure * win_worth(j, p, NO_KIND, MODE_RIICHI)
        if worth > p.worth:
            p.worth = worth
            p.mode = MODE_RIICHI
    if j.y.open_riichi > 0 and j.t.r.open_riichi and j.t.r.open_hand_open_riichi_han:
        worth = SHOWN_PACE * win_worth(j, p, NO_KIND, MODE_OPEN)
        if worth > p.worth:
            p.worth = worth
            p.mode = MODE_OPEN
            p.sure = 1


cdef void consider(const RiichiContext* j, uint64_t kinds, float han, float sure, bint flush,
                   Goal* best) noexcept nogil:
    cdef Goal p
    p.kinds = kinds
    p.own_han = han
    p.sure = sure
    p.flush = flush
    p.yaku = flush + (OTHER_YAKU if j.closed else 0)
    p.broad = BROAD if j.t.r.local_otafuku else 0
    p.mode = MODE_CALLED
    if j.closed and j.t.r.atama:
        p.mode = MODE_OPEN
    elif j.closed:
        p.mode = MODE_RIICHI if j.y.riichi > 0 or j.y.open_riichi > 0 else MODE_DAMA
    fit(j, &p)
    if p.worth > best.worth:
        best[0] = p


cdef float yaku_chance(const RiichiContext* j) noexcept nogil:
    # that an open hand without another plan ends with a value triplet
    cdef int kind
    cdef float out = 0.02
    if j.t.r.atama:
        return 0
    if must_serve(j):
        return 1 if value_of_kind(j, j.first_call) else 0
    for kind in range(KIND_EAST, KINDS):
        if j.count[kind] >= 2 and value_of_kind(j, kind):
            if j.count[kind] >= 3:
                return 1
            if j.t.unseen[kind]:
                out = 0.45
    return out


cdef uint64_t melded_kinds(const RiichiContext* j) noexcept nogil:
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        if j.t.melded[0][kind]:
            out |= bit(kind)
    return out


cdef int tiles_among(const RiichiContext* j, int first, int end) noexcept nogil:
    cdef int kind
    cdef int n = 0
    for kind in range(first, end):
        n += j.count[kind]
    return n


cdef void consider_flush(const RiichiContext* j, uint64_t melded, Goal* best) noexcept nogil:
    cdef int honors = tiles_among(j, KIND_EAST, KINDS)
    cdef int suit
    cdef uint64_t kinds
    for suit in range(3):
        kinds = <uint64_t>0x1FF << 9 * suit | HONORS
        if melded & ~kinds:
            continue
        if tiles_among(j, 9 * suit, 9 * suit + 9) + honors >= ENOUGH_FOR_FLUSH:
            consider(j, kinds, (3 if j.closed else 2) * j.y.flush, FLUSH_PACE, True, best)


cdef void choose_goal(const RiichiContext* j, Goal* best) noexcept nogil:
    cdef uint64_t melded = melded_kinds(j)
    best.worth = -1e9
    if j.closed:
        consider(j, ALL_KINDS, SHAPE_HAN, 1, False, best)
    else:
        consider(j, ALL_KINDS, 0, yaku_chance(j), False, best)
        if j.t.r.atama:
            return  # one suit, or simples, are no yakuman
        if j.t.r.open_tanyao and not melded & ~SIMPLES and j.orphans <= 4:
            consider(j, SIMPLES, 1, 0.97, False, best)
    if j.y.flush > 0:
        consider_flush(j, melded, best)
