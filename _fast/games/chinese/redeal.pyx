# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in the regional games: what a seat knows for certain of what it cannot see.

Kans that lie face down get any kind of which all four tiles are unseen; a hand that shows its
waiting part keeps it and its waits; no hand keeps a flower; who followed no discarded honour
(Xiamen section 3.3) held none to follow.  Whether the newest wildcard discarded was a float is
judged by the new hand, unless the rules have shown it (float_round_trigger): such a hand is left as
it is, and so is one that answers an offer.
"""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.history cimport (
    is_discard, token_ago, token_code, token_event, token_seat, tokens,
)
from shugi._fast.core.rng cimport Rng, rng_below
from shugi._fast.core.rules cimport FLOAT_ROUND_TRIGGER_ANY, Rules
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport (
    EVENT_ANKAN, EVENT_DAIMINKAN, EVENT_KAKAN, MELD_ANKAN, PHASE_OFFER, RIICHI_OPEN, Meld, Seat,
    State,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, NO_KIND, PLANT_1, SEASON_1, WILD
from shugi._fast.flow.family cimport family
from shugi._fast.flow.hand cimport hand_remove, is_full
from shugi._fast.games.chinese.common cimport followed_honours
from shugi._fast.view.redeal cimport REDEALS, Pool
from shugi._fast.view.sight cimport hidden_draw, hides_kans, shown_kinds, shows_part_only

from shugi._fast.rules.games import games_with


# ---- floats

cdef inline bint floats_exist(const State* s) noexcept nogil:
    return s.rules.floats


cdef inline bint wildcard_last(const Seat* seat) noexcept nogil:
    return seat.n_river and seat.river[seat.n_river - 1] == WILD


cdef bint in_float(const State* s, const Seat* seat) noexcept nogil:
    # any tile would win: of a hand without the tile just drawn
    return seat.wild != 0 and family(s).any_tile_wins(s, seat)


cdef bint hand_is_known(const State* s, int p) noexcept nogil:
    if s.phase == PHASE_OFFER and s.actor == p:
        return True
    if not floats_exist(s) or s.seat[p].floats == 0:
        return False
    # only who floats may claim in his float round (floater_may_claim)
    return s.rules.float_round_trigger != FLOAT_ROUND_TRIGGER_ANY or s.seat[p].n_claims != 0


# ---- the history, newest event first: how a seat's turns went

cdef int streak_shown(const State* s, int p, bint through_floats) noexcept nogil:
    # kans since the seat's newest ordinary discard; or since its newest discard
    cdef int i, token, event
    cdef int n = 0
    for i in range(tokens(s)):
        token = token_ago(s, i)
        event = token_event(token)
        if token_seat(token) != p:
            continue
        if is_discard(token) and not (through_floats and token_code(token) == WILD):
            break
        n += event == EVENT_ANKAN or event == EVENT_KAKAN or event == EVENT_DAIMINKAN
    return n


cdef uint64_t honours_before(const State* s, int p) noexcept nogil:
    # honours discarded before the seat's newest discard
    cdef int i, token, kind
    cdef bint found = False
    cdef uint64_t kinds = 0
    for i in range(tokens(s)):
        token = token_ago(s, i)
        if not is_discard(token):
            continue
        kind = KIND_OF[token_code(token)]
        if found and kind != NO_KIND and kind >= KIND_EAST:
            kinds |= bit(kind)
        found = found or token_seat(token) == p
    return kinds


cdef bint followed(const State* s, int p) noexcept nogil:
    # xiamen section 3.3: whoever discards something else holds no single honour discarded before
    cdef const Seat* seat = &s.seat[p]
    cdef const Rules* r = s.rules
    cdef uint64_t before
    cdef int last
    if not r.follow_honours or not r.honour_rule_counts_claimed or seat.n_river == 0:
        return True
    if s.turn == p and s.drawn_rinshan:
        return True  # what was drawn before a kan lies among the tiles
    last = seat.river[seat.n_river - 1]
    if last == WILD and r.honour_rule_exempts_gold:
        return True
    before = honours_before(s, p)
    if KIND_OF[last] != NO_KIND and has(before, KIND_OF[last]) and not seat.kind[KIND_OF[last]]:
        return True  # it was one of those to follow, chosen freely
    return followed_honours(seat.kind, before) == 0


# ---- kans that lie face down

cdef inline bint is_covered(const State* s, int seat, int p, const Meld* meld) noexcept nogil:
    return p != seat and meld.type == MELD_ANKAN and hides_kans(s)


cdef void gather_kans(const State* s, int seat, Pool* pool) noexcept nogil:
    cdef int p, i
    for p in range(s.rules.seats):
        for i in range(s.seat[p].n_meld):
            if is_covered(s, seat, p, &s.seat[p].meld[i]):
                memcpy(pool.tile + pool.n, s.seat[p].meld[i].tile, 4)
                pool.n += 4


cdef int draw_kind(const Pool* pool, Rng* rng) noexcept nogil:
    # one of the kinds with four tiles in the pool; NO_KIND
    cdef uint8_t[KINDS] count
    cdef uint8_t[KINDS] found
    cdef int i
    cdef int n = 0
    memset(count, 0, KINDS)
    for i in range(pool.n):
        if pool.tile[i] < KINDS:
            count[pool.tile[i]] += 1
    for i in range(KINDS):
        if count[i] == 4:
            found[n] = <uint8_t>i
            n += 1
    return found[rng_below(rng, n)] if n else <int>NO_KIND


cdef void take_kind(Pool* pool, int kind) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(pool.n):
        if pool.tile[i] != kind:
            pool.tile[n] = pool.tile[i]
            n += 1
    pool.n = n


cdef bint deal_kans(State* s, int seat, Pool* pool, Rng* rng) noexcept nogil:
    cdef int p, i, kind
    for p in range(s.rules.seats):
        for i in range(s.seat[p].n_meld):
            if not is_covered(s, seat, p, &s.seat[p].meld[i]):
                continue
            kind = draw_kind(pool, rng)
            if kind == NO_KIND:
                return False
            take_kind(pool, kind)
            memset(s.seat[p].meld[i].tile, kind, 4)
    return True


# ---- tiles and hands

cdef inline bint is_flower(int code) noexcept nogil:
    return SEASON_1 <= code < PLANT_1 + 4


cdef void part_flowers(const State* s, Pool* pool, Pool* flowers) noexcept nogil:
    cdef int i
    cdef int n = 0
    flowers.n = 0
    if not s.rules.sets_flowers_aside:
        return
    for i in range(pool.n):
        if is_flower(pool.tile[i]):
            flowers.tile[flowers.n] = pool.tile[i]
            flowers.n += 1
        else:
            pool.tile[n] = pool.tile[i]
            n += 1
    pool.n = n


cdef bint shows_part(const State* s, int p, uint8_t* kinds) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if not shows_part_only(s) or seat.riichi != RIICHI_OPEN:
        return False
    if kinds != NULL:
        shown_kinds(s, p, kinds)
    return True


cdef bint keeps_part(const State* s, int p, const uint8_t* part) noexcept nogil:
    cdef uint8_t[KINDS] kinds
    cdef int i
    memcpy(kinds, s.seat[p].kind, KINDS)
    family(s).waiting_part(s.rules, &s.seat[p], kinds)
    for i in range(KINDS):
        if kinds[i] != part[i]:
            return False
    return True


cdef bint fits_regional(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if part != NULL:
        return seat.waits != 0 and keeps_part(s, p, part)
    if s.rules.follows_honours and not followed(s, p):
        return False
    if not floats_exist(s) or s.rules.float_round_trigger == FLOAT_ROUND_TRIGGER_ANY:
        return True
    # a float would have been seen
    return not wildcard_last(seat) or not in_float(s, seat)


# ---- what followed from the old hands

cdef int wildcards_run(const Seat* seat) noexcept nogil:
    cdef int n = 0
    while n < seat.n_river and seat.river[seat.n_river - 1 - n] == WILD:
        n += 1
    return n


cdef void recount_floats(State* s, int p) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    cdef Seat between
    cdef bint floating
    memcpy(&between, seat, sizeof(Seat))
    if hidden_draw(s, p) != NO_TILE:
        hand_remove(s.rules, &between, hidden_draw(s, p))
    if is_full(s.rules, &between):
        return
    floating = in_float(s, &between)
    seat.floats = <uint8_t>wildcards_run(seat) if floating else 0
    if s.rules.keeps_streak:
        seat.kan_streak = <uint8_t>streak_shown(s, p, floating)
    if not floating:
        seat.n_claims = 0
    if s.rules.false_float_forfeits:
        seat.forfeited = not floating


cdef void forget(State* s, int seat) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        if p == seat:
            continue
        s.seat[p].missed_win = 0
        s.seat[p].missed_call = 0
        s.seat[p].missed_doubles = 0
        if floats_exist(s) and wildcard_last(&s.seat[p]) and not hand_is_known(s, p):
            recount_floats(s, p)


cdef int _game
for _game in games_with("regional"):
    REDEALS[_game].hand_is_known = hand_is_known
    REDEALS[_game].shows_part = shows_part
    REDEALS[_game].gather_kans = gather_kans
    REDEALS[_game].deal_kans = deal_kans
    REDEALS[_game].part_flowers = part_flowers
    REDEALS[_game].fits = fits_regional
    REDEALS[_game].forget = forget
