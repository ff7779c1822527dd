# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline of the regional games.

Every choice is one comparison of what the hand is worth afterwards: chance to win in the draws
left, times what the win is worth in this game, less the danger of the discard. So follow what to
discard and call, whether a win is taken or passed up for a float or a wild eye, whether a kan
pays, and whether to disclose.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from shugi._fast.bots.baseline cimport PLAYERS
from shugi._fast.flow.calls cimport claim_of
from shugi._fast.games.chinese.bot.outlook cimport (
    BOT_OPS, DRAWS, SHANTENS, Outlook, best_value, discard_values, is_eye, outlook_make,
    ready_value, served_value, step_back_value, styled_worth, supplement_value, way_value,
)
from shugi._fast.games.chinese.bot.plain cimport plain_bot_ops
from shugi._fast.games.chinese.bot.ways cimport (
    WAYS, Hand, Way, concealed_kinds, hand_meld, hand_put, way_good, way_shanten, way_trial,
)
from shugi._fast.core.actions cimport (
    CHI_HIGH, CHI_MID, KAN_ADDED, KAN_CLOSED, KAN_OPEN, KNOCK, NUKI, OPEN_RIICHI, PASS, ROB_GOLD,
    TEN_HONOURS, WIN,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.sizes cimport CODES, KINDS
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON, PHASE_CLAIM, PHASE_KAN, PHASE_OFFER,
    PHASE_OWN, PHASE_RIICHI,
)
from shugi._fast.core.tiles cimport KAN_TILE, KIND_EAST, KIND_OF, NO_KIND, WILD
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.turns cimport allowed, first_legal
from shugi._fast.shape.trial cimport Trial

from shugi._fast.rules.games import games_with

cdef int _game
for _game in games_with("regional"):
    if BOT_OPS[_game].look == NULL:  # the game has no ops of its own
        plain_bot_ops(&BOT_OPS[_game])
    PLAYERS[_game] = regional_act

# ways worth less than this share of the best are not looked at
cdef float SIDE_WAY = 0.4
# share that a hand keeps when its only wildcard goes: what it wins is often enough without
cdef float LONE_WILD = 0.5
# a call must be worth so much more than passing
cdef float CALL_GAIN = 1.03

cdef uint64_t KINDS_MASK = bit(KINDS) - 1
cdef uint64_t KAN_MASK = <uint64_t>3 << <int>KAN_TILE


cdef struct Choice:
    int action
    int code                 # the tile that it is about
    float worth


cdef inline void take(Choice* best, int action, int code, float worth) noexcept nogil:
    if worth > best.worth:
        best.action = action
        best.code = code
        best.worth = worth


# --- discards -------------------------------------------------------------------------------------

cdef int main_ways(const Outlook* o, const Hand* h, int draws, Way* out) noexcept nogil:
    # those worth a closer look
    cdef Way found[WAYS]
    cdef float rough[WAYS]
    cdef float most = 0
    cdef int i, n
    cdef int kept = 0
    n = o.ops.ways(o, h, found)
    for i in range(n):
        found[i].shanten = way_shanten(o.t.r, h, &found[i])
        rough[i] = styled_worth(o, found[i].worth) * o.typical[
            max(min(found[i].shanten, <int>SHANTENS - 1), 0)][draws]
        most = max(most, rough[i])
    for i in range(n):
        if rough[i] >= SIDE_WAY * most:
            out[kept] = found[i]
            kept += 1
    return kept


cdef void after_discard(const Outlook* o, const Hand* h, int code, Hand* out) noexcept nogil:
    # streaks and float chains end, but for a wildcard that leaves a wild eye
    out[0] = h[0]
    hand_put(o.t.r, out, code, -1)
    if code == WILD and is_eye(o, out):
        out.floats += 1
        return
    out.floats = 0
    out.streak = 0
    out.wild_kans += code == WILD
    out.kan_tiles += code != WILD and KIND_OF[code] == NO_KIND


