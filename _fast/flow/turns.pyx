# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The turn machine: draw, own turn, discard, claims, calls, kans, replacement draws."""

from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport (
    CHI_HIGH, CHI_LOW, KAN_ADDED, KAN_CLOSED, KAN_OPEN, NUKI, OPEN_RIICHI, PASS, RIICHI, WIN,
)
from shugi._fast.core.bits cimport bit, has, is_single, lowest
from shugi._fast.core.blank cimport blank_seat, blank_turn
from shugi._fast.core.river cimport RIVER_CALLED, RIVER_RIICHI, RIVER_TSUMOGIRI, add_flag, set_flags
from shugi._fast.core.rng cimport STREAM_DEALER, Rng, rng_below, rng_make
from shugi._fast.core.rules cimport (
    FALSE_WINS_FORBIDDEN, FIRST_BANKER_RANDOM, KUIKAE_FORBIDDEN, MISSED_RON_FORBIDDEN,
)
from shugi._fast.core.sizes cimport ACTIONS, CODES, HISTORY, NOBODY, NO_TILE, RIVER
from shugi._fast.core.state cimport (
    EVENT_ANKAN, EVENT_DISCARD, EVENT_KAKAN, EVENT_TSUMOGIRI, MELD_ANKAN, MELD_DAIMINKAN,
    MELD_KAKAN, MELD_PON, PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OFFER, PHASE_OVER, PHASE_OWN,
    PHASE_POCCHI, PHASE_RIICHI, RIICHI_CLOSED, RIICHI_OPEN, ROB_ANKAN, ROB_KAKAN, ROB_NUKI,
    STATUS_BROKEN, STATUS_ILLEGAL, STATUS_OK, Meld, Seat,
)
from shugi._fast.core.tiles cimport CODES_OF, HIDDEN, KIND_OF, NO_KIND
from shugi._fast.core.wall cimport draw_live, draw_replacement, live_left, wall_build, wall_open
from shugi._fast.flow.calls cimport (
    ANY_CLAIM, CAN_WIN, CAN_WIN_FALSELY, CLAIM, CLAIMS, Claim, call_options, claim_of, claim_rank,
    copies_needed, copy_bits, false_winners_of, next_seat, winners_of,
)
from shugi._fast.flow.deck cimport kans_covered
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand cimport hand_add, hand_remove, refresh_ready
from shugi._fast.flow.ledger cimport ledger_clear


cdef void game_start(State* s, const Rules* r, uint64_t seed, int first_dealer) noexcept nogil:
    cdef bint want_expected = s.want_expected
    cdef int i
    memset(s, 0, sizeof(State))
    s.rules = r
    s.seed = seed
    s.want_expected = want_expected
    s.last_winner = NOBODY
    s.first_dealer = s.dealer = <uint8_t>first_dealer
    s.round = <uint8_t>round_of(r, 0, first_dealer)
    order_seats(s)
    for i in range(r.seats):
        s.seat[i].score = r.start_points
        s.last.loser[i] = NOBODY
    game_ops(s).begin_game(s)
    hand_start(s)


cdef void draw_first_dealer(State* s) noexcept nogil:
    cdef Rng rng = rng_make(s.seed, 0, STREAM_DEALER)
    if s.rules.first_banker == FIRST_BANKER_RANDOM:
        s.dealer = <uint8_t>((s.dealer + rng_below(&rng, s.rules.seats)) % s.rules.seats)
        s.first_dealer = s.dealer


cdef void order_seats(State* s) noexcept nogil:
    cdef int i
    s.resting = NOBODY
    for i in range(s.rules.seats):
        s.after[i] = <uint8_t>((i + 1) % s.rules.seats)


cdef void hand_start(State* s) noexcept nogil:
    wall_build(s)
    s.hand_no += 1
    hand_deal(s)


cdef void hand_deal(State* s) noexcept nogil:
    game_ops(s).deal(s)


cdef void deal_tiles(State* s) noexcept nogil:
    cdef int _i, _j, p
    cdef const Rules* r = s.rules
    wall_open(s)
    blank_turn(s)
    s.n_kan = 0
    s.history_total = 0
    memset(s.history, 0, sizeof(s.history))
    for p in range(r.seats):
        blank_seat(&s.seat[p])
    game_ops(s).before_deal(s)
    p = s.dealer
    for _i in range(r.at_table):
        for _j in range(r.hand_size):
            hand_add(r, &s.seat[p], draw_live(s))
        refresh_ready(r, &s.seat[p])
        p = next_seat(s, p)
    s.turn = s.dealer
    game_ops(s).after_deal(s)


