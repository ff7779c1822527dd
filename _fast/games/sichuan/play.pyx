# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sichuan: what a seat may do, and what follows from it (sichuan.md 2, 3, 5, 6).

Who has won leaves State.after, and its hand lies open (Seat.riichi).  No two tiles of a kind differ
here: a code is a kind.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport KAN_ADDED, KAN_CLOSED, PASS, WIN
from shugi._fast.core.bits cimport bit, count, has, is_single, lowest, without_lowest
from shugi._fast.core.river cimport RIVER_WON, add_flag, flags_at
from shugi._fast.core.rng cimport STREAM_DEAL, Rng, rng_below, rng_make
from shugi._fast.core.rules cimport EXCHANGE_DICE, EXCHANGE_OFF, GAME_SICHUAN, Rules
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, END_WIN, EVENT_WIN, MELD_DAIMINKAN, PHASE_OFFER, RIICHI_NONE,
    RIICHI_OPEN, ROB_ANKAN, Ledger, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_1M, KIND_1P, KIND_1S, KIND_EAST, KIND_OF
from shugi._fast.core.wall cimport draw_live, live_left
from shugi._fast.flow.calls cimport CAN_WIN, added_kan_codes, kan_room, next_seat
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps, has_left
from shugi._fast.flow.hand cimport hand_add, hand_remove, meld_room, refresh_ready, waits_elsewhere
from shugi._fast.flow.hand_end cimport add_winner, begin_summary, tell_ready
from shugi._fast.flow.ledger cimport (
    REASON_FLOWER_PIG, REASON_KAN, REASON_NOTEN, REASON_WIN, ledger_clear,
)
from shugi._fast.flow.turns cimport (
    allow, allow_none, clear_claim, discard_bits, draw_next, order_seats, own_turn as begin_turn,
    record_event,
)
from shugi._fast.games.chinese.common cimport (
    charge, charge_all, finish_end, forget_skipped, four_of_a_kind, name_melds, regional_defaults,
)
from shugi._fast.games.sichuan.win cimport (
    SC_CLAIM, SC_OWN, SC_ROBBED, SichuanValue, kan_units, pay_by, sichuan_value, suit_of,
    win_units,
)

# the tiles that name a suit
cdef uint64_t NAMES = bit(KIND_1M) | bit(KIND_1P) | bit(KIND_1S)


# ---- who plays on

cdef int players_left(const State* s) noexcept nogil:
    cdef int p
    cdef int bits = 0
    for p in range(s.rules.seats):
        bits |= (not has_left(s, p)) << p
    return bits


cdef void leave(State* s, int p) noexcept nogil:
    cdef int before = p
    while s.after[before] != p:
        before = s.after[before]
    s.after[before] = s.after[p]
    s.after[p] = <uint8_t>p


# ---- the exchange

cdef int n_given(const Seat* seat) noexcept nogil:
    cdef int n = 0
    while n < GIFTS and seat.given[n] != NO_TILE:
        n += 1
    return n


cdef uint64_t giveable(const Seat* seat) noexcept nogil:
    cdef int n = n_given(seat)
    cdef int last = seat.given[n - 1] if n else 0
    cdef int kind, i, copies, room
    cdef int suit = -1
    cdef uint64_t out = 0
    for kind in range(KIND_EAST - 1, last - 1, -1):
        if suit_of(kind) != suit:
            suit = suit_of(kind)
            room = 0
        if n and suit != suit_of(last):
            continue
        copies = seat.kind[kind]
        for i in range(n):
            copies -= seat.given[i] == kind
        room += copies
        if copies > 0 and n + room >= GIFTS:
            out |= bit(kind)
    return out


cdef int receiver_of(const State* s, int p) noexcept nogil:
    return (p + s.exchange_way) % s.rules.seats


cdef int giver_to(const State* s, int p) noexcept nogil:
    return (p + s.rules.seats - s.exchange_way) % s.rules.seats


cdef void move_gifts(State* s) noexcept nogil:
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_DEAL)
    cdef int p, i
    s.exchange_way = <uint8_t>(
        1 + rng_below(&rng, 3) if s.rules.exchange == EXCHANGE_DICE
        else s.rules.exchange - EXCHANGE_DICE)
    for p in range(s.rules.seats):
        for i in range(GIFTS):
            hand_remove(s.rules, &s.seat[p], s.seat[p].given[i])
            hand_add(s.rules, &s.seat[receiver_of(s, p)], s.seat[p].given[i])
    for p in range(s.rules.seats):
        if p != s.dealer:
            refresh_ready(s.rules, &s.seat[p])
    s.seat[s.dealer].shanten = 0  # not known: a tile more is held
    s.seat[s.dealer].waits = 0


