# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hangzhou: the flow of a hand; what it is worth stands in win.pyx (hangzhou.md 2-8)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport KAN_ADDED, KAN_OPEN, PON, TEN_HONOURS, WIN
from shugi._fast.core.bits cimport bit, drop_in_words, has, lowest
from shugi._fast.core.rng cimport STREAM_DEAL, Rng, rng_below, rng_make
from shugi._fast.core.rules cimport (
    FLOAT_ROUND_TRIGGER_ANY, GAME_HANGZHOU, INSTANT_THIRD_STAY_OFF, LIABILITY_RESTRICTION_NONE,
    TEN_HONOURS_CLAIM_BREAKS, TEN_HONOURS_OFF, WHITE_IS_HONOUR_BY_FACE,
)
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, MELD_CHI, PHASE_OWN, ROB_KAKAN, Ledger, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, KIND_WHITE, NO_KIND, WILD
from shugi._fast.flow.calls cimport (
    CAN_CHI_HIGH, CAN_CHI_LOW, CAN_CHI_MID, CAN_KAN, CAN_PON, CAN_WIN, next_seat,
)
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.hand cimport sets_left
from shugi._fast.flow.hand_end cimport begin_summary, begin_wins
from shugi._fast.flow.ledger cimport ledger_clear
from shugi._fast.flow.turns cimport allow, discard_bits
from shugi._fast.games.chinese.common cimport (
    after_claim, allow_kans, charge_all, end_chombo, finish_end, float_rounds,
    forget_skipped, name_wildcard, pay_back, regional_defaults, turn_indicator,
)
from shugi._fast.games.hangzhou.win cimport (
    CLAIMED_TILE, COUNTER_LIABLE, DOUBLE_FLOAT, FLOAT_CLAIMS, LIABLE, OWN_TILE, ROBBED_TILE,
    Concealed, HangzhouBill, HangzhouValue, HangzhouWin, hangzhou_pay, hangzhou_value,
    honours_value, instant_third, is_wild_eye, liability_counts, may_claim, may_take, stay_level,
    third_forbidden, third_stay, without,
)

cdef enum:
    CAN_CHI = CAN_CHI_LOW | CAN_CHI_MID | CAN_CHI_HIGH


# ---- the deal

cdef void before_deal(State* s) noexcept nogil:
    roll_dice(s)
    if s.rules.permanent_fortune:
        name_wildcard(s, KIND_WHITE)
        return
    turn_indicator(s)
    name_wildcard(s, s.indicator)


cdef void roll_dice(State* s) noexcept nogil:
    # the dice that broke the wall matter to the stay level only
    cdef Rng rng
    if s.rules.instant_third_stay == INSTANT_THIRD_STAY_OFF:
        return
    rng = rng_make(s.seed, s.hand_no, STREAM_DEAL)
    s.dice[0] = <uint8_t>(1 + rng_below(&rng, 6))
    s.dice[1] = <uint8_t>(1 + rng_below(&rng, 6))
    if instant_third(s.rules, s.dice[0], s.dice[1]):
        s.honba = <uint8_t>max(<int>s.honba, third_stay(s.rules) - 1)


cdef inline int level(const State* s) noexcept nogil:
    return stay_level(s.rules, s.honba + 1)


# ---- hands

