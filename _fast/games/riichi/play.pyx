# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Riichi games: what a seat may do on its turn, who may win on a discard, furiten."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.core.actions cimport (
    ABORT, GRAND_CROSS, KAN_ADDED, KAN_CLOSED, NUKI, OPEN_RIICHI, RIICHI, WIN,
)
from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.rules cimport (
    BINGO_VS_RON_BINGO_FIRST, BINGO_VS_RON_RON_FIRST, CONFIRMED_YAKU_FOR_CLOSED_RIICHI_ALL_WAITS,
    FURITEN_RIICHI_ALLOWED, FURITEN_RIICHI_FORBIDDEN, GAME_RIICHI, MISSED_RON_CHOMBO,
    MUST_WIN_ALWAYS, MUST_WIN_CLOSED_RIICHI, OPEN_KAN_DORA_AFTER_PASS, OPEN_KAN_DORA_ON_DISCARD,
    POCCHI_CHOICE_TIMING_AFTER_URA,
)
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, EVENT_OPEN_RIICHI, EVENT_RIICHI, FURITEN_DISCARD, FURITEN_RIICHI,
    FURITEN_TEMPORARY, MELD_DAIMINKAN, MELD_GRAND_CROSS, PHASE_KAN, PHASE_POCCHI, RIICHI_CLOSED,
    RIICHI_NONE, RIICHI_OPEN, ROB_ANKAN, ROB_NUKI, State,
)
from shugi._fast.core.tiles cimport (
    CODES_OF, KIND_EAST, KIND_NORTH, KIND_OF, NO_KIND, is_terminal_or_honor,
)
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.calls cimport CAN_WIN, added_kan_codes, kan_room
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps, game_ops_clear
from shugi._fast.flow.hand cimport ASIDE_CODES, ready_kinds, refresh_ready, seven_exempt
from shugi._fast.flow.ledger cimport REASON_RIICHI, move
from shugi._fast.flow.turns cimport (
    allow, apply_tiles, choose_set, deal_tiles, discard_bits, draw_next, record_event,
    refresh_tiles,
)
from shugi._fast.games.riichi.aside cimport (
    aside_codes, begin_nuki, choose_nuki, may_set_aside, nuki_codes, set_aside,
)
from shugi._fast.games.riichi.atama cimport atama_compile, win_allowed
from shugi._fast.games.riichi.bingo cimport bingo_kind
from shugi._fast.games.riichi.bounds cimport ledger_lines, most_aside
from shugi._fast.games.riichi.confirm cimport confirmed_after
from shugi._fast.games.riichi.cross cimport cross_allowed
from shugi._fast.games.riichi.ending cimport end_abort, end_chombo, end_draw, end_game, end_win
from shugi._fast.games.riichi.joker cimport (
    is_joker, joker_declined, joker_needs_yaku, pocchi_codes, revealed_codes,
)
from shugi._fast.games.riichi.kans cimport (
    closed_kan_kinds, go_on_after_kan, kan_made, note_liable, show_cross, turn_indicator,
    turn_pending,
)
from shugi._fast.games.riichi.patterns cimport bingo_counts, patterns_compile
from shugi._fast.games.riichi.seat_win cimport build_win, counts_as_ready, sure_after
from shugi._fast.games.riichi.win cimport Win
from shugi._fast.shape.shapes cimport FORM_ORPHANS, waits


cdef bint worth_winning(const State* s, int p, int by, int code) noexcept nogil:
    # riichi and a closed draw are yaku by themselves: no need to look at the hand
    cdef const Seat* seat = &s.seat[p]
    cdef Win win
    cdef bint quick = seat.closed and (seat.riichi or by == BY_TSUMO)
    if s.rules.atama:
        quick = seat.riichi == RIICHI_OPEN
    if quick and s.rules.min_yaku_han <= 1:
        return True
    build_win(s, p, by, code, code, &win)
    return win_allowed(s.rules, &win)


# ---- furiten