cdef void name_suits(State* s) noexcept nogil:
    # all at once: nobody knows what the others will name
    cdef int p
    for p in range(s.rules.seats):
        s.seat[p].void_suit = <uint8_t>suit_of(s.answer[p])
        s.answer[p] = PASS


# ---- before the first turn: each seat in turn, from the dealer on

cdef void write_choice(State* s) noexcept nogil:
    allow_none(s)
    s.legal[0] = giveable(&s.seat[s.actor]) if s.offer == OFFER_GIFT else NAMES


cdef void ask(State* s, int p, int offer) noexcept nogil:
    s.phase = PHASE_OFFER
    s.actor = <uint8_t>p
    s.offer = <uint8_t>offer
    write_choice(s)


cdef void after_deal(State* s) noexcept nogil:
    # the dealer's tile more is no drawn one: all 14 are dealt
    hand_add(s.rules, &s.seat[s.dealer], draw_live(s))
    ask(s, s.dealer, OFFER_VOID if s.rules.exchange == EXCHANGE_OFF else OFFER_GIFT)


cdef void answer(State* s, int code) noexcept nogil:
    cdef Seat* seat = &s.seat[s.actor]
    cdef int following = next_seat(s, s.actor)
    if s.offer == OFFER_VOID:
        s.answer[s.actor] = <uint8_t>code
    else:
        seat.given[n_given(seat)] = <uint8_t>code
        if n_given(seat) < GIFTS:
            ask(s, s.actor, OFFER_GIFT)
            return
    if following != s.dealer:
        ask(s, following, s.offer)
    elif s.offer == OFFER_GIFT:
        move_gifts(s)
        ask(s, s.dealer, OFFER_VOID)
    else:
        name_suits(s)
        s.offer = 0
        begin_turn(s)


cdef bint offer_stands(const State* s) noexcept nogil:
    cdef int p
    cdef bint asked = False      # the one to decide, and those behind
    cdef bint gifts = s.rules.exchange != EXCHANGE_OFF
    cdef int given
    if s.turn != s.dealer or s.drawn != NO_TILE or not (
            s.offer == OFFER_VOID or (gifts and s.offer == OFFER_GIFT)):
        return False
    if (s.exchange_way != 0) != (gifts and s.offer == OFFER_VOID):
        return False
    for p in range(s.rules.seats):
        if s.seat[p].n_river or s.seat[p].n_meld or s.seat[p].n_aside:
            return False
    p = s.dealer
    while True:
        asked = asked or p == s.actor
        given = n_given(&s.seat[p])
        if s.seat[p].void_suit or (s.offer == OFFER_GIFT or asked) != (s.answer[p] == PASS):
            return False
        if s.answer[p] != PASS and not (s.answer[p] < KIND_EAST and has(NAMES, s.answer[p])):
            return False
        if s.offer == OFFER_GIFT and (
                given == GIFTS if p == s.actor else given != (0 if asked else <int>GIFTS)):
            return False
        p = next_seat(s, p)
        if p == s.dealer:
            return True


# ---- the value of a win

cdef bint is_blessed(const State* s, int p, int source) noexcept nogil:
    # nothing has happened but draws and discards before the seat's own first
    cdef int i
    if source == SC_ROBBED or s.seat[p].n_river:
        return False
    for i in range(s.rules.seats):
        if s.seat[i].n_meld:
            return False
    return source == SC_OWN or (s.discarder == s.dealer and s.seat[s.dealer].n_river == 1)


cdef void sichuan_hand(const State* s, int p, int source, int tile,
                       SichuanWin* win) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    memset(win, 0, sizeof(SichuanWin))
    memcpy(win.kind, seat.kind, KINDS)
    win.kind[tile] += source != SC_OWN
    win.n_meld = seat.n_meld
    name_melds(seat.meld, seat.n_meld, win.meld_type, win.meld_kind)
    win.void_suit = seat.void_suit
    win.source = <uint8_t>source
    win.after_kan = s.drawn_rinshan if source == SC_OWN else s.kan_payers != 0
    win.blessed = is_blessed(s, p, source)
    win.last_tile = live_left(s) == 0


