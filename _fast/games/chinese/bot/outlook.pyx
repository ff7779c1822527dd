# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a position of a regional game holds: the others' chances, and what a hand is worth."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from shugi._fast.bots.danger cimport deal_in
from shugi._fast.games.chinese.bot.ways cimport (
    WAYS, WAY_PAIRS, concealed_kinds, hand_make, hand_put, served_shanten, way_steps, way_trial,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.sizes cimport HISTORY, NOBODY, NO_TILE
from shugi._fast.core.state cimport EVENT_DISCARD, EVENT_TSUMOGIRI, PHASE_CLAIM, RIICHI_OPEN
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, WILD
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.shape.lookahead cimport Ahead, rate_discards, rate_draws
from shugi._fast.shape.shapes cimport (
    FORM_PAIRS, FORM_SETS, FORM_STANDARD, is_complete, waits,
)
from shugi._fast.shape.trial cimport Trial, trial_put
from shugi._fast.view.seat_view cimport seat_view_make, unseen_of

# how much likelier a seat wins with so many melds than a typical one
cdef float[6] BY_MELDS
BY_MELDS = [0.7, 0.9, 1.2, 1.6, 2, 2]
cdef float HAZARD_MOST = 0.3
cdef float HAZARD_FLOATS = 0.75   # of one who has just discarded a wildcard
cdef float CLAIM = 0.75           # chance that a wait is discarded, against drawing it
cdef float CLAIM_SHOWN = 0.25     # ... by opponents who see the hand
cdef float EVERY_WIN = 6          # what a win is worth to a style that does not look at values
cdef float STEP_BACK = 0.3        # outs of a hand that took a step back, against typical ones
cdef float BARRED = 0.45          # share left to a hand that is ready but may not win yet


# ---- the table

cdef bint in_disorder(const State* s) noexcept nogil:
    # nobody sees whose the discards are
    return not s.rules.discards_attributed


cdef uint64_t passed_by(const State* s, int p) noexcept nogil:
    # kinds that went past the seat since its own last discard: it does not win on them
    cdef uint64_t out = 0
    cdef uint32_t i = s.history_total
    cdef int token, event
    if in_disorder(s):
        return 0
    while i > 0 and s.history_total - i < HISTORY:
        i -= 1
        token = s.history[i % HISTORY]
        event = token >> 8 & 63
        if event != EVENT_DISCARD and event != EVENT_TSUMOGIRI:
            continue
        if token >> 14 == p:
            break
        if KIND_OF[token & 63] != NO_KIND:
            out |= bit(KIND_OF[token & 63])
    return out


cdef float opponent_ready(const Outlook* o, const Seat* seat) noexcept nogil:
    cdef int turns = o.me.n_river if in_disorder(o.t.s) else seat.n_river
    return min(o.ops.ready_by_turn * turns + o.ops.ready_by_meld * seat.n_meld,
               <float>0.9)


cdef void weigh_opponent(Outlook* o, int p) noexcept nogil:
    # what the seat's wins on discards cost
    cdef const Seat* seat = &o.t.s.seat[p]
    cdef float cost = o.ops.dealt_in(o, p)
    cdef uint64_t safe
    cdef int kind
    if cost <= 0:
        return
    if seat.riichi == RIICHI_OPEN:
        # it lies open, and so does what it wins on
        for kind in range(KINDS):
            if has(seat.waits, kind):
                o.risk[kind] += cost
        return
    safe = passed_by(o.t.s, p)
    cost *= opponent_ready(o, seat)
    for kind in range(KINDS):
        if o.hand.kind[kind]:
            o.risk[kind] += cost * deal_in(&o.t, kind, safe)


cdef float win_hazard(const Outlook* o, int p, int ahead) noexcept nogil:
    # chance that the seat wins in the round so many rounds ahead
    cdef const Seat* seat = &o.t.s.seat[p]
    cdef float tiles = 0
    cdef int kind
    cdef int turn = max(o.me.n_river + ahead - o.ops.quiet, 0)
    if seat.riichi != RIICHI_OPEN:
        return min(o.ops.hazard * turn * BY_MELDS[min(<int>seat.n_meld, 5)], HAZARD_MOST)
    for kind in range(KINDS):
        if has(seat.waits, kind):
            tiles += o.t.unseen[kind]
    return min(tiles / o.left * <float>1.5, <float>0.5)


cdef void hold_table(Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef int _i, i
    cdef int p = o.t.seat
    cdef float wins = 0
    for i in range(DRAWS + 1):
        o.hold[i] = 1
    for _i in range(o.others):
        p = next_seat(s, p)
        for i in range(DRAWS + 1):
            if i <= 1 or s.seat[p].riichi != RIICHI_OPEN:  # who lies open is as dangerous later
                wins = win_hazard(o, p, i)
            if i == 0 and s.float_round == p:
                wins = max(wins, HAZARD_FLOATS)
            o.hold[i] *= 1 - wins


cdef void count_tiles(Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef int kind, p, i
    cdef int kan = o.t.deck.kan[0] + o.t.deck.kan[1] - o.hand.kan_held
    o.left = 0
    for kind in range(KINDS):
        o.left += o.t.unseen[kind]
        if o.t.unseen[kind]:
            o.unseen_kinds |= bit(kind)
    o.wild_left = o.t.deck.wild - o.hand.wild
    for p in range(s.rules.seats):
        kan -= s.seat[p].kan_tiles
        for i in range(s.seat[p].n_river):
            o.wild_left -= s.seat[p].river[i] == WILD
        for i in range(s.seat[p].n_aside):
            o.wild_left -= s.seat[p].aside[i] == WILD
    o.wild_left = max(o.wild_left, <float>0)
    o.kan_left = max(kan, 0)
    o.left = max(o.left + o.wild_left + o.kan_left, <float>1)


cdef int draws_left(const Outlook* o) noexcept nogil:
    # own draws to come, if nobody calls; on a claim the next draws are the others'
    cdef const State* s = o.t.s
    cdef int live = live_left(s)
    cdef int p, ahead = 0
    if s.phase != PHASE_CLAIM:
        return min(live // s.rules.at_table, <int>DRAWS)
    p = s.discarder
    while p != o.t.seat:
        p = next_seat(s, p)
        ahead += 1
    if live < ahead:
        return 0
    return min(1 + (live - ahead) // s.rules.at_table, <int>DRAWS)


cdef inline float hold_at(const Outlook* o, int draws, int left) noexcept nogil:
    # in the round that is followed by `left` of the `draws` own ones
    return o.hold[max(draws - left - 1, 0)]


cdef void look_ahead(Outlook* o) noexcept nogil:
    # chance to win within so many turns, of a typical hand at each shanten
    cdef float[SHANTENS] chance
    cdef float[SHANTENS] nearer
    cdef float hold, step
    cdef int d, n
    for d in range(SHANTENS):
        chance[d] = 0
    for n in range(DRAWS + 1):
        hold = hold_at(o, o.draws, n)
        nearer[0] = 1
        for d in range(1, SHANTENS):
            nearer[d] = chance[d - 1]
        for d in range(SHANTENS):
            o.typical[d][n] = chance[d]
            step = o.ops.step[d]
            chance[d] = hold * (step * nearer[d] + (1 - step) * chance[d])


cdef void outlook_make(const State* s, int seat, const Style* style, Outlook* o) noexcept nogil:
    cdef int p, i, _i
    memset(o, 0, sizeof(Outlook))
    seat_view_make(s, seat, &o.t)
    o.y = style[0]
    o.me = &s.seat[seat]
    o.ops = &BOT_OPS[s.rules.game]
    o.others = s.rules.at_table - 1
    hand_make(s.rules, o.me, &o.hand)
    if s.turn == seat and s.drawn_rinshan:
        o.hand.streak = max(<int>o.me.kan_streak, 1)
    count_tiles(o)
    o.draws = draws_left(o)
    o.ops.look(o)
    hold_table(o)
    p = seat
    for _i in range(o.others):
        p = next_seat(s, p)
        weigh_opponent(o, p)
    for i in range(KINDS):
        o.risk[i] *= o.y.defence
    look_ahead(o)


cdef void banker_units(Outlook* o, int times, int unit) noexcept nogil:
    cdef const State* s = o.t.s
    cdef int p
    for p in range(s.rules.seats):
        if p != o.t.seat:
            o.unit[p] = (times if s.dealer == p or s.dealer == o.t.seat else 1) * unit


cdef float banker_mean(const Outlook* o, int times) noexcept nogil:
    return times if o.t.s.dealer == o.t.seat else (2 + times) / <float>3


# ---- chances

cdef float outs(const Outlook* o, uint64_t kinds) noexcept nogil:
    return unseen_of(&o.t, kinds)


cdef float styled_worth(const Outlook* o, float worth) noexcept nogil:
    if worth <= 0:
        return 0
    return o.denied + (1 - o.y.value) * EVERY_WIN + o.y.value * worth


cdef bint is_eye(const Outlook* o, const Hand* h) noexcept nogil:
    cdef int kind
    cdef int odd = 0
    if not o.ops.eye or h.wild == 0 or h.kan_held:
        return False
    if is_complete(o.t.r, h.kind, h.index, NULL, h.sets, h.wild - 1, FORM_SETS):
        return True
    if h.n_meld or not o.t.r.forms & FORM_PAIRS:
        return False
    for kind in range(KINDS):
        odd += h.kind[kind] & 1
    return odd <= h.wild - 1


cdef int likely_tile(const Outlook* o) noexcept nogil:
    cdef int kind
    cdef int best = 0
    for kind in range(KINDS):
        if o.t.unseen[kind] > o.t.unseen[best]:
            best = kind
    return best


cdef float eye_after(const Outlook* o, Hand* h) noexcept nogil:
    # a complete hand that goes on: the most that any discard to a wild eye wins in the next turn
    cdef int wild = h.wild
    cdef float best = 0
    cdef int kind
    if wild >= 2:
        h.wild -= 1
        h.floats += 1
        if is_eye(o, h):
            best = o.ops.drawn(o, h, likely_tile(o))
        h.floats -= 1
        h.wild += 1
    cdef int floats = h.floats
    h.floats = 0
    for kind in range(KINDS):
        if best == 0 and h.kind[kind] and o.t.unseen[kind] < 4:
            hand_put(o.t.r, h, kind, -1)
            if is_eye(o, h):
                best = o.ops.drawn(o, h, likely_tile(o))
            hand_put(o.t.r, h, kind, 1)
    h.floats = floats
    return best


cdef float drawn_worth(const Outlook* o, Hand* h, int code, bint last) noexcept nogil:
    # of drawing the tile: a win, or what may follow when it is passed up
    cdef float now = o.ops.drawn(o, h, code)
    cdef float later = 0
    if now <= 0 or o.y.floats <= 0 or last or not o.ops.eye:
        return styled_worth(o, now)
    if h.wild + (code == WILD) == 0:
        return styled_worth(o, now)
    hand_put(o.t.r, h, code, 1)
    later = eye_after(o, h)
    hand_put(o.t.r, h, code, -1)
    return max(styled_worth(o, now), styled_worth(o, later) * o.hold[0] * o.y.floats)


cdef uint64_t winning_kinds(const Outlook* o, const Hand* h) noexcept nogil:
    cdef uint64_t own
    cdef int forms = FORM_STANDARD
    if h.n_meld == 0 and o.t.r.forms & FORM_PAIRS:
        forms |= FORM_PAIRS
    own = waits(o.t.r, h.kind, h.index, NULL, h.sets, h.wild, forms)
    return own | o.ops.loose(o, h)


cdef float eye_value(const Outlook* o, Hand* h, int draws) noexcept nogil:
    cdef float worth = styled_worth(o, o.ops.drawn(o, h, likely_tile(o)))
    cdef float taken = 1 - o.hold[0]
    if h.floats:
        taken *= o.ops.own_share  # nobody may claim
    return worth * (1 - taken) if draws > 0 else 0


cdef struct Chances:          # of a ready hand, in a turn
    float drawn               # to draw a winning tile,
    float drawn_worth         # and what that is worth
    float taken               # the same of others' discards
    float taken_worth


cdef void add_drawn(const Outlook* o, float tiles, float worth, Chances* out) noexcept nogil:
    if worth > 0:
        out.drawn += tiles / o.left
        out.drawn_worth += worth * tiles / o.left


cdef void chances_of(const Outlook* o, Hand* h, bint last, Chances* out) noexcept nogil:
    cdef float from_others = (CLAIM_SHOWN if h.shown else CLAIM) * o.others / o.left
    cdef uint64_t kinds = winning_kinds(o, h)
    cdef float n, worth
    cdef int kind
    memset(out, 0, sizeof(Chances))
    if kinds and o.wild_left > 0:
        add_drawn(o, o.wild_left, drawn_worth(o, h, WILD, last), out)
    kinds &= o.unseen_kinds
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        n = o.t.unseen[kind]
        add_drawn(o, n, drawn_worth(o, h, kind, last), out)
        worth = styled_worth(o, o.ops.taken(o, h, kind, NOBODY))
        if worth > 0:
            out.taken += n * from_others
            out.taken_worth += worth * n * from_others
    out.drawn = min(out.drawn, <float>1)
    if out.taken > <float>0.9:
        out.taken_worth *= <float>0.9 / out.taken
        out.taken = 0.9


cdef float ready_value(const Outlook* o, const Hand* hand, int draws) noexcept nogil:
    cdef Hand h = hand[0]
    cdef Chances c
    cdef float hold
    cdef float total = 0
    cdef float go_on = 1
    cdef int i
    if draws <= 0 or h.kan_held:
        return 0
    if is_eye(o, &h):
        return eye_value(o, &h, draws)
    chances_of(o, &h, draws == 1, &c)
    for i in range(draws):
        hold = o.hold[i]
        total += go_on * (c.taken_worth + (1 - c.taken) * hold * c.drawn_worth)
        go_on *= (1 - c.taken) * hold * (1 - c.drawn)
    if h.shown:
        total -= go_on * o.ops.income(o, &h, NO_TILE)
    return total


cdef float ready_rate(const void* who, uint64_t w) noexcept nogil:
    # chance to draw what completes a hand that waits for these kinds
    cdef const Outlook* o = <const Outlook*>who
    return (outs(o, w) + o.wild_left) / o.left


cdef void ahead_make(const Outlook* o, Ahead* out) noexcept nogil:
    out.rating = ready_rate
    out.who = o
    out.unseen = o.t.unseen
    out.wilds = o.wild_left


cdef float chance_near(const Outlook* o, float rate, float next_rate, int draws) noexcept nogil:
    cdef float total = 0
    cdef float ready = 0
    cdef float hold
    cdef int i
    next_rate = min(next_rate * (1 + o.ops.win_pace), <float>0.9)
    for i in range(draws):
        hold = hold_at(o, draws, i)
        total = hold * (rate * ready + (1 - rate) * total)
        ready = hold * (next_rate + (1 - next_rate) * ready)
    return total


cdef float chance_far(const Outlook* o, int d, float rate, int draws) noexcept nogil:
    cdef const float* nearer = o.typical[min(d, <int>SHANTENS) - 1]
    cdef float total = 0
    cdef int i
    for i in range(draws):
        total = hold_at(o, draws, i) * (rate * nearer[i] + (1 - rate) * total)
    return total


cdef bint looks_on(const Outlook* o, const Hand* h, const Way* way, int d) noexcept nogil:
    return d == 1 and o.y.lookahead > 0 and way.shape <= WAY_PAIRS and not h.kan_held


# of a hand that so many tiles bring nearer; next_rate matters only where it looks on
cdef float value_onward(const Outlook* o, const Hand* h, const Way* way, int d, float tiles,
                        float next_rate, int draws) noexcept nogil:
    cdef float chance
    cdef float rate = (tiles + o.wild_left) / o.left * way.pace
    cdef int _i
    if way.shape != WAY_PAIRS:
        rate *= 1 + o.ops.call_pace
    rate = min(rate, <float>0.9)
    if looks_on(o, h, way, d):
        chance = chance_near(o, rate, next_rate, draws)
    else:
        chance = chance_far(o, d, rate, draws)
    for _i in range(1, d):
        chance *= way.pace
    return styled_worth(o, way.worth) * chance


cdef bint has_spare(const Hand* h, const Way* way) noexcept nogil:
    # more kinds than one that the way cannot use
    return count(concealed_kinds(h) & ~way.kinds) > 1


cdef float way_value(const Outlook* o, const Hand* h, const Way* way, int draws) noexcept nogil:
    cdef Trial serving
    way_trial(o.t.r, h, way, &serving)
    return served_value(o, h, way, &serving, draws)


cdef float served_value(const Outlook* o, const Hand* h, const Way* way, Trial* serving,
                        int draws) noexcept nogil:
    # ... of a hand that is on trial for the way already
    cdef uint64_t kinds
    cdef Ahead ahead
    cdef float next = 0
    cdef int d = served_shanten(serving, way, h.wild) + h.kan_held
    if d <= 0:
        return max(ready_value(o, h, draws),
                   BARRED * styled_worth(o, way.worth) * o.typical[1][draws])
    if draws <= 0:
        return 0
    kinds = way_steps(serving, way, d)
    if looks_on(o, h, way, d):
        ahead_make(o, &ahead)
        next = rate_draws(&ahead, serving, kinds, has_spare(h, way))
    return value_onward(o, h, way, d, outs(o, kinds), next, draws)


cdef void discard_values(const Outlook* o, const Hand* h, const Way* way, Trial* serving,
                         uint64_t good, int draws, float* values) noexcept nogil:
    cdef uint64_t[KINDS] steps
    cdef float[KINDS] rates
    cdef Ahead ahead
    cdef float tiles
    cdef float last = -1
    cdef float value = 0
    cdef uint64_t kinds = good
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        trial_put(serving, kind, -1)
        steps[kind] = way_steps(serving, way, way.shanten)
        trial_put(serving, kind, 1)
    memset(rates, 0, sizeof(rates))
    if looks_on(o, h, way, way.shanten):
        ahead_make(o, &ahead)
        rate_discards(&ahead, serving, good, steps, rates)
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        tiles = outs(o, steps[kind])
        if tiles != last or looks_on(o, h, way, way.shanten):
            value = value_onward(o, h, way, way.shanten, tiles, rates[kind], draws)
        last = tiles
        values[kind] = value


cdef float step_back_value(const Outlook* o, const Way* way) noexcept nogil:
    cdef int d = max(min(way.shanten + 1, <int>SHANTENS - 1), 0)
    return STEP_BACK * styled_worth(o, way.worth) * o.typical[d][o.draws]


cdef float best_value(const Outlook* o, const Hand* h, int draws) noexcept nogil:
    cdef Way way[WAYS]
    cdef float best = 0
    cdef int i
    for i in range(o.ops.ways(o, h, way)):
        best = max(best, way_value(o, h, &way[i], draws))
    return best


cdef float supplement_value(const Outlook* o, const Hand* h, int draws) noexcept nogil:
    # the tile that follows a kan: it wins, or it brings the hand on
    cdef Hand later = h[0]
    cdef float total = 0
    cdef float won = 0
    cdef float worth
    cdef uint64_t kinds
    cdef int kind
    later.streak = 0
    later.floats = 0
    kinds = o.unseen_kinds
    if not is_eye(o, h):
        kinds &= winning_kinds(o, h)
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        worth = styled_worth(o, o.ops.drawn(o, h, kind))
        if worth > 0:
            won += o.t.unseen[kind] / o.left
            total += worth * o.t.unseen[kind] / o.left
    won = min(won, <float>1)
    if total > 0:
        return total + (1 - won) * best_value(o, &later, draws)
    return best_value(o, &later, min(draws + 1, <int>DRAWS))
