# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Kawuxing: what a seat may do, and what follows from it (kawuxing.md 2, 3, 5, 6).

A disclosed hand is an open riichi (Seat.riichi).  No two tiles of a kind differ here: a code is a
kind.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport KAN_ADDED, KAN_CLOSED, KAN_OPEN, OPEN_RIICHI, WIN
from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.rules cimport GAME_KAWUXING, KONG_AFTER_DISCLOSURE_NEVER, Rules
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, EVENT_OPEN_RIICHI, MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON,
    PHASE_OWN, RIICHI_NONE, RIICHI_OPEN, ROB_ANKAN, Ledger, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.calls cimport CAN_KAN, CAN_PON, CAN_WIN, added_kan_codes, kan_room, next_seat
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.hand cimport (
    hand_remove, meld_room, ready_kinds, refresh_ready, waits_elsewhere,
)
from shugi._fast.flow.hand_end cimport begin_summary, begin_wins
from shugi._fast.flow.ledger cimport ledger_clear
from shugi._fast.flow.turns cimport allow, discard_bits, record_event
from shugi._fast.games.chinese.common cimport (
    charge_all, end_chombo, finish_end, forget_skipped, four_of_a_kind, name_melds,
    pay_back, regional_defaults,
)
from shugi._fast.games.kawuxing.disclosed cimport waiting_part, waits_of_part
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KW_ROB, KawuxingValue, KawuxingWin, kawuxing_pay_draw, kawuxing_pay_kan,
    kawuxing_pay_win, kawuxing_value,
)


# ---- the value of a win

cdef void kawuxing_hand(const State* s, int p, int source, int tile,
                        KawuxingWin* win) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef bint own = source == KW_OWN
    memset(win, 0, sizeof(KawuxingWin))
    memcpy(win.kind, seat.kind, KINDS)
    win.kind[tile] += not own
    win.n_meld = seat.n_meld
    name_melds(seat.meld, seat.n_meld, win.meld_type, win.meld_kind)
    win.tile = <uint8_t>tile
    win.source = <uint8_t>source
    win.kans = seat.kan_streak if own and s.drawn_rinshan else 0
    win.after_kan = source == KW_CLAIM and s.kan_discard
    win.disclosed = seat.riichi == RIICHI_OPEN
    win.last_tile = own and live_left(s) == 0


cdef inline int claim_source(const State* s) noexcept nogil:
    return KW_ROB if s.robbing else KW_CLAIM


cdef void claim_value(const State* s, int p, KawuxingWin* win, KawuxingValue* value) noexcept nogil:
    # of the tile that may be claimed
    kawuxing_hand(s, p, claim_source(s), KIND_OF[s.discard], win)
    kawuxing_value(s.rules, win, value)


# ---- waits

cdef bint may_hold_four(const Seat* seat) noexcept nogil:
    # of a kind in hand and melds together
    return seat.n_meld > 0 or four_of_a_kind(seat)


cdef uint64_t disclosable(const Rules* r, const Seat* seat, uint64_t kinds) noexcept nogil:
    # of ready_kinds, those whose discard leaves a hand that some tile completes
    cdef Seat trial
    cdef int kind
    if kinds == 0 or not may_hold_four(seat):
        return kinds
    for kind in range(KINDS):
        if has(kinds, kind):
            memcpy(&trial, seat, sizeof(Seat))
            hand_remove(r, &trial, kind)
            refresh_ready(r, &trial)
            if not waits_elsewhere(&trial, r.copies):  # kawuxing 7.8
                kinds &= ~bit(kind)
    return kinds


cdef void lay_kan(const Rules* r, Seat* seat, int type, int kind) noexcept nogil:
    # the seat's 13 tiles after a kan with a fourth tile that is not among them
    cdef int i, _i
    cdef int at = seat.n_meld
    if type == MELD_KAKAN:
        for i in range(seat.n_meld):
            if seat.meld[i].type == MELD_PON and seat.meld[i].tile[0] == kind:
                at = i
    else:
        seat.n_meld += 1
        for _i in range(3):
            hand_remove(r, seat, kind)
    seat.meld[at].type = <uint8_t>type
    seat.meld[at].n = 4
    for i in range(4):
        seat.meld[at].tile[i] = <uint8_t>kind
    refresh_ready(r, seat)


cdef bint kan_keeps(const State* s, int p, int type, int kind) noexcept nogil:
    # a disclosed hand may kan with the tile just drawn or discarded if it then waits as before
    cdef Seat before, after
    if s.seat[p].riichi == RIICHI_NONE:
        return True
    if s.rules.kong_after_disclosure == KONG_AFTER_DISCLOSURE_NEVER:
        return False
    memcpy(&before, &s.seat[p], sizeof(Seat))
    if type != MELD_DAIMINKAN:
        hand_remove(s.rules, &before, s.drawn)
    refresh_ready(s.rules, &before)
    memcpy(&after, &before, sizeof(Seat))
    lay_kan(s.rules, &after, type, kind)
    return waits_elsewhere(&before, s.rules.copies) == waits_elsewhere(&after, s.rules.copies)