cdef inline int claim_source(const State* s) noexcept nogil:
    return SC_ROBBED if s.robbing else SC_CLAIM


cdef void value_of(const State* s, int p, int source, int tile,
                   SichuanValue* value) noexcept nogil:
    cdef SichuanWin win
    sichuan_hand(s, p, source, tile, &win)
    sichuan_value(s.rules, &win, value)


cdef int best_doubles(const State* s, int p) noexcept nogil:
    cdef uint64_t left = waits_elsewhere(&s.seat[p], s.rules.copies)
    cdef SichuanWin win
    cdef SichuanValue value
    cdef int out = -1
    while left:
        sichuan_hand(s, p, SC_CLAIM, lowest(left), &win)
        left = without_lowest(left)
        win.after_kan = win.blessed = win.last_tile = 0
        sichuan_value(s.rules, &win, &value)
        if value.legal:
            out = max(out, value.doubles)
    return out


# ---- the own turn

cdef inline bint is_dealt(const State* s, int p) noexcept nogil:
    # the dealer's first turn: no tile is the drawn one
    return s.drawn == NO_TILE and s.seat[p].n_meld == 0


cdef bint may_tsumo(const State* s, int p) noexcept nogil:
    cdef SichuanValue value
    if s.drawn == NO_TILE and not is_dealt(s, p):
        return False
    if s.drawn != NO_TILE and not has(s.seat[p].waits, KIND_OF[s.drawn]):
        return False
    value_of(s, p, SC_OWN, 0, &value)
    return value.legal


cdef uint64_t kan_codes(const State* s, int p, int verb) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    return (four_of_a_kind(seat) if verb == KAN_CLOSED else added_kan_codes(s, p)) & (
        ~void_kinds(seat))


cdef void own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    cdef uint64_t codes = discard_bits(s, p)
    cdef uint64_t void = codes & void_kinds(seat)
    seat.missed_doubles = 0
    if not s.drawn_rinshan:
        s.kan_payers = 0
        s.kan_units = 0
    s.legal[0] |= void if void else codes
    if may_tsumo(s, p):
        allow(s, WIN)
    if (s.drawn == NO_TILE and not is_dealt(s, p)) or not kan_room(s):
        return
    if meld_room(s.rules, seat, 4) and kan_codes(s, p, KAN_CLOSED):
        allow(s, KAN_CLOSED)
    if kan_codes(s, p, KAN_ADDED):
        allow(s, KAN_ADDED)


cdef void kan_tiles(State* s) noexcept nogil:
    s.legal[0] = kan_codes(s, s.turn, s.verb)


cdef void kan_made(State* s, int type) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef int payers = players_left(s) & ~(1 << s.turn)
    cdef int p
    cdef Ledger lines
    if type == MELD_DAIMINKAN:
        payers = 1 << seat.meld[seat.n_meld - 1].from_seat
    s.kan_payers = <uint8_t>payers
    s.kan_units = <uint8_t>kan_units(type)
    for p in range(s.rules.seats):
        if has(payers, p):
            seat.kan_income[p] += s.kan_units
    ledger_clear(&lines)
    pay_by(payers, REASON_KAN, s.turn, s.rules.unit * s.kan_units, type, &lines)
    charge_all(s, &lines)


# ---- claims

cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef SichuanValue value
    if has_left(s, p) or s.robbing == ROB_ANKAN:
        return False
    if not has(s.seat[p].waits, KIND_OF[s.discard]):
        return False
    value_of(s, p, claim_source(s), KIND_OF[s.discard], &value)
    return value.legal and value.doubles >= s.seat[p].missed_doubles


cdef int calls_of(const State* s, int p, int options) noexcept nogil:
    return 0 if has_left(s, p) or has(void_kinds(&s.seat[p]), s.discard) else options


cdef void called(State* s, int verb) noexcept nogil:
    forget_skipped(s)


cdef void note_missed(State* s, int winners) noexcept nogil:
    # who could have won and did not wins on nothing of the same worth until his turn
    cdef SichuanValue value
    cdef int p
    for p in range(s.rules.seats):
        if s.option[p] & CAN_WIN and not has(winners, p):
            value_of(s, p, claim_source(s), KIND_OF[s.discard], &value)
            s.seat[p].missed_doubles = <uint8_t>(value.doubles + 1)


cdef bint unclaimed(State* s) noexcept nogil:
    note_missed(s, 0)
    return False