cdef void weigh_way(const Outlook* o, const Hand* h, const Way* way, uint64_t codes, int draws,
                    float* worth) noexcept nogil:
    # the worth of each discard that follows this way, where it is more
    cdef Trial serving
    cdef Hand after
    cdef float[CODES] values
    cdef float value
    cdef float spared = -1
    cdef float back = step_back_value(o, way)
    cdef uint64_t good, spare
    cdef bint near = way.shanten <= 0 or h.kan_held or draws <= 0
    cdef int code, kind
    way_trial(o.t.r, h, way, &serving)
    good = way_good(&serving, h, way)
    spare = concealed_kinds(h) & ~way.kinds
    if not near and not spare:
        discard_values(o, h, way, &serving, good, draws, values)
    while codes:
        code = lowest(codes)
        codes = without_lowest(codes)
        kind = KIND_OF[code]
        if kind != NO_KIND and not has(good, kind):
            value = back
        elif kind == NO_KIND or near:
            after_discard(o, h, code, &after)
            value = way_value(o, &after, way, draws)
        elif spare == 0:
            value = values[kind]
        elif count(spare) == 2:
            # a kind to spare is left, or none
            after_discard(o, h, code, &after)
            value = served_value(o, &after, way, &serving, draws)
        else:
            if spared < 0:
                after_discard(o, h, code, &after)
                spared = served_value(o, &after, way, &serving, draws)
            value = spared
        worth[code] = max(worth[code], value)


cdef float discard_worth(const Outlook* o, int code, float worth) noexcept nogil:
    cdef int kind = KIND_OF[code]
    if kind == NO_KIND:
        return worth
    return worth * (1 - o.ops.joins * kept_for(o, kind)) - o.risk[kind]


cdef float kept_for(const Outlook* o, int kind) noexcept nogil:
    # unseen tiles that a single tile may still join
    cdef int rank = kind % 9
    cdef float out = o.t.unseen[kind]
    if kind >= KIND_EAST:
        return out
    if rank > 0:
        out += o.t.unseen[kind - 1]
    if rank < 8:
        out += o.t.unseen[kind + 1]
    if rank > 1:
        out += o.t.unseen[kind - 2] * <float>0.5
    if rank < 7:
        out += o.t.unseen[kind + 2] * <float>0.5
    return out


cdef void weigh_discards(const Outlook* o, const Hand* h, uint64_t codes, int draws,
                         Choice* best) noexcept nogil:
    # every discard from 3n+2 tiles
    cdef Way way[WAYS]
    cdef float[CODES] worth
    cdef int i, code
    memset(worth, 0, sizeof(worth))
    for i in range(main_ways(o, h, draws, way)):
        weigh_way(o, h, &way[i], codes, draws, worth)
    while codes:
        code = lowest(codes)
        codes = without_lowest(codes)
        take(best, code, code, discard_worth(o, code, worth[code]))


cdef void weigh_shown(const Outlook* o, const Hand* h, uint64_t codes, Choice* best) noexcept nogil:
    # disclosing with each discard that leaves a ready hand
    cdef Hand after
    cdef int code
    cdef float worth
    while codes:
        code = lowest(codes)
        codes = without_lowest(codes)
        if code >= KINDS:
            continue
        after_discard(o, h, code, &after)
        after.shown = True
        worth = ready_value(o, &after, o.draws)
        if worth > 0:
            take(best, OPEN_RIICHI, code, worth * o.y.open_riichi - o.risk[code])


# --- kans -----------------------------------------------------------------------------------------

cdef float kan_worth(const Outlook* o, int type, int kind) noexcept nogil:
    cdef Hand after = o.hand
    cdef float money
    hand_meld(o.t.r, &after, type, kind, kind)
    after.streak = o.ops.chain(o, kind, type == MELD_DAIMINKAN)
    money = o.ops.income(o, &after, type) * o.y.value
    return (money + supplement_value(o, &after, o.draws)) * o.y.kans