cdef void record_event(State* s, int seat, int event, int code) noexcept nogil:
    s.history[s.history_total % HISTORY] = <unsigned short>(seat << 14 | event << 8 | code)
    s.history_total += 1


# ---- drawing and the own turn

cdef void draw_next(State* s) noexcept nogil:
    if live_left(s) <= 0:
        game_ops(s).wall_empty(s)
        return
    draw_tile(s, s.turn, draw_live(s), False)


cdef void draw_tile(State* s, int p, int code, bint replacement) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    hand_add(s.rules, seat, code)
    s.drawn = <uint8_t>code
    s.drawn_rinshan = replacement
    if not replacement:
        s.rinshan_yaku = 0
    s.discard = NO_TILE
    s.robbing = 0
    seat.kuikae = NO_TILE
    seat.kuikae_end = NO_TILE
    own_turn(s)


cdef void take_replacement(State* s, bint rinshan_yaku) noexcept nogil:
    # the 3n+1 tiles left after a kan or a tile set aside have new waits
    refresh_ready(s.rules, &s.seat[s.turn])
    s.rinshan_yaku = rinshan_yaku
    draw_tile(s, s.turn, draw_replacement(s), True)


cdef void draw_after_kan(State* s) noexcept nogil:
    take_replacement(s, True)


cdef void own_turn(State* s) noexcept nogil:
    s.discarder = NOBODY
    s.verb = 0
    s.arg = NO_TILE
    s.need = 0
    s.n_chosen = 0
    s.phase = PHASE_OWN
    s.actor = s.turn
    allow_none(s)
    write_own_turn(s)


cdef void write_own_turn(State* s) noexcept nogil:
    game_ops(s).own_turn(s)
    if s.rules.false_wins != FALSE_WINS_FORBIDDEN and s.phase == PHASE_OWN and s.legal[0]:
        # nothing else comes first, such as a tile to set aside
        if s.drawn != NO_TILE and KIND_OF[s.drawn] != NO_KIND and s.seat[s.turn].waits:
            allow(s, WIN)


cdef bint wins_falsely(const State* s, int p) noexcept nogil:
    if s.rules.false_wins == FALSE_WINS_FORBIDDEN:
        return False
    if s.phase == PHASE_CLAIM:
        return not s.option[p] & CAN_WIN
    return s.phase == PHASE_OWN and not game_ops(s).may_tsumo(s, p)