# ---- wins: the others play on

cdef void lay_open(State* s, int p, int by, int giver, int tile, int doubles) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    seat.won = <uint8_t>(by + 1)
    seat.won_from = <uint8_t>giver
    seat.won_doubles = <uint8_t>doubles
    seat.riichi = RIICHI_OPEN
    if s.heir == NOBODY:
        s.heir = <uint8_t>p
        s.last_winner = <uint8_t>p
    record_event(s, p, EVENT_WIN, tile)


cdef void set_aside(Seat* seat, int tile) noexcept nogil:
    seat.aside[seat.n_aside] = <uint8_t>tile
    seat.n_aside += 1


cdef void pay_winner(State* s, int p, int source, int tile, int giver) noexcept nogil:
    cdef SichuanValue value
    cdef Ledger lines
    cdef bint own = source == SC_OWN
    cdef int payers = players_left(s) & ~(1 << p) if own else 1 << giver
    value_of(s, p, source, tile, &value)
    ledger_clear(&lines)
    pay_by(payers, REASON_WIN, p, win_units(s.rules, value.doubles, own), value.doubles, &lines)
    charge_all(s, &lines)
    lay_open(s, p, BY_TSUMO if own else BY_RON, giver, tile, value.doubles)


cdef void hand_on(State* s, int winners, int first) noexcept nogil:
    # what the kan before the discard brought goes to who won on it; the first gets what is odd
    cdef Seat* seat = &s.seat[s.discarder]
    cdef int32_t units = s.kan_units * count(s.kan_payers)
    cdef int32_t share = units // count(winners)
    cdef int p
    if not s.rules.kan_handed_on or s.robbing or units == 0:
        return
    for p in range(s.rules.seats):
        if has(s.kan_payers, p):
            seat.kan_income[p] -= s.kan_units
        if has(winners, p):
            charge(s, REASON_KAN, s.discarder, p, s.rules.unit * (
                share + (units % count(winners) if p == first else 0)), 0)


cdef void go_on(State* s, int turn) noexcept nogil:
    # with the seat's draw; who is alone has nobody to play with
    if is_single(players_left(s)):
        end_hand(s, False)
        return
    s.turn = <uint8_t>turn
    s.drawn = NO_TILE
    s.drawn_rinshan = 0
    clear_claim(s)
    draw_next(s)


cdef void won(State* s, int winners) noexcept nogil:
    cdef Seat* giver = &s.seat[s.discarder]
    cdef int source = claim_source(s)
    cdef int tile = KIND_OF[s.discard]
    cdef int p = next_seat(s, s.discarder)
    cdef int first = NOBODY
    cdef int last = NOBODY
    note_missed(s, winners)
    while p != s.discarder:
        if has(winners, p):
            first = p if first == NOBODY else first
            last = p
        p = next_seat(s, p)
    if s.heir == NOBODY and not is_single(winners):
        s.heir = s.discarder
        s.last_winner = <uint8_t>first
    hand_on(s, winners, first)
    p = next_seat(s, last)
    while has(winners, p):
        p = next_seat(s, p)
    if source == SC_ROBBED:
        hand_remove(s.rules, giver, s.discard)
        refresh_ready(s.rules, giver)
        set_aside(&s.seat[first], tile)
    else:
        add_flag(giver.river_flags, giver.n_river - 1, RIVER_WON)
    pay_in_turn(s, winners, source, tile)
    go_on(s, p)


cdef void pay_in_turn(State* s, int winners, int source, int tile) noexcept nogil:
    cdef int giver = s.discarder
    cdef int p = next_seat(s, giver)
    cdef int following
    while p != giver:
        following = next_seat(s, p)
        if has(winners, p):
            pay_winner(s, p, source, tile, giver)
            leave(s, p)
        p = following


cdef void win_drawn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef int following = next_seat(s, p)
    cdef Seat* seat = &s.seat[p]
    cdef int tile = s.drawn if s.drawn != NO_TILE else lowest(seat.held)
    pay_winner(s, p, SC_OWN, tile, NOBODY)
    hand_remove(s.rules, seat, tile)
    set_aside(seat, tile)
    if s.drawn == NO_TILE:
        refresh_ready(s.rules, seat)
    leave(s, p)
    go_on(s, following)


cdef void verb(State* s, int action) noexcept nogil:
    if s.phase == PHASE_OFFER:
        answer(s, action)
    else:
        win_drawn(s)