cdef void concealed_hand(const State* s, int p, Concealed* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    memcpy(out.kind, seat.kind, KINDS)
    memcpy(out.index, seat.index, sizeof(out.index))
    out.wild = seat.wild
    out.sets = s.rules.sets - seat.n_meld


cdef void facts(const State* s, int p, int code, int source, HangzhouWin* out) noexcept nogil:
    concealed_hand(s, p, &out.hand)
    if source == OWN_TILE:
        without(s.rules, &out.hand, code, 1)
    out.tile = <uint8_t>code
    out.source = <uint8_t>source
    out.floats = s.seat[p].floats
    out.kan_streak = s.seat[p].kan_streak


cdef bint in_wild_eye(const State* s, int p) noexcept nogil:
    # the seat holds no tile more than between turns
    cdef Concealed hand
    if s.seat[p].wild == 0:
        return False
    concealed_hand(s, p, &hand)
    return is_wild_eye(s.rules, &hand)


# ---- float rounds

cdef bint barred_by_float(const State* s, int p) noexcept nogil:
    # by the float round of another; two may overlap
    return (float_rounds(s) & ~(1 << p)) != 0


cdef void name_round(State* s) noexcept nogil:
    # State.float_round tells what runs: the newest round
    cdef int rounds = float_rounds(s)
    cdef int p = s.turn
    cdef int _i
    s.float_round = NOBODY
    for _i in range(s.rules.seats - 1):
        p = next_seat(s, p)
        if has(rounds, p):
            s.float_round = <uint8_t>p


# ---- the own turn

cdef bint completes(const Seat* seat, int code) noexcept nogil:
    # seat.waits are those of the hand before the tile; a wildcard is whatever is waited for
    if code == WILD:
        return seat.waits != 0
    return has(seat.waits, KIND_OF[code])


cdef bint must_float(const State* s, int p) noexcept nogil:
    # the wildcard that a floating player's claim has freed
    return s.seat[p].floats and after_claim(s)


cdef void own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    seat.missed_win = 0
    seat.missed_call = 0
    if s.float_round != NOBODY:
        name_round(s)
    if must_float(s, p):
        allow(s, WILD)
        return
    if not after_claim(s):
        if may_tsumo(s, p):
            allow(s, WIN)
        if s.rules.ten_honours != TEN_HONOURS_OFF and seat.honour_run != NO_TILE and (
                honours_value(s.rules, seat.honour_run)):
            allow(s, TEN_HONOURS)
    s.legal[0] |= discard_bits(s, p)
    allow_kans(s, p)
    if s.rules.float_round_bars_fill_kong and barred_by_float(s, p):
        drop_in_words(s.legal, KAN_ADDED)


cdef void kan_made(State* s, int type) noexcept nogil:
    s.seat[s.turn].kan_streak += 1


# ---- discards

cdef bint is_honour(const State* s, int code) noexcept nogil:
    # a White is what it stands for, or what it shows (white_is_honour_by)
    cdef int kind = KIND_OF[code]
    if code == WILD:
        kind = s.wild_kind
    elif kind == s.wild_kind and s.rules.white_is_honour_by == WHITE_IS_HONOUR_BY_FACE:
        kind = KIND_WHITE
    return kind != NO_KIND and kind >= KIND_EAST


cdef void end_chain(Seat* seat) noexcept nogil:
    seat.floats = 0
    seat.kan_streak = 0
    seat.n_claims = 0


cdef void discarded(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    if seat.honour_run != NO_TILE:
        seat.honour_run = <uint8_t>(
            seat.honour_run + 1 if is_honour(s, s.discard) else NO_TILE)
    if s.discard != WILD:
        end_chain(seat)
        return
    if in_wild_eye(s, p):
        seat.floats += 1
    else:
        end_chain(seat)
    if s.rules.float_round_trigger == FLOAT_ROUND_TRIGGER_ANY or seat.floats:
        s.float_round = <uint8_t>p


# ---- claims

cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int source = CLAIMED_TILE
    cdef HangzhouWin win
    if s.discard == WILD or not completes(seat, s.discard) or seat.floats:
        return False
    if s.robbing:
        if s.robbing != ROB_KAKAN:
            return False
        source = ROBBED_TILE
    if not may_take(s.rules, source, level(s), s.dealer, p, s.discarder):
        return False
    if s.rules.missed_win_rule and has(seat.missed_win, KIND_OF[s.discard]):
        return False
    if barred_by_float(s, p):
        return False
    facts(s, p, s.discard, source, &win)
    return may_claim(s.rules, &win)


cdef int chis_from(const Seat* seat, int giver) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(seat.n_meld):
        n += seat.meld[i].type == MELD_CHI and seat.meld[i].from_seat == giver
    return n


cdef bint floater_may(const State* s, int p, int option) noexcept nogil:
    # a kan that leaves the wild eye, or a set that frees a wildcard for the next float
    cdef Concealed hand
    cdef int kind = KIND_OF[s.discard]
    concealed_hand(s, p, &hand)
    if option == CAN_KAN:
        without(s.rules, &hand, kind, 3)
    else:
        hand.wild -= 1
        if option == CAN_PON:
            without(s.rules, &hand, kind, 2)
        elif option == CAN_CHI_LOW:
            without(s.rules, &hand, kind + 1, 1)
            without(s.rules, &hand, kind + 2, 1)
        elif option == CAN_CHI_MID:
            without(s.rules, &hand, kind - 1, 1)
            without(s.rules, &hand, kind + 1, 1)
        else:
            without(s.rules, &hand, kind - 2, 1)
            without(s.rules, &hand, kind - 1, 1)
    hand.sets -= 1
    return hand.wild > 0 and is_wild_eye(s.rules, &hand)


cdef int floater_calls(const State* s, int p, int options) noexcept nogil:
    cdef int option = 1
    cdef int out = 0
    if not s.rules.floater_may_claim:
        return 0
    while option <= options:
        if options & option and floater_may(s, p, option):
            out |= option
        option <<= 1
    return out


cdef int calls_of(const State* s, int p, int options) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int giver = s.discarder
    cdef int fed = seat.fed[giver]
    cdef bint with_banker = s.dealer == p or s.dealer == giver
    if barred_by_float(s, p):
        return 0
    if s.rules.missed_pung_rule and has(seat.missed_call, KIND_OF[s.discard]):
        options &= ~(CAN_PON | CAN_KAN)
    if s.rules.liability_restriction != LIABILITY_RESTRICTION_NONE and fed >= 2:
        if third_forbidden(s.rules, fed, chis_from(seat, giver), True, with_banker, level(s)):
            options &= ~CAN_CHI
        if third_forbidden(s.rules, fed, chis_from(seat, giver), False, with_banker, level(s)):
            options &= ~(CAN_PON | CAN_KAN)
    return floater_calls(s, p, options) if seat.floats else options


cdef bint unclaimed(State* s) noexcept nogil:
    # who could have won, or made a triplet, has missed it
    cdef uint64_t kind
    cdef int p
    if KIND_OF[s.discard] == NO_KIND or not (s.rules.missed_pung_rule or s.rules.missed_win_rule):
        return False
    kind = bit(KIND_OF[s.discard])
    for p in range(s.rules.seats):
        if s.option[p] & CAN_WIN:
            s.seat[p].missed_win |= kind
        if s.option[p] & (CAN_PON | CAN_KAN) and s.answer[p] != PON and s.answer[p] != KAN_OPEN:
            s.seat[p].missed_call |= kind
    return False


cdef void called(State* s, int verb) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef int p = s.discarder
    seat.fed[p] += 1
    if s.rules.ten_honours_claim == TEN_HONOURS_CLAIM_BREAKS:
        s.seat[p].honour_run = NO_TILE
    if seat.floats and seat.n_claims < FLOAT_CLAIMS:
        seat.claim_from[seat.n_claims] = <uint8_t>p
        seat.claim_floats[seat.n_claims] = seat.floats
        seat.claim_kans[seat.n_claims] = seat.kan_streak
        seat.n_claims += 1
    forget_skipped(s)


# ---- the end

cdef int relation(const State* s, int winner, int p) noexcept nogil:
    cdef int out = 0
    if not liability_counts(s.rules, s.dealer == winner or s.dealer == p):
        return 0
    if s.seat[winner].fed[p] >= 3:
        out |= LIABLE
    if s.seat[p].fed[winner] >= 3:
        out |= COUNTER_LIABLE
    return out


cdef void read_claims(const State* s, const HangzhouValue* value,
                      HangzhouBill* bill) noexcept nogil:
    # what the hand would have been worth without each claim that kept its float chain alive
    cdef const Seat* seat = &s.seat[bill.winner]
    cdef int i, less
    if value.doubles[<int>DOUBLE_FLOAT] == 0:
        return
    bill.n_claims = seat.n_claims
    for i in range(seat.n_claims):
        less = seat.floats - seat.claim_floats[i] + seat.kan_streak - seat.claim_kans[i]
        bill.claim_from[i] = seat.claim_from[i]
        bill.claim_before[i] = bill.multiplier >> less


cdef void bill_for(const State* s, int winner, int source, const HangzhouValue* value,
                   Ledger* lines) noexcept nogil:
    # what the win moves
    cdef HangzhouBill bill
    cdef int p
    memset(&bill, 0, sizeof(bill))
    bill.banker = s.dealer
    bill.winner = <uint8_t>winner
    bill.level = <uint8_t>level(s)
    bill.source = <uint8_t>source
    bill.giver = NOBODY if source == OWN_TILE else s.discarder
    bill.multiplier = value.multiplier
    for p in range(s.rules.seats):
        bill.chips[p] = max(<int>s.seat[p].score, 0) if s.rules.start_chips >= 0 else -1
        bill.relation[p] = <uint8_t>(relation(s, winner, p) if p != winner else 0)
    read_claims(s, value, &bill)
    ledger_clear(lines)
    hangzhou_pay(s.rules, &bill, lines)


cdef void settle(State* s, int winner, int source, const HangzhouValue* value) noexcept nogil:
    cdef Ledger lines
    bill_for(s, winner, source, value, &lines)
    begin_wins(s, 1 << winner, BY_TSUMO if source == OWN_TILE else BY_RON)
    s.last_winner = <uint8_t>winner
    charge_all(s, &lines)
    finish_end(s, winner, winner == s.dealer)


cdef void win_with(State* s, int winner, int code, int source) noexcept nogil:
    cdef HangzhouWin win
    cdef HangzhouValue value
    facts(s, winner, code, source, &win)
    hangzhou_value(s.rules, &win, &value)
    settle(s, winner, source, &value)


cdef bint may_tsumo(const State* s, int p) noexcept nogil:
    return not after_claim(s) and completes(&s.seat[p], s.drawn)


cdef void chombo(State* s, int culprits) noexcept nogil:
    # pays what the win would have brought; a hand that is not complete, a win without doubles
    cdef int p = lowest(culprits)
    cdef bint own = s.phase == PHASE_OWN
    cdef int source = OWN_TILE if own else ROBBED_TILE if s.robbing else CLAIMED_TILE
    cdef HangzhouWin win
    cdef HangzhouValue value
    cdef Ledger lines, back
    memset(&value, 0, sizeof(value))
    if not own and completes(&s.seat[p], s.discard):
        facts(s, p, s.discard, source, &win)
        hangzhou_value(s.rules, &win, &value)
    value.multiplier = max(value.multiplier, 1)
    bill_for(s, p, source, &value, &lines)
    ledger_clear(&back)
    pay_back(&lines, &back)
    end_chombo(s, &back)


cdef void verb(State* s, int action) noexcept nogil:
    cdef HangzhouValue value
    if action == WIN:
        win_with(s, s.turn, s.drawn, OWN_TILE)
    elif action == TEN_HONOURS:
        memset(&value, 0, sizeof(value))
        value.multiplier = honours_value(s.rules, s.seat[s.turn].honour_run)
        settle(s, s.turn, OWN_TILE, &value)


cdef void won(State* s, int winners) noexcept nogil:
    cdef int p = lowest(winners)
    win_with(s, p, s.discard, ROBBED_TILE if s.robbing else CLAIMED_TILE)


cdef void wall_empty(State* s) noexcept nogil:
    begin_summary(s, END_DRAW)
    finish_end(s, s.dealer, s.rules.draw_increments_stay)


cdef bint any_tile_wins(const State* s, const Seat* seat) noexcept nogil:
    cdef Concealed hand
    memcpy(hand.kind, seat.kind, KINDS)
    memcpy(hand.index, seat.index, sizeof(hand.index))
    hand.wild = seat.wild
    hand.sets = sets_left(s.rules, seat)
    return is_wild_eye(s.rules, &hand)


cdef void hangzhou_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_HANGZHOU]
    regional_defaults(f)
    f.before_deal = before_deal
    f.own_turn = own_turn
    f.verb = verb
    f.may_win = may_win
    f.may_tsumo = may_tsumo
    f.chombo = chombo
    f.calls_of = calls_of
    f.discarded = discarded
    f.unclaimed = unclaimed
    f.called = called
    f.kan_made = kan_made
    f.won = won
    f.wall_empty = wall_empty
    f.any_tile_wins = any_tile_wins


hangzhou_install()