cdef void update_furiten(const Rules* r, Seat* seat) noexcept nogil:
    cdef uint64_t own = seat.waits & seat.discarded
    seat.furiten &= ~FURITEN_DISCARD
    seat.blocked = 0
    if own == 0:
        return
    seat.blocked = seven_exempt(r, seat, own)
    if own & ~seat.blocked:
        seat.blocked = 0
        seat.furiten |= FURITEN_DISCARD


cdef bint furiten_after(const State* s, int p, int kind) noexcept nogil:
    # would the hand be furiten once a tile of the kind is discarded?
    cdef Seat trial
    cdef const Rules* r = s.rules
    memcpy(&trial, &s.seat[p], sizeof(Seat))
    trial.kind[kind] -= 1
    trial.index[r.group[kind]] -= r.weight[kind]
    trial.discarded |= bit(kind)
    refresh_ready(r, &trial)
    update_furiten(r, &trial)
    return trial.furiten & FURITEN_DISCARD


cdef void missed(State* s, int kind) noexcept nogil:
    # every seat that waits for the tile and did not win on it
    cdef int p
    cdef uint64_t passed = bit(kind)
    cdef Seat* seat
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        if p == s.discarder:
            continue
        if s.robbing == ROB_ANKAN:
            # only a hand of orphans can win on it: to call it passed would tell of such a hand
            if not robs_closed_kan(s, seat, kind):
                continue
        elif seat.riichi:
            seat.passed |= passed
        if seat.waits & passed and not seat.blocked & passed and counts_as_ready(s, p):
            seat.furiten |= FURITEN_RIICHI if seat.riichi else FURITEN_TEMPORARY


# ---- the own turn