cdef void weigh_kans(const Outlook* o, uint64_t kinds, int type, Choice* best) noexcept nogil:
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        take(best, KAN_CLOSED if type == MELD_ANKAN else KAN_ADDED, kind,
             kan_worth(o, type, kind) - (o.risk[kind] if type == MELD_KAKAN else 0))


cdef uint64_t fours(const Outlook* o) noexcept nogil:
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        if o.hand.kind[kind] >= 4:
            out |= bit(kind)
    return out


cdef uint64_t fourths(const Outlook* o) noexcept nogil:
    # kinds held of which a triplet is melded; Kawuxing adds the tile just drawn only
    cdef uint64_t out = 0
    cdef int i, kind
    for i in range(o.hand.n_meld):
        kind = KIND_OF[o.hand.meld[i].tile[0]]
        if o.hand.meld[i].type == MELD_PON and o.hand.kind[kind]:
            if not o.ops.adds_drawn or kind == o.t.s.drawn:
                out |= bit(kind)
    return out


cdef void weigh_aside(const Outlook* o, Choice* best) noexcept nogil:
    # kan tiles go first: they keep the hand from winning; a wildcard if its doubles are worth it
    cdef Hand after = o.hand
    if o.hand.kan_held:
        take(best, NUKI, KAN_TILE, best.worth + 1)
        return
    after.wild -= 1
    after.wild_kans += 1
    after.streak = 1
    take(best, NUKI, WILD, o.y.kans * (1 if after.wild else LONE_WILD) * (
        o.ops.income(o, &after, MELD_ANKAN) * o.y.value + (
            supplement_value(o, &after, o.draws))))


# --- the own turn ---------------------------------------------------------------------------------

cdef float win_worth(const Outlook* o) noexcept nogil:
    cdef Hand before = o.hand
    cdef float worth
    hand_put(o.t.r, &before, o.t.s.drawn, -1)
    worth = styled_worth(o, o.ops.drawn(o, &before, o.t.s.drawn))
    return worth if worth > 0 else styled_worth(o, 1)


cdef void weigh_going_on(const Outlook* o, uint64_t codes, Choice* best) noexcept nogil:
    # a win passed up: only for a hand that stays ready
    cdef Hand after
    cdef int code
    while codes:
        code = lowest(codes)
        codes = without_lowest(codes)
        after_discard(o, &o.hand, code, &after)
        take(best, code, code,
             o.y.floats * ready_value(o, &after, o.draws) - (
                 o.risk[code] if code < KINDS else 0))


cdef int act_win(const Outlook* o) noexcept nogil:
    # take the win, or go on for a bigger one
    cdef const State* s = o.t.s
    cdef Choice best
    if o.y.floats <= 0 or not o.ops.patient:
        return WIN
    best.action = WIN
    best.worth = win_worth(o)
    if o.y.kans > 0:
        if allowed(s, KAN_CLOSED):
            weigh_kans(o, fours(o), MELD_ANKAN, &best)
        if allowed(s, KAN_ADDED):
            weigh_kans(o, fourths(o), MELD_KAKAN, &best)
    weigh_going_on(o, s.legal[0], &best)
    return best.action