# ---- the end of a hand

cdef int won_tiles(const State* s, int p) noexcept nogil:
    # of a seat's own, those that others have won on: several may have won on one
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    cdef int n = 0
    for i in range(seat.n_river):
        n += flags_at(seat.river_flags, i) & RIVER_WON != 0
    for i in range(s.rules.seats):
        n += has_robbed(s, i, p)
    return n


cdef void tell_wins(State* s) noexcept nogil:
    cdef int p
    begin_summary(s, END_WIN if s.heir != NOBODY else END_DRAW)
    for p in range(s.rules.seats):
        s.last.deal_ins[p] = <uint8_t>won_tiles(s, p)
        if has_left(s, p):
            add_winner(s, p, s.seat[p].won - 1, s.seat[p].won_from)
            s.last.riichi[p] = RIICHI_NONE  # the hand lies open since it has won


cdef void end_hand(State* s, bint empty) noexcept nogil:
    cdef int banker = s.dealer if s.heir == NOBODY else s.heir
    tell_wins(s)
    if empty:
        tell_ready(s, ready_seats(s))
    order_seats(s)
    finish_end(s, banker, banker == s.dealer)


cdef int pigs_of(const State* s) noexcept nogil:
    cdef int p
    cdef int bits = 0
    for p in range(s.rules.seats):
        bits |= (not has_left(s, p) and s.seat[p].held & void_kinds(&s.seat[p]) != 0) << p
    return bits


cdef int ready_seats(const State* s) noexcept nogil:
    cdef int p
    cdef int bits = 0
    for p in range(s.rules.seats):
        bits |= (not has_left(s, p) and best_doubles(s, p) >= 0) << p
    return bits


cdef void pay_ready(State* s, Ledger* lines) noexcept nogil:
    # pigs pay everybody else the cap, who is not ready pays those who are what they could have won
    cdef int everybody = (1 << s.rules.seats) - 1
    cdef int pigs = pigs_of(s)
    cdef int ready = ready_seats(s)
    cdef int unready = players_left(s) & ~(pigs | ready)
    cdef int p, doubles
    for p in range(s.rules.seats):
        if has(everybody & ~pigs, p):
            pay_by(pigs, REASON_FLOWER_PIG, p, win_units(s.rules, s.rules.max_doubles, False),
                   s.rules.max_doubles, lines)
        if has(ready, p):
            doubles = best_doubles(s, p)
            pay_by(unready, REASON_NOTEN, p, win_units(s.rules, doubles, False), doubles, lines)


cdef void give_back(State* s, Ledger* lines) noexcept nogil:
    # kan pay that was kept, by who is not ready
    cdef int unready = players_left(s) & ~ready_seats(s)
    cdef int p, other
    if not s.rules.kan_given_back:
        return
    for p in range(s.rules.seats):
        for other in range(s.rules.seats):
            if has(unready, p) and s.seat[p].kan_income[other]:
                pay_by(1 << p, REASON_KAN, other, s.rules.unit * s.seat[p].kan_income[other], 0,
                       lines)


cdef void wall_empty(State* s) noexcept nogil:
    cdef Ledger lines
    ledger_clear(&lines)
    pay_ready(s, &lines)
    give_back(s, &lines)
    charge_all(s, &lines)
    end_hand(s, True)


# ---- the table

cdef int ledger_lines(const Rules* r) noexcept nogil:
    # wins, kans and what is paid at an empty wall: each seat to each other
    return 3 * r.seats * (r.seats - 1)


cdef uint64_t aside_codes(const Rules* r) noexcept nogil:
    # a tile that was won on lies beside the hand
    return bit(KIND_EAST) - 1


cdef int most_aside(const Rules* r) noexcept nogil:
    return 1


cdef void sichuan_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_SICHUAN]
    regional_defaults(f)
    f.after_deal = after_deal
    f.choice = write_choice
    f.offer_stands = offer_stands
    f.own_turn = own_turn
    f.verb = verb
    f.kan_tiles = kan_tiles
    f.may_win = may_win
    f.may_tsumo = may_tsumo
    f.calls_of = calls_of
    f.called = called
    f.unclaimed = unclaimed
    f.kan_made = kan_made
    f.won = won
    f.wall_empty = wall_empty
    f.plays_on = True
    f.ledger_lines = ledger_lines
    f.aside_codes = aside_codes
    f.most_aside = most_aside


sichuan_install()