cdef uint64_t discard_bits(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t bits = seat.held
    if seat.riichi and s.drawn != NO_TILE:
        return bits & bit(s.drawn)
    if seat.kuikae != NO_TILE:
        bits &= ~CODES_OF[seat.kuikae]
    if seat.kuikae_end != NO_TILE:
        bits &= ~CODES_OF[seat.kuikae_end]
    return bits


# ---- discards and claims

cdef void lay_down(State* s, int code) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    cdef int kind = KIND_OF[code]
    cdef uint8_t flag = RIVER_TSUMOGIRI if code == s.drawn else 0
    if seat.n_river >= RIVER:
        stop_game(s)
        return
    if s.declaring:
        flag |= RIVER_RIICHI
    hand_remove(s.rules, seat, code)
    seat.river[seat.n_river] = <uint8_t>code
    set_flags(seat.river_flags, seat.n_river, flag)
    seat.n_river += 1
    if kind != NO_KIND:
        seat.discarded |= bit(kind)
    seat.kuikae = NO_TILE
    seat.kuikae_end = NO_TILE
    record_event(s, p, EVENT_TSUMOGIRI if flag & RIVER_TSUMOGIRI else EVENT_DISCARD, code)
    if not seat.riichi:
        # one draw brings a hand at most one step nearer
        seat.shanten -= 1
        seat.waits = 0
        if seat.shanten <= 0:
            refresh_ready(s.rules, seat)
    s.discard = <uint8_t>code
    s.discarder = <uint8_t>p
    game_ops(s).discarded(s)
    if s.phase != PHASE_OVER and s.discard != NO_TILE:
        open_claims(s)


cdef void open_claims(State* s) noexcept nogil:
    cdef int p = next_seat(s, s.discarder)
    cdef int option
    cdef int any_option = 0
    cdef bint calls = not s.robbing and game_ops(s).calls_allowed(s)
    clear_answers(s)
    while p != s.discarder:
        option = win_option(s, p)
        if calls:
            option |= calls_open(s, p)
        s.option[p] = <uint8_t>option
        any_option |= option
        p = next_seat(s, p)
    if any_option:
        s.phase = PHASE_CLAIM
        next_claim(s)
    else:
        resolve_claims(s)


cdef int win_option(const State* s, int p) noexcept nogil:
    # of a ready hand any tile may be taken for a winning one, but those of a closed kan
    if game_ops(s).may_win(s, p):
        return CAN_WIN
    if s.rules.false_wins == FALSE_WINS_FORBIDDEN or s.seat[p].waits == 0:
        return 0
    if KIND_OF[s.discard] == NO_KIND or s.robbing == ROB_ANKAN:
        return 0
    return CAN_WIN_FALSELY


cdef bint must_claim(const State* s, int p) noexcept nogil:
    return s.rules.missed_ron == MISSED_RON_FORBIDDEN and game_ops(s).must_win(s, p)


cdef int calls_open(const State* s, int p) noexcept nogil:
    cdef int options = call_options(s, p)
    return game_ops(s).calls_of(s, p, options) if options else 0


cdef int claims_of(const State* s, int p) noexcept nogil:
    cdef int out = win_option(s, p)
    if not s.robbing and game_ops(s).calls_allowed(s):
        out |= calls_open(s, p)
    return out


cdef bint win_decided(const State* s) noexcept nogil:
    # the hand ends whatever the others say: calls need not be asked
    cdef int p
    for p in range(s.rules.seats):
        if has(s.asked, p):
            if s.answer[p] == WIN:
                return True
        elif s.option[p] & CAN_WIN and must_claim(s, p):
            return True
    return False


cdef int next_claimant(const State* s) noexcept nogil:
    cdef int p = next_seat(s, s.discarder)
    cdef int asks = CAN_WIN if win_decided(s) else ANY_CLAIM
    while p != s.discarder:
        if not has(s.asked, p) and s.option[p] & asks:
            return p
        p = next_seat(s, p)
    return NOBODY


cdef void next_claim(State* s) noexcept nogil:
    cdef int p = next_claimant(s)
    if p == NOBODY:
        resolve_claims(s)
    else:
        ask_claim(s, p)


cdef void ask_claim(State* s, int p) noexcept nogil:
    cdef int option = s.option[p]
    cdef int i
    s.actor = <uint8_t>p
    allow_none(s)
    if option & (CAN_WIN | CAN_WIN_FALSELY):
        allow(s, WIN)
        if option & CAN_WIN and must_claim(s, p):
            return
    allow(s, PASS)
    for i in range(1, CLAIMS):
        if option & CLAIM[i].option:
            allow(s, CLAIM[i].answer)


cdef void resolve_claims(State* s) noexcept nogil:
    cdef int p, rank
    cdef int caller = NOBODY
    cdef int best = 0
    cdef int winners = winners_of(s)
    cdef int culprits
    if winners:
        game_ops(s).won(s, winners)
        return
    culprits = false_winners_of(s)
    if culprits:
        game_ops(s).chombo(s, culprits)
        return
    if game_ops(s).unclaimed(s):
        return
    if s.robbing:
        not_robbed(s)
        return
    p = next_seat(s, s.discarder)
    while p != s.discarder:
        rank = claim_rank(s, s.answer[p])
        if rank > best:
            best = rank
            caller = p
        p = next_seat(s, p)
    if caller != NOBODY:
        begin_call(s, caller, s.answer[caller])
        return
    s.turn = <uint8_t>next_seat(s, s.discarder)
    clear_claim(s)
    draw_next(s)


cdef void clear_claim(State* s) noexcept nogil:
    s.discard = NO_TILE
    s.robbing = 0
    clear_answers(s)


cdef void clear_answers(State* s) noexcept nogil:
    s.asked = 0
    memset(s.option, 0, sizeof(s.option))
    memset(s.answer, PASS, sizeof(s.answer))


# ---- calls: which copies, then the meld


cdef void begin_call(State* s, int p, int verb) noexcept nogil:
    s.turn = <uint8_t>p
    choose_set(s, verb, KIND_OF[s.discard])


cdef void choose_copies(State* s) noexcept nogil:
    cdef uint64_t bits
    while s.n_chosen < s.need:
        bits = copy_bits(s)
        if not is_single(bits):
            s.phase = PHASE_COPIES
            s.actor = s.turn
            s.legal[0] = bits
            s.legal[1] = 0
            return
        s.chosen[s.n_chosen] = <uint8_t>lowest(bits)
        s.n_chosen += 1
    if s.verb == KAN_CLOSED:
        announce_kan(s, MELD_ANKAN)
    elif s.discarder == NOBODY:
        game_ops(s).set_chosen(s)
    else:
        make_call(s)


cdef Meld* add_meld(State* s, int type) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef Meld* meld = &seat.meld[seat.n_meld]
    cdef int i
    seat.n_meld += 1
    meld.type = <uint8_t>type
    meld.n = s.n_chosen
    meld.from_seat = NOBODY
    meld.called = NO_TILE
    memset(meld.tile, NO_TILE, 4)
    for i in range(s.n_chosen):
        meld.tile[i] = s.chosen[i]
        hand_remove(s.rules, seat, s.chosen[i])
    return meld


cdef void make_call(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef Seat* giver = &s.seat[s.discarder]
    cdef int verb = s.verb
    cdef const Claim* claim = claim_of(verb)
    cdef Meld* meld = add_meld(s, claim.type)
    meld.called = meld.n
    meld.from_seat = s.discarder
    meld.tile[meld.n] = s.discard
    meld.n += 1
    add_flag(giver.river_flags, giver.n_river - 1, RIVER_CALLED)
    seat.closed = 0
    s.drawn = NO_TILE
    s.drawn_rinshan = 0
    record_event(s, s.turn, claim.event, s.discard)
    game_ops(s).interrupted(s)
    game_ops(s).called(s, verb)
    if s.rules.kuikae == KUIKAE_FORBIDDEN:
        seat.kuikae = s.arg
        if verb == CHI_LOW and s.arg % 9 <= 5:
            seat.kuikae_end = s.arg + 3
        elif verb == CHI_HIGH and s.arg % 9 >= 3:
            seat.kuikae_end = s.arg - 3
    clear_claim(s)
    if verb == KAN_OPEN:
        seat.kuikae = NO_TILE
        kan_stands(s, MELD_DAIMINKAN)
    else:
        own_turn(s)


# ---- kans of the own turn

cdef void announce_kan(State* s, int type) noexcept nogil:
    # others may rob it before it stands
    s.robbing = ROB_ANKAN if type == MELD_ANKAN else ROB_KAKAN
    s.discard = s.arg if type == MELD_ANKAN else s.chosen[0]
    s.discarder = s.turn
    open_claims(s)


cdef void not_robbed(State* s) noexcept nogil:
    cdef int robbing = s.robbing
    clear_claim(s)
    if robbing == ROB_NUKI:
        game_ops(s).set_aside(s)
    elif robbing == ROB_ANKAN:
        lay_set(s, MELD_ANKAN, EVENT_ANKAN, HIDDEN if kans_covered(s.rules) else s.arg)
    else:
        game_ops(s).interrupted(s)
        extend_pon(s)
        kan_stands(s, MELD_KAKAN)


cdef void lay_set(State* s, int type, int event, int code) noexcept nogil:
    game_ops(s).interrupted(s)
    add_meld(s, type)
    record_event(s, s.turn, event, code)
    kan_stands(s, type)


cdef void kan_stands(State* s, int type) noexcept nogil:
    s.n_kan += 1
    s.drawn = NO_TILE
    game_ops(s).kan_made(s, type)
    game_ops(s).after_kan(s)


cdef void extend_pon(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef int code = s.chosen[0]
    cdef int i
    for i in range(seat.n_meld):
        if seat.meld[i].type == MELD_PON and KIND_OF[seat.meld[i].tile[0]] == KIND_OF[code]:
            hand_remove(s.rules, seat, code)
            seat.meld[i].type = MELD_KAKAN
            seat.meld[i].tile[3] = <uint8_t>code
            seat.meld[i].n = 4
            break
    record_event(s, s.turn, EVENT_KAKAN, code)


cdef void choose_kan(State* s, int code) noexcept nogil:
    if s.verb == KAN_CLOSED:
        choose_set(s, KAN_CLOSED, code)
        return
    s.arg = KIND_OF[code]
    s.chosen[0] = <uint8_t>code
    s.n_chosen = 1
    announce_kan(s, MELD_KAKAN)


cdef void choose_set(State* s, int verb, int kind) noexcept nogil:
    s.verb = <uint8_t>verb
    s.arg = <uint8_t>kind
    s.need = <uint8_t>copies_needed(verb)
    s.n_chosen = 0
    choose_copies(s)


# ---- the door

cdef void apply(State* s, int action) noexcept nogil:
    game_ops(s).apply(s, action)


cdef void ask_kan_tile(State* s, int verb) noexcept nogil:
    s.verb = <uint8_t>verb
    s.phase = PHASE_KAN
    allow_none(s)
    game_ops(s).kan_tiles(s)


# by Phase: what an action does that is legal in it
ctypedef void (*Apply)(State*, int) noexcept nogil
cdef Apply[<int>PHASE_OFFER + 1] APPLY
APPLY[<int>PHASE_OWN] = apply_own
APPLY[<int>PHASE_RIICHI] = apply_riichi
APPLY[<int>PHASE_KAN] = apply_kan
APPLY[<int>PHASE_CLAIM] = apply_claim
APPLY[<int>PHASE_COPIES] = apply_copy
APPLY[<int>PHASE_POCCHI] = apply_verb
APPLY[<int>PHASE_OFFER] = apply_verb


cdef void apply_tiles(State* s, int action) noexcept nogil:
    APPLY[s.phase](s, action)


cdef void apply_verb(State* s, int action) noexcept nogil:
    game_ops(s).verb(s, action)


cdef void apply_own(State* s, int action) noexcept nogil:
    if action < CODES:
        lay_down(s, action)
    elif action == RIICHI or action == OPEN_RIICHI:
        s.verb = <uint8_t>action
        s.phase = PHASE_RIICHI
        allow_none(s)
        game_ops(s).riichi_tiles(s)
    elif action == KAN_CLOSED or action == KAN_ADDED:
        ask_kan_tile(s, action)
    elif action == WIN and wins_falsely(s, s.actor):
        game_ops(s).chombo(s, 1 << s.actor)
    else:
        apply_verb(s, action)


cdef void apply_riichi(State* s, int code) noexcept nogil:
    s.declaring = RIICHI_OPEN if s.verb == OPEN_RIICHI else RIICHI_CLOSED
    lay_down(s, code)


cdef void apply_kan(State* s, int code) noexcept nogil:
    if s.verb == NUKI:
        apply_verb(s, code)
    else:
        choose_kan(s, code)


cdef void apply_claim(State* s, int answer) noexcept nogil:
    s.answer[s.actor] = <uint8_t>answer
    s.asked |= <uint8_t>(1 << s.actor)
    next_claim(s)


cdef void apply_copy(State* s, int code) noexcept nogil:
    s.chosen[s.n_chosen] = <uint8_t>code
    s.n_chosen += 1
    choose_copies(s)


cdef void advance(State* s) noexcept nogil:
    cdef int action
    while s.phase != PHASE_OVER and only_one(s):
        action = first_legal(s)
        # a win dealt with the hand waits for its seat, so that each hand's ledger can be read
        if action == WIN and (s.hand_over or s.n_decision == 0):
            return
        apply(s, action)


cdef void step(State* s, int action, bint forced) noexcept nogil:
    if action < 0 or action >= ACTIONS or s.phase == PHASE_OVER or not allowed(s, action):
        s.status = STATUS_ILLEGAL
        return
    s.status = STATUS_OK
    if s.hand_over:
        s.hand_over = 0
        ledger_clear(&s.ledger)
    s.n_decision += 1
    apply(s, action)
    if forced:
        advance(s)
    if s.ledger.lost:
        stop_game(s)


cdef void stop_game(State* s) noexcept nogil:
    # an internal limit was met
    s.status = STATUS_BROKEN
    s.phase = PHASE_OVER
    allow_none(s)


cdef void refresh(State* s) noexcept nogil:
    game_ops(s).refresh(s)


cdef void refresh_tiles(State* s) noexcept nogil:
    allow_none(s)
    if s.phase == PHASE_OWN:
        write_own_turn(s)
    elif s.phase == PHASE_RIICHI:
        game_ops(s).riichi_tiles(s)
    elif s.phase == PHASE_KAN:
        game_ops(s).kan_tiles(s)
    elif s.phase == PHASE_CLAIM:
        ask_claim(s, s.actor)
    elif s.phase == PHASE_COPIES:
        s.legal[0] = copy_bits(s)
    elif s.phase == PHASE_POCCHI or s.phase == PHASE_OFFER:
        game_ops(s).choice(s)


cdef bint is_legal(const State* s, int action) noexcept nogil:
    # worked out on a copy whose mask is made anew from the rules
    cdef State trial
    if action < 0 or action >= ACTIONS or s.phase == PHASE_OVER:
        return False
    memcpy(&trial, s, sizeof(State))
    if trial.phase == PHASE_CLAIM:
        trial.option[trial.actor] = <uint8_t>claims_of(&trial, trial.actor)
    refresh(&trial)
    return allowed(&trial, action)