cdef int act_own(const Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef Choice best
    if allowed(s, ROB_GOLD):
        return ROB_GOLD
    if allowed(s, WIN):
        return act_win(o)
    if allowed(s, KNOCK):
        return KNOCK
    if allowed(s, TEN_HONOURS):
        return TEN_HONOURS
    best.worth = -1e9
    best.action = first_legal(s)
    weigh_discards(o, &o.hand, s.legal[0], o.draws, &best)
    if allowed(s, OPEN_RIICHI) and o.y.open_riichi > 0:
        weigh_shown(o, &o.hand, s.legal[0], &best)
    if o.y.kans > 0:
        if allowed(s, KAN_CLOSED):
            weigh_kans(o, fours(o), MELD_ANKAN, &best)
        if allowed(s, KAN_ADDED):
            weigh_kans(o, fourths(o), MELD_KAKAN, &best)
    if allowed(s, NUKI):
        weigh_aside(o, &best)
        if best.action >= KINDS and best.action == best.code:
            return NUKI  # what a discard would do, and a supplement
    return best.action


cdef int act_kan(const Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef Choice best
    best.worth = -1e9
    best.code = first_legal(s)
    if s.verb == NUKI:
        return lowest(s.legal[0] & KAN_MASK) if s.legal[0] & KAN_MASK else best.code
    weigh_kans(o, s.legal[0], MELD_ANKAN if s.verb == KAN_CLOSED else MELD_KAKAN, &best)
    return best.code


cdef int act_shown(const Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef Choice best
    best.worth = -1e9
    best.code = first_legal(s)
    weigh_shown(o, &o.hand, s.legal[0], &best)
    return best.code


# --- claims ---------------------------------------------------------------------------------------

cdef float call_worth(const Outlook* o, int verb, Choice* best) noexcept nogil:
    cdef const State* s = o.t.s
    cdef Hand after = o.hand
    cdef int kind = KIND_OF[s.discard]
    cdef int low = kind - (verb == CHI_MID) - 2 * (verb == CHI_HIGH)
    hand_meld(o.t.r, &after, claim_of(verb).type, kind, low)
    best.worth = -1e9
    weigh_discards(o, &after, after_codes(&after),
                   min(live_left(s) // s.rules.at_table, <int>DRAWS), best)
    return best.worth


cdef uint64_t after_codes(const Hand* h) noexcept nogil:
    cdef uint64_t out = concealed_kinds(h)
    if h.wild:
        out |= bit(<int>WILD)
    return out | (bit(<int>KAN_TILE) if h.kan_held else 0)


cdef bint must_open(const Outlook* o) noexcept nogil:
    # nothing but a call lets this hand win
    return o.ops.opens and o.hand.opened == 0


cdef int act_claim(const Outlook* o) noexcept nogil:
    cdef const State* s = o.t.s
    cdef Choice best
    cdef float weight = o.y.calls
    cdef float worth, most
    cdef int verb
    cdef int chosen = PASS
    if allowed(s, WIN):
        if s.robbing or o.y.floats <= 0 or not o.ops.patient:
            return WIN
        worth = styled_worth(o, o.ops.taken(o, &o.hand, KIND_OF[s.discard], s.discarder))
        if worth >= o.y.floats * ready_value(o, &o.hand, o.draws):
            return WIN
        return PASS
    if weight <= 0:
        if not must_open(o):
            return PASS
        weight = 1
    most = CALL_GAIN * best_value(o, &o.hand, o.draws)
    for verb in range(KAN_OPEN, CHI_HIGH + 1):
        if not allowed(s, verb):
            continue
        if verb == KAN_OPEN:
            if o.y.kans <= 0:
                continue
            worth = kan_worth(o, MELD_DAIMINKAN, KIND_OF[s.discard])
        else:
            worth = call_worth(o, verb, &best)
        if worth * weight > most:
            most = worth * weight
            chosen = verb
    return chosen


# --- the door -------------------------------------------------------------------------------------

cdef int[3] OFFERED
OFFERED[:] = [WIN, KNOCK, ROB_GOLD]


cdef int act_offer(const State* s) noexcept nogil:
    cdef int i
    for i in range(3):
        if allowed(s, OFFERED[i]):
            return OFFERED[i]
    return first_legal(s)


cdef int regional_act(const State* s, const Style* style) noexcept nogil:
    cdef Outlook o
    if s.phase == PHASE_OFFER:
        return act_offer(s)
    if s.legal[1] == 0 and count(s.legal[0]) == 1:
        return lowest(s.legal[0])
    outlook_make(s, s.actor, style, &o)
    if s.phase == PHASE_OWN:
        return act_own(&o)
    if s.phase == PHASE_CLAIM:
        return act_claim(&o)
    if s.phase == PHASE_KAN:
        return act_kan(&o)
    if s.phase == PHASE_RIICHI:
        return act_shown(&o)
    return first_legal(s)
