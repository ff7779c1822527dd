# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the regional games share beyond the tile flow; each game fills in the rest of its table."""

from libc.stdint cimport uint8_t

from shugi._fast.core.actions cimport KAN_ADDED, KAN_CLOSED, PASS
from shugi._fast.core.bits cimport bit
from shugi._fast.core.rules cimport FLOAT_ROUND_TRIGGER_ANY, LAST_DISCARD_CLAIMS_ANY
from shugi._fast.core.sizes cimport KINDS, NOBODY
from shugi._fast.core.state cimport END_CHOMBO, EVENT_INDICATOR, PHASE_OFFER, Line
from shugi._fast.core.tiles cimport KIND_WHITE, WILD
from shugi._fast.core.wall cimport dora_code, dora_place, live_left
from shugi._fast.flow.calls cimport added_kan_codes, kan_room, next_seat
from shugi._fast.flow.game_ops cimport game_ops_clear
from shugi._fast.flow.hand cimport meld_room
from shugi._fast.flow.hand_end cimport NextHand, begin_summary, finish_hand
from shugi._fast.flow.ledger cimport REASON_CHOMBO, move, pay
from shugi._fast.flow.turns cimport (
    allow, allow_none, apply_tiles, deal_tiles, draw_after_kan, draw_first_dealer, draw_next,
    record_event, refresh_tiles,
)


# ---- the deal

cdef void relabel(State* s, int kind, int code, int keep) noexcept nogil:
    cdef int i
    for i in range(s.n_wall):
        if s.wall[i] == kind and i != keep:
            s.wall[i] = <uint8_t>code


cdef void turn_indicator(State* s) noexcept nogil:
    s.indicator = <uint8_t>dora_code(s, 0)
    s.n_indicator = 1
    record_event(s, s.dealer, EVENT_INDICATOR, s.indicator)


cdef void name_wildcard(State* s, int kind) noexcept nogil:
    cdef int keep = dora_place(s, 0) if s.n_indicator else -1
    s.wild_kind = <uint8_t>kind
    relabel(s, kind, WILD, keep)
    if kind != KIND_WHITE:
        relabel(s, KIND_WHITE, kind, keep)


# ---- the own turn

cdef uint64_t four_of_a_kind(const Seat* seat) noexcept nogil:
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        if seat.kind[kind] >= 4:
            out |= bit(kind)
    return out


cdef void allow_kans(State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if after_claim(s) and not s.rules.kong_after_claim:
        return
    if not kan_room(s):
        return
    if meld_room(s.rules, seat, 4) and four_of_a_kind(seat):
        allow(s, KAN_CLOSED)
    if seat.n_meld and added_kan_codes(s, p):
        allow(s, KAN_ADDED)


cdef void kan_tiles(State* s) noexcept nogil:
    cdef int p = s.turn
    s.legal[0] = four_of_a_kind(&s.seat[p]) if s.verb == KAN_CLOSED else added_kan_codes(s, p)


# ---- float rounds, missed claims

cdef bint round_runs(const State* s, int p) noexcept nogil:
    # the seat's newest discard is a wildcard, and its next turn has not begun
    cdef const Seat* seat = &s.seat[p]
    if p == s.turn or seat.n_river == 0 or seat.river[seat.n_river - 1] != WILD:
        return False
    return s.rules.float_round_trigger == FLOAT_ROUND_TRIGGER_ANY or seat.floats


cdef int float_rounds(const State* s) noexcept nogil:
    cdef int p
    cdef int out = 0
    if s.float_round == NOBODY:
        return 0
    for p in range(s.rules.seats):
        out |= round_runs(s, p) << p
    return out


cdef void forget_skipped(State* s) noexcept nogil:
    cdef int p = next_seat(s, s.discarder)
    while p != s.turn:
        s.seat[p].missed_win = 0
        s.seat[p].missed_call = 0
        s.seat[p].missed_doubles = 0
        p = next_seat(s, p)


# ---- offers

cdef void put_offer(State* s, int p, int offer, int verb) noexcept nogil:
    s.phase = PHASE_OFFER
    s.actor = <uint8_t>p
    s.offer = <uint8_t>offer
    s.verb = <uint8_t>verb
    write_offer(s)


cdef void write_offer(State* s) noexcept nogil:
    allow_none(s)
    allow(s, s.verb)
    allow(s, PASS)


# ---- money

cdef int32_t charge(State* s, int reason, int payer, int payee, int32_t amount,
                    int detail) noexcept nogil:
    if s.rules.start_chips >= 0 and amount > s.seat[payer].score:
        amount = max(s.seat[payer].score, 0)
    if amount:
        move(s, reason, payer, payee, amount, detail)
    return amount


cdef void pay_back(const Ledger* lines, Ledger* out) noexcept nogil:
    cdef int i
    cdef const Line* line
    for i in range(lines.n):
        line = &lines.line[i]
        pay(out, REASON_CHOMBO, line.payee, line.payer, line.amount, line.detail)


cdef void end_chombo(State* s, const Ledger* lines) noexcept nogil:
    begin_summary(s, END_CHOMBO)
    charge_all(s, lines)
    finish_end(s, s.dealer, False)


cdef void charge_all(State* s, const Ledger* lines) noexcept nogil:
    cdef int i
    s.ledger.lost += lines.lost
    for i in range(lines.n):
        charge(s, lines.line[i].reason, lines.line[i].payer, lines.line[i].payee,
               lines.line[i].amount, lines.line[i].detail)


# ---- the end of a hand

cdef void finish_end(State* s, int banker, bint stays) noexcept nogil:
    cdef NextHand following
    following.over = <int>s.hand_no >= s.rules.match_hands
    following.repeats = stays
    following.dealer = banker
    following.round = s.round + (banker != s.dealer)
    following.honba = s.honba + 1 if stays else s.honba if banker == s.dealer else 0
    finish_hand(s, &following)


# ---- the table

cdef bint calls_allowed(const State* s) noexcept nogil:
    return live_left(s) > 0 or s.rules.last_discard_claims == LAST_DISCARD_CLAIMS_ANY


cdef void regional_defaults(GameOps* f) noexcept nogil:
    game_ops_clear(f)
    f.deal = deal_tiles
    f.apply = apply_tiles
    f.refresh = refresh_tiles
    f.begin_game = draw_first_dealer
    f.after_deal = draw_next
    f.after_kan = draw_after_kan
    f.kan_tiles = kan_tiles
    f.choice = write_offer
    f.calls_allowed = calls_allowed