cdef bint may_tsumo(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int kind = KIND_OF[s.drawn]
    if seat.waits == 0 or kind == NO_KIND:
        return False
    if is_joker(s, p):
        return not joker_needs_yaku(s, p) or pocchi_codes(s) != 0
    return has(seat.waits, kind) and worth_winning(s, p, BY_TSUMO, s.drawn)


cdef bint must_win(const State* s, int p) noexcept nogil:
    if s.rules.must_win == MUST_WIN_CLOSED_RIICHI:
        return s.seat[p].riichi == RIICHI_CLOSED
    return s.rules.must_win == MUST_WIN_ALWAYS


cdef int orphan_kinds(const Seat* seat) noexcept nogil:
    cdef int kind
    cdef int n = 0
    for kind in range(KINDS):
        if seat.kind[kind] and is_terminal_or_honor(kind):
            n += 1
    return n


cdef void own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    cdef bint drew = s.drawn != NO_TILE
    # a kan may bring a wildcard instead of a tile; the turn goes on, but nothing can be won on
    cdef bint goes_on = drew or s.drawn_rinshan
    if drew:
        seat.furiten &= ~FURITEN_TEMPORARY
        if s.drawn_rinshan:
            update_furiten(s.rules, seat)  # a kan or a tile set aside may have changed the waits
    if goes_on and s.rules.nuki_forced and may_set_aside(s, p):
        allow(s, NUKI)
        return
    if drew and may_tsumo(s, p):
        allow(s, WIN)
        if must_win(s, p):
            return
    s.legal[0] |= discard_bits(s, p) & ~ASIDE_CODES
    if goes_on:
        own_verbs(s, p)
    elif s.rules.open_hand_riichi and seat.shanten <= 1:
        riichi_verbs(s, p)  # a call is no draw, yet its discard may declare


cdef void own_verbs(State* s, int p) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    if may_set_aside(s, p):
        allow(s, NUKI)
    if s.rules.grand_cross and cross_allowed(s, p):
        allow(s, GRAND_CROSS)
    if kan_room(s):
        if closed_kan_kinds(s, p):
            allow(s, KAN_CLOSED)
        if seat.n_meld and not seat.riichi and added_kan_codes(s, p):
            allow(s, KAN_ADDED)
    if (seat.closed or s.rules.open_hand_riichi) and not seat.riichi and seat.shanten <= 1:
        riichi_verbs(s, p)
    if s.rules.abortive_kyuushu and seat.first_turn and orphan_kinds(seat) >= 9:
        allow(s, ABORT)


cdef bint riichi_open_to(const State* s, int p) noexcept nogil:
    cdef const Rules* r = s.rules
    return s.seat[p].score >= r.riichi_min_points and (
        live_left(s) >= r.seats * r.riichi_min_live_draws)


cdef uint64_t ready_now(const State* s, int p) noexcept nogil:
    # kinds whose discard leaves the hand ready, but what a call forbids
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t ready = ready_kinds(s.rules, seat)
    if seat.kuikae != NO_TILE:
        ready &= ~bit(seat.kuikae)
    if seat.kuikae_end != NO_TILE:
        ready &= ~bit(seat.kuikae_end)
    return ready


cdef void riichi_verbs(State* s, int p) noexcept nogil:
    cdef uint64_t ready = ready_now(s, p)
    if ready == 0:
        s.seat[p].shanten = 2  # no discard makes it ready, so it is 1 at best after it
        return
    if not riichi_open_to(s, p):
        return
    if s.rules.open_riichi and open_riichi_kinds(s, p, ready):
        allow(s, OPEN_RIICHI)
    if closed_riichi_kinds(s, p, ready):
        allow(s, RIICHI)


cdef uint64_t without_furiten(const State* s, int p, uint64_t ready) noexcept nogil:
    cdef int kind
    cdef uint64_t out = 0
    for kind in range(KINDS):
        if has(ready, kind) and not furiten_after(s, p, kind):
            out |= bit(kind)
    return out


cdef uint64_t closed_riichi_kinds(const State* s, int p, uint64_t ready) noexcept nogil:
    cdef int kind
    cdef uint64_t out = 0
    cdef bint confirm = not s.seat[p].closed and (
        s.rules.confirmed_yaku_for_closed_riichi == CONFIRMED_YAKU_FOR_CLOSED_RIICHI_ALL_WAITS)
    if s.rules.furiten_riichi != FURITEN_RIICHI_ALLOWED:
        ready = without_furiten(s, p, ready)
    if not confirm and not s.rules.atama:
        return ready
    for kind in range(KINDS):
        if not has(ready, kind) or s.rules.atama and not sure_after(s, p, kind):
            continue
        if not confirm or confirmed_after(s, p, kind):
            out |= bit(kind)
    return out


cdef uint64_t open_riichi_kinds(const State* s, int p, uint64_t ready) noexcept nogil:
    if s.rules.furiten_riichi == FURITEN_RIICHI_FORBIDDEN:
        return without_furiten(s, p, ready)
    return ready


cdef void riichi_tiles(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef uint64_t kinds = ready_now(s, p)
    cdef int kind
    if s.verb == RIICHI:
        kinds = closed_riichi_kinds(s, p, kinds)
    else:
        kinds = open_riichi_kinds(s, p, kinds)
    for kind in range(KINDS):
        if has(kinds, kind):
            s.legal[0] |= s.seat[p].held & CODES_OF[kind]


# ---- choices, and what a call undoes

cdef void kan_tiles(State* s) noexcept nogil:
    if s.verb == NUKI:
        s.legal[0] = nuki_codes(s, s.turn)
    elif s.verb == KAN_CLOSED:
        s.legal[0] = closed_kan_kinds(s, s.turn)  # a kind's plain code is the kind itself
    else:
        s.legal[0] = added_kan_codes(s, s.turn)


cdef void interrupted(State* s) noexcept nogil:
    cdef int p
    joker_declined(s)  # by a closed kan
    for p in range(s.rules.seats):
        s.seat[p].ippatsu = 0
        s.seat[p].first_turn = 0


cdef void choice(State* s) noexcept nogil:
    s.legal[0] = revealed_codes(s.rules) if s.paying else pocchi_codes(s)
    s.legal[1] = 0


# ---- verbs

cdef void name_revealed(State* s, int code) noexcept nogil:
    cdef int winners = s.paying
    s.reveal_as[s.actor] = <unsigned char>code
    s.paying = 0
    end_win(s, winners, s.paying_by)


cdef void verb(State* s, int action) noexcept nogil:
    if s.phase == PHASE_POCCHI and s.paying:
        name_revealed(s, action)
    elif s.phase == PHASE_POCCHI:
        s.pocchi = <unsigned char>action
        end_win(s, 1 << s.turn, BY_TSUMO)
    elif action == WIN:
        if is_joker(s, s.turn):
            s.phase = PHASE_POCCHI
            s.ura_shown = s.rules.pocchi_choice_timing == POCCHI_CHOICE_TIMING_AFTER_URA
            choice(s)
        else:
            end_win(s, 1 << s.turn, BY_TSUMO)
    elif s.phase == PHASE_KAN:
        begin_nuki(s, action)
    elif action == NUKI:
        choose_nuki(s)
    elif action == GRAND_CROSS:
        choose_set(s, GRAND_CROSS, KIND_EAST)
    elif action == ABORT:
        end_abort(s)


# ---- discards and claims

cdef void discarded(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef int open_dora = s.rules.open_kan_dora
    if s.declaring:
        seat.double_riichi = seat.first_turn
        seat.riichi_at = <unsigned char>(seat.n_river - 1)
        record_event(s, s.turn, EVENT_OPEN_RIICHI if s.declaring == RIICHI_OPEN else EVENT_RIICHI,
                     s.discard)
    joker_declined(s)
    seat.first_turn = 0
    seat.ippatsu = 0
    seat.furiten &= ~FURITEN_TEMPORARY
    update_furiten(s.rules, seat)
    if s.declaring == RIICHI_OPEN:
        seat.furiten_riichi = seat.furiten != 0
    if open_dora == OPEN_KAN_DORA_ON_DISCARD:
        turn_pending(s)
    if s.rules.bingo_vs_ron == BINGO_VS_RON_BINGO_FIRST and made_bingo(s):
        end_win(s, 1 << s.turn, BY_BINGO)


cdef bint made_bingo(const State* s) noexcept nogil:
    cdef const Seat* seat = &s.seat[s.discarder]
    if not s.rules.bingo_wins or not seat.riichi or not bingo_counts(s.rules, seat.riichi):
        return False
    return bingo_kind(s.rules, seat.river, seat.river_flags, seat.n_river, seat.riichi_at) != 0


cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int kind = KIND_OF[s.discard]
    if kind == NO_KIND or not has(seat.waits, kind):
        return False
    if seat.furiten or has(seat.blocked, kind):
        return False
    if s.robbing == ROB_ANKAN and not robs_closed_kan(s, seat, kind):
        return False
    return worth_winning(s, p, BY_RON, s.discard)


cdef bint robs_closed_kan(const State* s, const Seat* seat, int kind) noexcept nogil:
    if not s.rules.kokushi_ankan_ron or seat.n_meld:
        return False
    return has(waits(s.rules, seat.kind, seat.index, NULL, s.rules.sets, seat.wild, FORM_ORPHANS),
               kind)


cdef bint calls_allowed(const State* s) noexcept nogil:
    if live_left(s) <= 0 and not s.rules.call_on_last_discard:
        return False
    # nobody is asked for a call that a bingo win or an abortive draw forestalls
    return not made_bingo(s) and not four_kans_abort(s) and not four_winds_abort(s)


cdef bint four_kans_abort(const State* s) noexcept nogil:
    cdef int p, i, n
    if not s.rules.abortive_four_kans or s.n_kan < 4:
        return False
    for p in range(s.rules.seats):
        n = 0
        for i in range(s.seat[p].n_meld):
            n += MELD_DAIMINKAN <= s.seat[p].meld[i].type <= MELD_GRAND_CROSS
        if n == 4:
            return False
    return True


cdef bint four_winds_abort(const State* s) noexcept nogil:
    # everybody's first discard, without a call or a kan, is the same wind
    cdef const Seat* seat
    cdef int p
    cdef int kind = KIND_OF[s.discard]
    if not s.rules.abortive_four_winds or not KIND_EAST <= kind <= KIND_NORTH:
        return False
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        if seat.n_river != 1 or seat.n_meld or KIND_OF[seat.river[0]] != kind:
            return False
    return True


cdef bint four_riichi_abort(const State* s) noexcept nogil:
    cdef int p
    if not s.rules.abortive_four_riichi:
        return False
    for p in range(s.rules.seats):
        if not s.seat[p].riichi:
            return False
    return True


cdef void establish_riichi(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.discarder]
    seat.riichi = s.declaring
    seat.ippatsu = 1
    s.declaring = RIICHI_NONE
    if s.rules.riichi_cost:
        s.sticks += 1
        move(s, REASON_RIICHI, s.discarder, NOBODY, s.rules.riichi_cost, 0)


cdef int missed_rons(const State* s) noexcept nogil:
    # who passed a win that must be taken
    cdef int p
    cdef int out = 0
    if s.rules.missed_ron == MISSED_RON_CHOMBO:
        for p in range(s.rules.seats):
            if s.option[p] & CAN_WIN and must_win(s, p):
                out |= 1 << p
    return out


cdef bint unclaimed(State* s) noexcept nogil:
    cdef int kind = KIND_OF[s.discard]
    cdef bint was_riichi = s.seat[s.discarder].riichi != RIICHI_NONE
    cdef int culprits = missed_rons(s)
    if culprits:
        end_chombo(s, culprits)
        return True
    if s.robbing != ROB_NUKI or s.rules.nuki_pass_furiten:
        missed(s, kind)
    if s.robbing:
        return False
    if s.declaring:
        establish_riichi(s)
    if was_riichi and s.rules.bingo_vs_ron == BINGO_VS_RON_RON_FIRST and made_bingo(s):
        end_win(s, 1 << s.discarder, BY_BINGO)
        return True
    if s.rules.open_kan_dora == OPEN_KAN_DORA_AFTER_PASS:
        turn_pending(s)
    if four_kans_abort(s) or four_winds_abort(s) or four_riichi_abort(s):
        end_abort(s)
        return True
    return False


cdef void won(State* s, int winners) noexcept nogil:
    if s.rules.abortive_triple_ron and winners == (1 << s.rules.seats) - 1 - (1 << s.discarder):
        end_abort(s)
    else:
        end_win(s, winners, BY_RON)


cdef void before_deal(State* s) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        s.seat[p].wild = <uint8_t>s.rules.almighty


cdef void after_deal(State* s) noexcept nogil:
    cdef int _i
    for _i in range(1 + s.rules.extra_indicators):
        turn_indicator(s)
    draw_next(s)


cdef int calls_of(const State* s, int p, int options) noexcept nogil:
    return 0 if s.seat[p].riichi else options


cdef void compile_patterns(Rules* r) noexcept:
    patterns_compile(r)
    atama_compile(r)


cdef void riichi_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_RIICHI]
    game_ops_clear(f)
    f.deal = deal_tiles
    f.apply = apply_tiles
    f.refresh = refresh_tiles
    f.before_deal = before_deal
    f.after_deal = after_deal
    f.own_turn = own_turn
    f.verb = verb
    f.riichi_tiles = riichi_tiles
    f.kan_tiles = kan_tiles
    f.choice = choice
    f.may_win = may_win
    f.must_win = must_win
    f.may_tsumo = may_tsumo
    f.chombo = end_chombo
    f.calls_allowed = calls_allowed
    f.calls_of = calls_of
    f.discarded = discarded
    f.unclaimed = unclaimed
    f.interrupted = interrupted
    f.called = note_liable
    f.kan_made = kan_made
    f.after_kan = go_on_after_kan
    f.set_chosen = show_cross
    f.set_aside = set_aside
    f.won = won
    f.wall_empty = end_draw
    f.game_end = end_game
    f.compile = compile_patterns
    f.ledger_lines = ledger_lines
    f.most_aside = most_aside
    f.mark_furiten = update_furiten
    f.places_pay = True
    f.relabels = False
    f.aside_codes = aside_codes


riichi_install()
