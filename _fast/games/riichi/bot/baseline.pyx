# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline of riichi games.

For every discard it weighs the chance to win (outs now, typical hands later) times what the win
is worth, less the danger of the tile; folding, riichi, open riichi, calls and kans all follow from
that one comparison.  Styles bend the weights (style.pyx).
"""

from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.bots.baseline cimport PLAYERS
from shugi._fast.bots.style cimport Style
from shugi._fast.games.riichi.bot.context cimport (
    chance_far, chance_near, chance_ready, chance_typical, choose_goal, context_make, outs,
    win_rate,
)
from shugi._fast.games.riichi.bot.value cimport (
    MODE_CALLED, MODE_DAMA, MODE_OPEN, MODE_RIICHI, Goal, RiichiContext, aside_count, cross_worth,
    has_own_yaku, tile_chips, tile_han, win_worth,
)
from shugi._fast.core.actions cimport (
    ABORT, CHI_HIGH, CHI_LOW, CHI_MID, GRAND_CROSS, KAN_ADDED, KAN_CLOSED, KAN_OPEN, NUKI,
    OPEN_RIICHI, PASS, RIICHI, WIN,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.rng cimport STREAM_BOT, Rng, rng_make
from shugi._fast.core.rules cimport GAME_RIICHI, OPEN_RIICHI_DEAL_IN_NONE, Rules
from shugi._fast.core.sizes cimport CODES, KINDS, SEATS
from shugi._fast.core.state cimport (
    PHASE_CLAIM, PHASE_KAN, PHASE_OWN, PHASE_POCCHI, PHASE_RIICHI, RIICHI_NONE, State,
)
from shugi._fast.core.tiles cimport (
    CODES_OF, DEATH_7P, FLOWER, KIND_7P, KIND_7S, KIND_EAST, KIND_NORTH, KIND_OF, NO_KIND,
    is_terminal_or_honor,
)
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.turns cimport allowed, first_legal
from shugi._fast.games.riichi.ending cimport count_joker_hits, expect_joker
from shugi._fast.games.riichi.expect cimport Unseen
from shugi._fast.games.riichi.joker cimport hidden_copies
from shugi._fast.shape.lookahead cimport Ahead, rate_discards, rate_draws
from shugi._fast.shape.shapes cimport FORM_ORPHANS, FORM_STANDARD, shanten
from shugi._fast.shape.trial cimport (
    Trial, trial_expect, trial_good_discards, trial_make, trial_put, trial_ukeire,
)
from shugi._fast.view.seat_view cimport code_han


cdef struct Choice:
    int kind
    int mode                 # MODE_RIICHI, MODE_OPEN, or neither
    float worth


# --- discards -------------------------------------------------------------------------------------

cdef uint64_t kinds_of(uint64_t codes) noexcept nogil:
    cdef uint64_t out = 0
    while codes:
        if KIND_OF[lowest(codes)] != NO_KIND:
            out |= bit(KIND_OF[lowest(codes)])
        codes = without_lowest(codes)
    return out


cdef inline void shift(const RiichiContext* j, Goal* p, int kind, int n) noexcept nogil:
    p.kind[kind] += n
    p.index[j.t.r.group[kind]] += n * j.t.r.weight[kind]


cdef struct Rater:           # what Ahead asks
    const RiichiContext* j
    int mode


cdef float ready_rate(const void* who, uint64_t waits) noexcept nogil:
    # chance to win in a turn
    cdef const Rater* r = <const Rater*>who
    return win_rate(r.j, outs(r.j, waits), r.mode, not waits & r.j.me.discarded)


cdef void ahead_make(const RiichiContext* j, Rater* r, int mode, Ahead* out) noexcept nogil:
    r.j = j
    r.mode = mode
    out.rating = ready_rate
    out.who = r
    out.unseen = j.t.unseen
    out.wilds = 0


cdef void offer(const RiichiContext* j, int kind, int mode, float worth,
                Choice* best) noexcept nogil:
    if worth - j.risk[kind] > best.worth:
        best.worth = worth - j.risk[kind]
        best.kind = kind
        best.mode = mode


cdef void offer_quiet(const RiichiContext* j, const Goal* p, int kind, int mode, float win,
                      float gained,
                      Choice* best) noexcept nogil:
    # without a declaration: the hand may still be given up
    cdef float worth = win * p.sure * gained
    offer(j, kind, MODE_CALLED, max(worth - j.pressure * (1 - win), FOLDED * worth), best)


cdef void offer_riichi(const RiichiContext* j, const Goal* p, int kind, int mode, float win,
                       Choice* best) noexcept nogil:
    cdef float weight = j.y.riichi if mode == MODE_RIICHI else j.y.open_riichi or 1
    cdef float stick = j.t.r.riichi_cost / <float>1000
    cdef float worth
    if mode == MODE_OPEN and j.closed and j.t.r.open_riichi_deal_in == OPEN_RIICHI_DEAL_IN_NONE:
        weight *= SHOWN
    worth = win * win_worth(j, p, kind, mode) * weight
    offer(j, kind, mode, worth - (j.pressure + stick) * (1 - win), best)


cdef bint may_win_quietly(const RiichiContext* j, int modes, bint own_yaku) noexcept nogil:
    if j.t.r.atama:
        return has(modes, MODE_RIICHI)  # open to a sure yakuman only
    return own_yaku or j.closed or j.t.r.atozuke


cdef void offer_ready(const RiichiContext* j, Goal* p, int kind, uint64_t w, int modes,
                      Choice* best) noexcept nogil:
    # every way to wait after this discard
    cdef bint clean = not w & (j.me.discarded | bit(kind))
    cdef bint own_yaku = has_own_yaku(j, p, kind, w)
    cdef float broad = p.broad
    cdef float tiles = outs(j, w)
    cdef float rate
    cdef int mode
    if broad:
        p.broad = max(count(w) - j.t.r.otafuku_free_waits, 0) if clean else 0
    for mode in range(MODE_OPEN + 1):
        if not has(modes, mode):
            continue
        if mode == MODE_OPEN or (mode == MODE_RIICHI and (j.closed or own_yaku)):
            rate = win_rate(j, tiles, mode, clean)
            offer_riichi(j, p, kind, mode, chance_ready(j, rate), best)
        elif mode < MODE_RIICHI:
            rate = win_rate(j, tiles, mode, clean and own_yaku)
            rate *= may_win_quietly(j, modes, own_yaku)
            offer_quiet(j, p, kind, mode, chance_ready(j, rate), win_worth(j, p, kind, mode), best)
    p.broad = broad


# weight of a hand that lies open where nobody pays more for dealing into it: the others, who see
# what to keep, play on
cdef float SHOWN = 0.6
# a tile that may be won on as dearly as this is not added to a pon
cdef float ROBBED = 1
# a hand that need not be played out keeps this share of its worth
cdef float FOLDED = 0.15
# outs of a hand that took a step back, against typical ones
cdef float STEP_BACK = 0.3


cdef struct Futures:         # of a hand, by what is discarded; the shanten stays
    uint64_t[KINDS] steps    # kinds that bring it nearer then; waits, when it is ready
    float[KINDS] chance      # to win in the end, when it is not


cdef bint looks_on(const RiichiContext* j, const Goal* p) noexcept nogil:
    return p.shanten == 1 and j.y.lookahead > 0


cdef float chance_after(const RiichiContext* j, const Goal* p, float tiles,
                        float next_rate) noexcept nogil:
    if looks_on(j, p) and tiles > 0:
        return chance_near(j, tiles / j.left, next_rate)
    return chance_far(j, p.shanten, tiles, not j.closed)


cdef void foresee(const RiichiContext* j, const Goal* p, Trial* hand, uint64_t good,
                  Futures* out) noexcept nogil:
    # every tile serves the plan: each discard leaves another hand
    cdef float[KINDS] rates
    cdef float tiles
    cdef float last = -1
    cdef float chance = 0
    cdef uint64_t kinds = good
    cdef Ahead ahead
    cdef Rater rater
    cdef int kind
    trial_expect(hand, good)
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        trial_put(hand, kind, -1)
        out.steps[kind] = trial_ukeire(hand)
        trial_put(hand, kind, 1)
    if p.shanten == 0:
        return
    memset(rates, 0, sizeof(rates))
    if looks_on(j, p):
        ahead_make(j, &rater, p.mode, &ahead)
        rate_discards(&ahead, hand, good, out.steps, rates)
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        tiles = outs(j, out.steps[kind])
        if tiles != last or looks_on(j, p):
            chance = chance_after(j, p, tiles, rates[kind])
        last = tiles
        out.chance[kind] = chance


cdef void foresee_spare(const RiichiContext* j, const Goal* p, Trial* hand, uint64_t good,
                        Futures* out) noexcept nogil:
    # a tile to spare goes: what serves the plan stays
    cdef uint64_t steps = trial_ukeire(hand)
    cdef float tiles = outs(j, steps)
    cdef float rate = 0
    cdef float chance = 0
    cdef Ahead ahead
    cdef Rater rater
    cdef int kind
    if looks_on(j, p) and tiles > 0:
        ahead_make(j, &rater, p.mode, &ahead)
        rate = rate_draws(&ahead, hand, steps, p.spare >= 2)  # one of those to spare goes
    if p.shanten > 0:
        chance = chance_after(j, p, tiles, rate)
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        out.steps[kind] = steps
        out.chance[kind] = chance


cdef struct Gains:           # of a win by the plan, for tiles of a suit that matter to nothing else
    bint[2] known            # of simples, and of ones and nines
    float[2] worth


cdef bint is_plain(const RiichiContext* j, int kind) noexcept nogil:
    # nothing but tanyao could tell of its discard
    cdef const Rules* r = j.t.r
    return (kind < KIND_EAST and j.code_han[kind] == 0 and j.code_chips[kind] == 0
            and kind != r.bird_tile and r.n_chip_event == 0
            and not (r.tulip and (kind == KIND_7P or kind == KIND_7S)))


cdef float gain_without(const RiichiContext* j, const Goal* p, int kind,
                        Gains* gains) noexcept nogil:
    cdef bint end = is_terminal_or_honor(kind)
    if not is_plain(j, kind):
        return win_worth(j, p, kind, p.mode)
    if not gains.known[end]:
        gains.known[end] = True
        gains.worth[end] = win_worth(j, p, kind, p.mode)
    return gains.worth[end]


cdef void best_discard(const RiichiContext* j, Goal* p, uint64_t kinds, int modes,
                       Choice* best) noexcept nogil:
    cdef Trial hand
    cdef Futures futures
    cdef Gains gains
    cdef uint64_t good = kinds & ~p.kinds
    cdef float back = STEP_BACK * chance_typical(j, p.shanten + 1, not j.closed)
    cdef int kind
    best.worth = -1e9
    best.kind = lowest(kinds)
    best.mode = MODE_CALLED
    memset(&gains, 0, sizeof(gains))
    trial_make(&hand, j.t.r, p.kind, p.index, j.t.melded[0], j.sets, j.wild, j.forms)
    if p.spare == 0:
        good = trial_good_discards(&hand)
        foresee(j, p, &hand, good, &futures)
    elif good:
        foresee_spare(j, p, &hand, good, &futures)
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        if not has(good, kind):
            offer_quiet(j, p, kind, p.mode, back, gain_without(j, p, kind, &gains), best)
        elif p.shanten == 0:
            offer_ready(j, p, kind, futures.steps[kind], modes, best)
        else:
            offer_quiet(j, p, kind, p.mode, futures.chance[kind],
                        gain_without(j, p, kind, &gains), best)


# --- the own turn ---------------------------------------------------------------------------------

cdef bint kan_pays(const RiichiContext* j, const Goal* p, int kind, bint added) noexcept nogil:
    # a kan must not set the hand back further than the style allows
    cdef Goal after = p[0]
    cdef uint8_t melded[KINDS]
    cdef int d
    if j.y.kans <= 0 or not has(p.kinds, kind) or (added and j.risk[kind] > ROBBED):
        return False
    shift(j, &after, kind, -1 if added else -4)
    memcpy(melded, j.t.melded[0], KINDS)
    melded[kind] += 1 if added else 4
    d = shanten(j.t.r, after.kind, after.index, melded, j.sets - (not added), j.wild,
                FORM_STANDARD)
    if j.pressure > 0 and d > 0 and j.y.kans < 2:
        return False
    return d - p.shanten <= j.y.kans - 1


cdef int kan_kind(const RiichiContext* j, const Goal* p, bint added) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        if added:
            if j.kind[kind] and j.t.melded[0][kind] == 3 and kan_pays(j, p, kind, True):
                return kind
        elif j.kind[kind] >= 4 and kan_pays(j, p, kind, False):
            return kind
    return NO_KIND


cdef int discard_code(const State* s, const RiichiContext* j, int kind) noexcept nogil:
    # the copy that is worth least has the lowest code; but a death tile takes a riichi its lives
    if j.threats and kind == KIND_7P and j.chips and has(s.legal[0], DEATH_7P):
        return DEATH_7P
    return lowest(s.legal[0] & CODES_OF[kind])


cdef bint must_show(const State* s, const RiichiContext* j, const Goal* p) noexcept nogil:
    # nothing but open riichi lets this hand win
    if j.closed:
        return s.rules.atama and not allowed(s, RIICHI)
    return not has_own_yaku(j, p, NO_KIND, 0)


cdef int modes_open(const State* s, const RiichiContext* j, const Goal* p) noexcept nogil:
    cdef int quiet = 1 << (MODE_DAMA if j.closed else MODE_CALLED)
    return quiet | (allowed(s, RIICHI) and j.y.riichi > 0) << MODE_RIICHI | (
        allowed(s, OPEN_RIICHI) and (j.y.open_riichi > 0 or must_show(s, j, p))) << MODE_OPEN


cdef void take(RiichiContext* j, int kind) noexcept nogil:
    j.kind[kind] -= 1
    j.index[j.t.r.group[kind]] -= j.t.r.weight[kind]
    j.t.melded[0][kind] += 1


cdef bint cross_pays(const RiichiContext* j, const Goal* now) noexcept nogil:
    # the four winds as one set, chips at once
    cdef RiichiContext after = j[0]
    cdef Goal then
    cdef int kind
    for kind in range(KIND_EAST, KIND_NORTH + 1):
        take(&after, kind)
    after.sets -= 1
    after.forms = FORM_STANDARD
    choose_goal(&after, &then)
    return cross_worth(j) + then.worth > now.worth


cdef int act_own(const State* s, RiichiContext* j) noexcept nogil:
    cdef uint64_t kinds
    cdef Goal p
    cdef Choice best
    if allowed(s, NUKI):
        return NUKI
    if allowed(s, ABORT) and shanten(j.t.r, j.me.kind, j.me.index, NULL, j.sets, j.wild,
                                     FORM_ORPHANS) > 3:
        return ABORT
    if j.me.riichi != RIICHI_NONE:
        return KAN_CLOSED if allowed(s, KAN_CLOSED) and j.y.kans > 0 else first_legal(s)
    choose_goal(j, &p)
    if allowed(s, GRAND_CROSS) and cross_pays(j, &p):
        return GRAND_CROSS
    if allowed(s, KAN_CLOSED) and kan_kind(j, &p, False) != NO_KIND:
        return KAN_CLOSED
    if allowed(s, KAN_ADDED) and kan_kind(j, &p, True) != NO_KIND:
        return KAN_ADDED
    kinds = kinds_of(s.legal[0])
    if kinds == 0:
        return first_legal(s)  # only verbs, or tiles without a kind, are asked about
    best_discard(j, &p, kinds, modes_open(s, j, &p), &best)
    if best.mode == MODE_RIICHI and allowed(s, RIICHI):
        return RIICHI
    if best.mode == MODE_OPEN and allowed(s, OPEN_RIICHI):
        return OPEN_RIICHI
    return discard_code(s, j, best.kind)


cdef int act_riichi(const State* s, RiichiContext* j) noexcept nogil:
    cdef int declared = MODE_RIICHI if s.verb == RIICHI else MODE_OPEN
    cdef uint64_t kinds = kinds_of(s.legal[0])
    cdef Goal p
    cdef Choice best
    if kinds == 0:
        return first_legal(s)
    choose_goal(j, &p)
    best_discard(j, &p, kinds, 1 << declared, &best)
    return discard_code(s, j, best.kind)


cdef int act_kan(const State* s, RiichiContext* j) noexcept nogil:
    cdef Goal p
    cdef int kind
    if s.verb == NUKI:
        return first_legal(s)
    choose_goal(j, &p)
    kind = kan_kind(j, &p, s.verb == KAN_ADDED)
    if kind != NO_KIND and s.legal[0] & CODES_OF[kind]:
        return discard_code(s, j, kind)
    return first_legal(s)


# --- claims ---------------------------------------------------------------------------------------

cdef void call(const RiichiContext* j, int code, int verb, RiichiContext* after) noexcept nogil:
    # the position once the claimed tile and its companions lie open
    cdef int kind = KIND_OF[code]
    cdef int low = kind - (verb == CHI_MID) - 2 * (verb == CHI_HIGH)
    cdef int i, _i
    after[0] = j[0]
    after.closed = False
    after.sets -= 1
    after.forms = FORM_STANDARD
    after.count[kind] += 1
    after.t.melded[0][kind] += 1
    after.meld_han += code_han(&j.t, code)
    after.meld_chips += tile_chips(j, code)
    if after.first_call == NO_KIND:
        after.first_call = kind
    if CHI_LOW <= verb <= CHI_HIGH:
        for i in range(3):
            if low + i != kind:
                take(after, low + i)
        return
    for _i in range(3 if verb == KAN_OPEN else 2):
        take(after, kind)


cdef int act_claim(const State* s, const RiichiContext* j) noexcept nogil:
    cdef Goal now, then
    cdef RiichiContext after
    cdef int verb
    cdef int best = PASS
    cdef float worth
    if j.y.calls <= 0:
        return PASS
    choose_goal(j, &now)
    worth = now.worth
    for verb in range(KAN_OPEN, CHI_HIGH + 1):
        if not allowed(s, verb) or (verb == KAN_OPEN and (j.closed or j.y.kans <= 0)):
            continue
        call(j, s.discard, verb, &after)
        choose_goal(&after, &then)
        if j.pressure > 0 and then.shanten > 0:
            continue
        if then.worth * j.y.calls > worth:
            worth = then.worth * j.y.calls
            best = verb
    return best


cdef float copy_worth(const RiichiContext* j, int code) noexcept nogil:
    return tile_han(j, code) + tile_chips(j, code)


cdef int act_copies(const State* s, const RiichiContext* j) noexcept nogil:
    # melded copies cannot get lost: the best ones go first
    cdef uint64_t left = s.legal[0]
    cdef int best = lowest(left)
    cdef int code
    while left:
        code = lowest(left)
        left = without_lowest(left)
        if copy_worth(j, code) > copy_worth(j, best):
            best = code
    return best


# --- the joker ------------------------------------------------------------------------------------

# random orders of the unseen tiles in which each name of the joker is tried
cdef int ORDERS = 128


cdef void gather_hidden(const State* s, const RiichiContext* j, Unseen* out) noexcept nogil:
    # in the wall and in the others' hands
    cdef int code, _i
    out.n = 0
    out.ura = 0 if s.ura_shown else s.n_indicator
    out.stacks = live_left(s) // 2
    for code in range(CODES):
        for _i in range(hidden_copies(s, j.t.seat, code)):
            out.code[out.n] = <uint8_t>code
            out.n += 1


cdef float joker_worth(const State* s, const RiichiContext* j, int code,
                       const Unseen* hidden) noexcept nogil:
    # the same orders for every name; they hang on nothing that the seat cannot see
    cdef float[SEATS] points
    cdef float[SEATS] chips
    cdef Rng rng = rng_make(0, s.hand_no, STREAM_BOT)
    expect_joker(s, code, hidden, ORDERS, &rng, points, chips)
    return points[j.t.seat] / 1000 + (chips[j.t.seat] * j.chip if j.chips else 0)


cdef int most_hits(const State* s, const RiichiContext* j) noexcept nogil:
    # of what a revealed joker may be, the one that pays most chips
    cdef int32_t[KINDS] hits
    cdef int code, paid
    cdef int best = lowest(s.legal[0])
    cdef int most = -1
    cdef uint64_t left = s.legal[0]
    count_joker_hits(s, j.t.seat, hits)
    while left:
        code = lowest(left)
        left = without_lowest(left)
        paid = hits[code] if code < KINDS else s.rules.tulip_flower * aside_count(j, FLOWER)
        if paid > most:
            most = paid
            best = code
    return best


cdef int act_joker(const State* s, const RiichiContext* j) noexcept nogil:
    if s.paying:
        return most_hits(s, j)
    cdef Unseen hidden
    cdef uint64_t left = s.legal[0]
    cdef int best = lowest(left)
    cdef float worth
    cdef float most = -1e9
    cdef int code
    gather_hidden(s, j, &hidden)
    while left:
        code = lowest(left)
        left = without_lowest(left)
        worth = joker_worth(s, j, code, &hidden)
        if worth > most:
            most = worth
            best = code
    return best


cdef int riichi_act(const State* s, const Style* style) noexcept nogil:
    cdef RiichiContext j
    if allowed(s, WIN):
        return WIN
    if s.legal[1] == 0 and count(s.legal[0]) == 1:
        return lowest(s.legal[0])
    context_make(s, s.actor, style, &j)
    if s.phase == PHASE_OWN:
        return act_own(s, &j)
    if s.phase == PHASE_CLAIM:
        return act_claim(s, &j)
    if s.phase == PHASE_RIICHI:
        return act_riichi(s, &j)
    if s.phase == PHASE_KAN:
        return act_kan(s, &j)
    if s.phase == PHASE_POCCHI:
        return act_joker(s, &j)
    return act_copies(s, &j)


PLAYERS[<int>GAME_RIICHI] = riichi_act