# ---- the own turn

cdef uint64_t closed_kans(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t kinds = four_of_a_kind(seat)
    if kinds and seat.riichi:
        kinds &= bit(s.drawn)
        if kinds and not kan_keeps(s, p, MELD_ANKAN, s.drawn):
            return 0
    return kinds


cdef uint64_t added_kans(const State* s, int p) noexcept nogil:
    # with the tile just drawn only
    cdef uint64_t kinds = added_kan_codes(s, p) & bit(s.drawn)
    return kinds if kinds and kan_keeps(s, p, MELD_KAKAN, s.drawn) else 0


cdef bint may_tsumo(const State* s, int p) noexcept nogil:
    return s.drawn != NO_TILE and has(s.seat[p].waits, KIND_OF[s.drawn])


cdef void own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    cdef uint64_t kinds
    seat.missed_doubles = 0
    if not s.drawn_rinshan:
        s.series = 0
        s.kan_discard = 0
        seat.kan_streak = 0
    s.legal[0] |= discard_bits(s, p)
    if s.drawn != NO_TILE:
        if may_tsumo(s, p):
            allow(s, WIN)
        if kan_room(s):
            if meld_room(s.rules, seat, 4) and closed_kans(s, p):
                allow(s, KAN_CLOSED)
            if seat.n_meld and added_kans(s, p):
                allow(s, KAN_ADDED)
    if s.rules.disclosure and not seat.riichi and seat.shanten <= 1:
        kinds = ready_kinds(s.rules, seat)
        if kinds == 0:
            seat.shanten = 2  # no discard makes it ready, so it is 1 at best after it
        elif disclosable(s.rules, seat, kinds):
            allow(s, OPEN_RIICHI)


cdef void disclosing_tiles(State* s) noexcept nogil:
    cdef const Seat* seat = &s.seat[s.turn]
    s.legal[0] = disclosable(s.rules, seat, ready_kinds(s.rules, seat))


cdef void kan_tiles(State* s) noexcept nogil:
    s.legal[0] = closed_kans(s, s.turn) if s.verb == KAN_CLOSED else added_kans(s, s.turn)


# ---- kans: their series and what they bring

cdef void interrupted(State* s) noexcept nogil:
    # an own kan, if a tile was drawn before it: does it go on with the series?
    cdef Seat* seat = &s.seat[s.turn]
    cdef bint joins
    if s.drawn == NO_TILE:
        return
    joins = s.drawn_rinshan and (
        s.arg == s.drawn or not s.rules.kong_chain_needs_supplement_tile)
    s.series = s.series + 1 if joins else 1
    seat.kan_streak = seat.kan_streak + 1 if joins else 1


cdef void called(State* s, int verb) noexcept nogil:
    forget_skipped(s)
    if verb == KAN_OPEN:
        s.series = s.series + 1 if s.kan_discard else 1
        s.seat[s.turn].kan_streak = 1


cdef void kan_made(State* s, int type) noexcept nogil:
    cdef const Seat* seat = &s.seat[s.turn]
    cdef Ledger lines
    cdef int giver = seat.meld[seat.n_meld - 1].from_seat if type == MELD_DAIMINKAN else NOBODY
    ledger_clear(&lines)
    kawuxing_pay_kan(s.rules, type, s.series, s.turn, giver, s.resting, &lines)
    charge_all(s, &lines)


# ---- discards and claims

cdef void discarded(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    s.kan_discard = s.drawn_rinshan
    if not s.declaring:
        return
    s.declaring = RIICHI_NONE
    seat.riichi = RIICHI_OPEN
    seat.riichi_at = <uint8_t>(seat.n_river - 1)
    if s.first_discloser == NOBODY:
        s.first_discloser = s.turn
    record_event(s, s.turn, EVENT_OPEN_RIICHI, s.discard)


cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef KawuxingWin win
    cdef KawuxingValue value
    if not has(seat.waits, KIND_OF[s.discard]) or s.robbing == ROB_ANKAN:
        return False
    claim_value(s, p, &win, &value)
    return value.legal and value.doubles >= seat.missed_doubles


cdef int calls_of(const State* s, int p, int options) noexcept nogil:
    # with three copies a kan or nothing; who has disclosed keeps his tiles
    cdef const Seat* seat = &s.seat[p]
    if seat.riichi or seat.kind[s.discard] >= 3:
        options &= ~CAN_PON
    if options & CAN_KAN and not kan_keeps(s, p, MELD_DAIMINKAN, s.discard):
        options &= ~CAN_KAN
    return options


cdef bint unclaimed(State* s) noexcept nogil:
    # who could have won and did not wins on nothing of the same worth until his turn
    cdef KawuxingWin win
    cdef KawuxingValue value
    cdef int p
    for p in range(s.rules.seats):
        if s.option[p] & CAN_WIN:
            claim_value(s, p, &win, &value)
            s.seat[p].missed_doubles = <uint8_t>(value.doubles + 1)
    return False


# ---- the end of a hand

cdef int disclosed_seats(const State* s) noexcept nogil:
    cdef int p
    cdef int bits = 0
    for p in range(s.rules.seats):
        bits |= (s.seat[p].riichi == RIICHI_OPEN) << p
    return bits


cdef void pay_winner(State* s, int p, int source, int tile, int giver) noexcept nogil:
    cdef KawuxingWin win
    cdef KawuxingValue value
    cdef Ledger lines
    kawuxing_hand(s, p, source, tile, &win)
    kawuxing_value(s.rules, &win, &value)
    ledger_clear(&lines)
    kawuxing_pay_win(s.rules, &win, value.doubles, p, giver, disclosed_seats(s), s.resting, &lines)
    charge_all(s, &lines)


cdef void chombo(State* s, int culprits) noexcept nogil:
    # a hand that is not complete is paid as a win without doubles
    cdef int p = lowest(culprits)
    cdef bint own = s.phase == PHASE_OWN
    cdef KawuxingWin win
    cdef KawuxingValue value
    cdef Ledger lines, back
    kawuxing_hand(s, p, KW_OWN if own else claim_source(s),
                  KIND_OF[s.drawn if own else s.discard], &win)
    kawuxing_value(s.rules, &win, &value)
    ledger_clear(&lines)
    kawuxing_pay_win(s.rules, &win, value.doubles if value.complete else 0, p,
                     NOBODY if own else s.discarder, disclosed_seats(s), s.resting, &lines)
    ledger_clear(&back)
    pay_back(&lines, &back)
    end_chombo(s, &back)


cdef void replace(State* s, int leaving) noexcept nogil:
    # the seat that rests takes the place in turn order of the one that leaves
    cdef int p
    cdef int coming = s.resting
    for p in range(s.rules.seats):
        if s.after[p] == leaving:
            s.after[p] = <uint8_t>coming
    s.after[coming] = s.after[leaving]
    s.after[leaving] = <uint8_t>leaving
    s.resting = <uint8_t>leaving


cdef void end_won(State* s, int winners, int first, int payer) noexcept nogil:
    # the winner deals, or who paid two; of four people the one who rested takes a winner's place
    cdef int banker = first
    s.last_winner = <uint8_t>first
    if without_lowest(winners):
        banker = payer
    elif s.resting != NOBODY:
        banker = s.resting
        replace(s, first)
    finish_end(s, banker, banker == s.dealer)


cdef void won(State* s, int winners) noexcept nogil:
    cdef int giver = s.discarder
    cdef int p = next_seat(s, giver)
    cdef int source = claim_source(s)
    cdef int tile = KIND_OF[s.discard]
    cdef int first = NOBODY
    begin_wins(s, winners, BY_RON)
    while p != giver:
        if has(winners, p):
            pay_winner(s, p, source, tile, giver)
            if first == NOBODY:
                first = p
        p = next_seat(s, p)
    end_won(s, winners, first, giver)


cdef void verb(State* s, int action) noexcept nogil:
    # a drawn win: the others are those of turns
    cdef int p = s.turn
    begin_wins(s, 1 << p, BY_TSUMO)
    pay_winner(s, p, KW_OWN, KIND_OF[s.drawn], NOBODY)
    end_won(s, 1 << p, p, NOBODY)


cdef void wall_empty(State* s) noexcept nogil:
    cdef Ledger lines
    begin_summary(s, END_DRAW)
    ledger_clear(&lines)
    kawuxing_pay_draw(s.rules, s.first_discloser, s.resting, &lines)
    charge_all(s, &lines)
    finish_end(s, s.dealer, True)


# ---- four people

cdef void rest(State* s, int p) noexcept nogil:
    # all the others play, in the order of their seats
    cdef int i
    cdef int seats = s.rules.seats
    for i in range(seats):
        s.after[i] = <uint8_t>((i + 1) % seats)
    s.after[(p + seats - 1) % seats] = s.after[p]
    s.after[p] = <uint8_t>p
    s.resting = <uint8_t>p


cdef void before_deal(State* s) noexcept nogil:
    # a banker who does not rest: at the start the seat before him does
    if s.rules.at_table < s.rules.seats and (s.resting == NOBODY or s.resting == s.dealer):
        rest(s, (s.dealer + s.rules.seats - 1) % s.rules.seats)


cdef int ledger_lines(const Rules* r) noexcept nogil:
    # kans, then a win or who disclosed first
    return r.seats * (r.seats - 1) + r.seats - 1


cdef void kawuxing_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_KAWUXING]
    regional_defaults(f)
    f.before_deal = before_deal
    f.own_turn = own_turn
    f.verb = verb
    f.riichi_tiles = disclosing_tiles
    f.kan_tiles = kan_tiles
    f.may_win = may_win
    f.may_tsumo = may_tsumo
    f.chombo = chombo
    f.calls_of = calls_of
    f.discarded = discarded
    f.unclaimed = unclaimed
    f.interrupted = interrupted
    f.called = called
    f.kan_made = kan_made
    f.won = won
    f.wall_empty = wall_empty
    f.ledger_lines = ledger_lines
    f.waiting_part = waiting_part
    f.waits_of_part = waits_of_part


kawuxing_install()
