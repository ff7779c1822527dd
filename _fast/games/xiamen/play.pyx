# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Xiamen and Quanzhou: the opening, own turns, floats, claims, the knock (xiamen 3 and 6)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport KNOCK, PASS, ROB_GOLD, WIN
from shugi._fast.core.bits cimport bit, has, lowest
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rules cimport (
    FLOAT_ROUND_TRIGGER_ANY, GAME_XIAMEN, KNOCK_TIME_AT_DRAW, KNOCK_TIME_OWN_LAST_TURN,
    NEXT_BANKER_WINNER, OPENING_ORDER_KNOCK_FIRST, WILD_EYE_CLAIM_RULE_STATE, Rules,
)
from shugi._fast.core.sizes cimport CODES, KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, PHASE_OFFER, PHASE_OWN, ROB_KAKAN, Ledger, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, NO_KIND, SEASON_1, WILD, code_of_face
from shugi._fast.core.wall cimport draw_live, draw_replacement, live_left
from shugi._fast.flow.calls cimport CAN_KAN, CAN_PON, CAN_WIN, next_seat
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.hand cimport hand_add, hand_remove, refresh_ready, sets_left
from shugi._fast.flow.hand_end cimport begin_summary, begin_wins
from shugi._fast.flow.ledger cimport REASON_CHOMBO, ledger_clear, pay
from shugi._fast.flow.turns cimport allow, allow_none, discard_bits, draw_tile, lay_down, own_turn
from shugi._fast.games.chinese.common cimport (
    allow_kans, charge_all, end_chombo, finish_end, float_rounds, forget_skipped,
    pay_back, put_offer, regional_defaults,
)
from shugi._fast.games.xiamen.deal cimport (
    FLOWER_BITS, lay_flowers, meld_flowers, turn_gold, wins_by_flowers,
)
from shugi._fast.games.xiamen.win cimport (
    AWARD_COMMON, AWARD_EARTHLY, AWARD_EIGHT_FLOWERS, AWARD_HEAVENLY, AWARD_KNOCK, AWARD_KNOCK_DEAL,
    AWARD_ROB_GOLD, AWARD_ROB_KAN, AWARD_WALL, GOLDS, XiamenValue, XiamenWin, better_award,
    dealt_award, float_award, followed_honours, gold_bars_claim, has_own_place, is_floating,
    is_whole, must_float, xiamen_settle, xiamen_value,
)

cdef enum:
    OPENING = 5          # questions asked after the deal (xiamen 3.1)
    LAST_ROUND = 4       # fewer live tiles than this: a player's own last draw (xiamen 7.3)

cdef enum Offer:             # State.offer: a win that is offered outside the own turn
    OFFER_NONE = 0
    OFFER_HEAVENLY = 1       # the dealt hand of the banker
    OFFER_KNOCK_DEAL = 2     # three golds dealt
    OFFER_ROB_GOLD = 3       # the indicator completes a dealt hand
    OFFER_ROB_TILE = 4       # the banker robs the gold: which tile he discards
    OFFER_KNOCK = 5          # three golds when the hand would be drawn
    OFFER_EIGHT_FLOWERS = 6  # Quanzhou; taken without a choice
    OFFERS = 7

cdef uint64_t HONOUR_BITS = <uint64_t>0x7F << KIND_EAST
cdef uint64_t GOLD_BIT = bit(WILD)

# by Offer
cdef uint8_t[OFFERS] OFFER_VERB
OFFER_VERB[:] = [PASS, WIN, KNOCK, ROB_GOLD, ROB_GOLD, KNOCK, WIN]
cdef uint8_t[OFFERS] OFFER_AWARD
OFFER_AWARD[:] = [
    AWARD_WALL, AWARD_HEAVENLY, AWARD_KNOCK_DEAL, AWARD_ROB_GOLD, AWARD_ROB_GOLD, AWARD_KNOCK,
    AWARD_EIGHT_FLOWERS,
]


# ---- shapes of a seat's hand

cdef bint whole_with(const Rules* r, const Seat* seat, int golds) noexcept nogil:
    # is the hand with so many golds more complete?
    return is_whole(r, seat.kind, seat.index, sets_left(r, seat), seat.wild + golds)


cdef bint floats_now(const Rules* r, const Seat* seat) noexcept nogil:
    # gold-float state: any tile drawn wins (xiamen 3.5)
    return seat.wild and is_floating(r, seat.kind, seat.index, sets_left(r, seat), seat.wild)


cdef void copy_without(const Rules* r, const Seat* seat, int code, Seat* out) noexcept nogil:
    memcpy(out, seat, sizeof(Seat))
    hand_remove(r, out, code)


cdef bint floated_before(const State* s, int p) noexcept nogil:
    # gold-float state before the drawn tile
    cdef Seat before
    if s.seat[p].wild == 0:
        return False
    copy_without(s.rules, &s.seat[p], s.drawn, &before)
    return floats_now(s.rules, &before)


# ---- the deal (2)

cdef void refresh_hands(State* s) noexcept nogil:
    # readiness without the banker's tile more
    cdef int p
    for p in range(s.rules.seats):
        if p == s.dealer:
            hand_remove(s.rules, &s.seat[p], s.drawn)
        refresh_ready(s.rules, &s.seat[p])
        if p == s.dealer:
            hand_add(s.rules, &s.seat[p], s.drawn)


cdef void after_deal(State* s) noexcept nogil:
    cdef Seat* banker = &s.seat[s.dealer]
    cdef int extra = draw_live(s)
    cdef int winner
    hand_add(s.rules, banker, extra)
    s.first_discard = 1
    winner = meld_flowers(s)
    if winner != NOBODY:
        offer(s, winner, OFFER_EIGHT_FLOWERS)
        return
    turn_gold(s)
    extra = code_of_face(extra, s.indicator)
    # a flower's place was taken by one of the supplements
    s.drawn = <uint8_t>(extra if banker.hand[extra] else lowest(banker.held))
    refresh_hands(s)
    ask_opening(s, 0)


# ---- offers: wins outside the own turn

cdef void offer(State* s, int p, int what) noexcept nogil:
    put_offer(s, p, what, OFFER_VERB[what])
    choice(s)


cdef void choice(State* s) noexcept nogil:
    allow_none(s)
    if s.offer == OFFER_ROB_TILE:
        s.legal[0] = robbing_discards(s)
        return
    allow(s, s.verb)
    if s.offer != OFFER_EIGHT_FLOWERS:      # that win is compulsory (xiamen 7.14)
        allow(s, PASS)


cdef bint robs_gold(const State* s, int p) noexcept nogil:
    return (s.rules.rob_gold and whole_with(s.rules, &s.seat[p], 1)
            and not must_float(s.rules, s.seat[p].wild, AWARD_ROB_GOLD))


cdef int dealt_line(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    return dealt_award(s.rules, seat.kind, seat.index, sets_left(s.rules, seat), seat.wild)


cdef bint opens(const State* s, int p, int what) noexcept nogil:
    if what == OFFER_KNOCK_DEAL:
        return s.seat[p].wild == GOLDS
    if what == OFFER_ROB_GOLD:
        return robs_gold(s, p)
    return (whole_with(s.rules, &s.seat[p], 0)
            and not must_float(s.rules, s.seat[p].wild, dealt_line(s, p)))


cdef void ask_opening(State* s, int step) noexcept nogil:
    """Goes on with the opening's questions (xiamen 3.1) at a step, then the banker's first turn.

    Steps: heavenly, knock and the three others robbing in the order of the rules.
    """
    cdef bint knock_first = s.rules.opening_order == OPENING_ORDER_KNOCK_FIRST
    cdef int knock_step = 1 if knock_first else OPENING - 1
    cdef int p = s.dealer
    cdef int i, what
    for i in range(OPENING):
        what = OFFER_HEAVENLY if i == 0 else OFFER_KNOCK_DEAL if i == knock_step else OFFER_ROB_GOLD
        if what == OFFER_ROB_GOLD:
            p = next_seat(s, p)
        if i < step:
            continue
        s.arg = <uint8_t>i
        if what == OFFER_KNOCK_DEAL:
            if ask_knock(s, what):
                return
        elif opens(s, p, what):
            offer(s, p, what)
            return
    own_turn(s)


cdef bint ask_knock(State* s, int what) noexcept nogil:
    # who holds all three golds
    cdef int p
    for p in range(s.rules.seats):
        if s.seat[p].wild == GOLDS and not s.seat[p].forfeited:
            offer(s, p, what)
            return True
    return False


cdef int offered_award(const State* s, int what) noexcept nogil:
    return dealt_line(s, s.actor) if what == OFFER_HEAVENLY else OFFER_AWARD[what]


cdef bint offer_stands(const State* s) noexcept nogil:
    cdef int p = s.actor
    cdef int what = s.offer
    if what == OFFER_NONE or s.verb != OFFER_VERB[what]:
        return False
    if what == OFFER_EIGHT_FLOWERS:
        return wins_by_flowers(s, p)
    if s.indicator == NO_TILE or (s.arg > OPENING and s.arg != NO_TILE):
        return False
    if what == OFFER_KNOCK or what == OFFER_KNOCK_DEAL:
        return s.seat[p].wild == GOLDS and not s.seat[p].forfeited
    if what == OFFER_ROB_GOLD:
        return p != s.dealer and opens(s, p, what)
    if p != s.dealer or s.turn != s.dealer or not s.first_discard:
        return False
    return what == OFFER_ROB_TILE or opens(s, p, what)


cdef void answer_offer(State* s, int action) noexcept nogil:
    cdef int what = s.offer
    if what == OFFER_ROB_TILE:
        lay_down(s, action)
    elif action != PASS:
        win(s, s.actor, offered_award(s, what), NO_TILE)
    elif what == OFFER_KNOCK:
        end_in_draw(s)
    else:
        ask_opening(s, s.arg + 1)


# ---- the own turn

cdef bint in_opening(const State* s) noexcept nogil:
    # the banker's first turn before he has drawn or declared anything
    return s.first_discard and not s.drawn_rinshan


cdef void lay_drawn_flower(State* s) noexcept nogil:
    cdef int p = s.turn
    lay_flowers(s, p)
    if wins_by_flowers(s, p):
        offer(s, p, OFFER_EIGHT_FLOWERS)
    elif live_left(s) > 0:
        draw_tile(s, p, draw_replacement(s), True)
    else:
        s.drawn = NO_TILE
        wall_empty(s)


cdef uint64_t honours_seen(const State* s) noexcept nogil:
    # honours discarded so far by anybody
    cdef const Seat* seat
    cdef uint64_t seen = 0
    cdef int p, i
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        if s.rules.honour_rule_counts_claimed:
            seen |= seat.discarded
            continue
        for i in range(seat.n_river):
            if KIND_OF[seat.river[i]] != NO_KIND and not called_away(seat.river_flags, i):
                seen |= bit(KIND_OF[seat.river[i]])
    return seen & HONOUR_BITS


cdef uint64_t legal_discards(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t bits = discard_bits(s, p)
    cdef uint64_t forced
    if not s.rules.follow_honours or not bits & HONOUR_BITS:
        return bits
    forced = honours_seen(s) & bits
    if forced:
        forced = followed_honours(seat.kind, forced)
    if not forced:
        return bits
    if s.rules.honour_rule_exempts_gold:
        forced |= bits & GOLD_BIT
    return forced


cdef uint64_t robbing_discards(const State* s) noexcept nogil:
    # of the banker, which leave a hand that robs the gold
    cdef const Seat* seat = &s.seat[s.dealer]
    cdef Seat left
    cdef uint64_t bits = legal_discards(s, s.dealer)
    cdef uint64_t out = 0
    cdef int code
    for code in range(CODES):
        if not has(bits, code):
            continue
        copy_without(s.rules, seat, code, &left)
        if whole_with(s.rules, &left, 1) and not must_float(s.rules, left.wild, AWARD_ROB_GOLD):
            out |= bit(code)
    return out


cdef int own_award(const State* s, int p) noexcept nogil:
    cdef int award = AWARD_WALL
    if floated_before(s, p):
        award = better_award(s.rules, award, float_award(s.seat[p].floats))
    return award


cdef bint wins_own(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if seat.shanten > 0 or s.drawn == NO_TILE or seat.forfeited or in_opening(s):
        return False
    if not whole_with(s.rules, seat, 0):
        return False
    return (not s.rules.required_float
            or not must_float(s.rules, seat.wild, own_award(s, p)))


cdef bint knocks_in_turn(const State* s, int p) noexcept nogil:
    return (s.rules.knock_time == KNOCK_TIME_OWN_LAST_TURN and s.seat[p].wild == GOLDS
            and s.drawn != NO_TILE
            and not s.seat[p].forfeited and live_left(s) < LAST_ROUND)


cdef void write_own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    cdef Seat* seat = &s.seat[p]
    if seat.held & FLOWER_BITS:
        lay_drawn_flower(s)
        return
    seat.missed_win = 0
    seat.missed_call = 0
    if s.float_round == p:
        s.float_round = NOBODY
    s.legal[0] |= legal_discards(s, p)
    allow_kans(s, p)
    if wins_own(s, p):
        allow(s, WIN)
    if knocks_in_turn(s, p):
        allow(s, KNOCK)
    if in_opening(s) and s.rules.rob_gold and robbing_discards(s):
        allow(s, ROB_GOLD)


cdef void verb(State* s, int action) noexcept nogil:
    if s.phase == PHASE_OFFER:
        answer_offer(s, action)
    elif action == ROB_GOLD:
        offer(s, s.turn, OFFER_ROB_TILE)
    elif action == KNOCK:
        win(s, s.turn, AWARD_KNOCK, NO_TILE)
    elif action == WIN:
        win(s, s.turn, own_award(s, s.turn), NO_TILE)


# ---- discards and floats (xiamen 3.5)

cdef void discarded(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.discarder]
    cdef bint floating
    if s.phase == PHASE_OFFER:
        win(s, s.discarder, AWARD_ROB_GOLD, NO_TILE)
        return
    if s.discard != WILD:
        seat.floats = 0
        return
    floating = floats_now(s.rules, seat)
    # a turn opened by a claim has drawn nothing: its float begins a chain
    seat.floats = (seat.floats if s.drawn != NO_TILE else 0) + 1 if floating else 0
    if floating or s.rules.float_round_trigger == FLOAT_ROUND_TRIGGER_ANY:
        s.float_round = s.discarder
    if s.rules.false_float_forfeits and not floating:
        seat.forfeited = 1


# ---- claims (xiamen 3.4)

cdef bint claim_bars(const State* s, int p) noexcept nogil:
    # a complete hand that may not win on another's tile
    cdef const Seat* seat = &s.seat[p]
    cdef const Rules* r = s.rules
    cdef uint8_t[KINDS] kind
    cdef int rounds = float_rounds(s)
    if seat.floats or seat.forfeited or has(seat.missed_win, KIND_OF[s.discard]):
        return True
    if rounds and (has(rounds, p) or not r.float_round_claim_win):
        return True
    if seat.wild and gold_bars_claim(r, s.robbing != 0):
        return True
    if must_float(r, seat.wild, AWARD_COMMON):
        return True
    if not floats_now(r, seat):
        return False
    if r.wild_eye_claim_rule == WILD_EYE_CLAIM_RULE_STATE:
        return True
    memcpy(kind, seat.kind, KINDS)
    kind[KIND_OF[s.discard]] += 1
    return not has_own_place(r, kind, seat.wild, KIND_OF[s.discard])


cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef int kind = KIND_OF[s.discard]
    if kind == NO_KIND or not has(s.seat[p].waits, kind):
        return False
    if s.robbing and s.robbing != ROB_KAKAN:
        return False
    return not claim_bars(s, p)


cdef int calls_of(const State* s, int p, int options) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if seat.floats and not s.rules.floater_may_claim:
        return 0
    if float_rounds(s) & ~(1 << p):
        return 0
    if has(seat.missed_call, KIND_OF[s.discard]):
        options &= ~(CAN_PON | CAN_KAN)
    return options


cdef void note_missed(State* s) noexcept nogil:
    # what was passed stays barred until the own turn comes or is skipped
    cdef uint64_t kind = bit(KIND_OF[s.discard])
    cdef int p
    for p in range(s.rules.seats):
        if s.answer[p] == PASS and s.option[p] & (CAN_WIN | CAN_PON | CAN_KAN):
            s.seat[p].missed_win |= kind
            s.seat[p].missed_call |= kind


cdef bint unclaimed(State* s) noexcept nogil:
    if s.rules.missed_win_or_pung_rule and KIND_OF[s.discard] != NO_KIND:
        note_missed(s)
    if not s.robbing:
        s.first_discard = 0
    return False


cdef void called(State* s, int verb) noexcept nogil:
    forget_skipped(s)


# ---- the end of a hand (4, 5, 6)

cdef void won_hand(const State* s, int p, int award, int claimed, XiamenWin* out) noexcept nogil:
    # `claimed`: kind of another's tile; NO_TILE
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    memset(out, 0, sizeof(XiamenWin))
    memcpy(out.kind, seat.kind, KINDS)
    out.golds = seat.wild + (award == AWARD_ROB_GOLD)
    out.claimed = NO_TILE
    if claimed != NO_TILE:
        out.kind[claimed] += 1
        if not s.robbing or s.rules.robbed_tile_is_open:
            out.claimed = <uint8_t>claimed
    out.n_meld = seat.n_meld
    memcpy(out.meld, seat.meld, sizeof(seat.meld))
    for i in range(seat.n_aside):
        out.flowers |= <uint8_t>(1 << (seat.aside[i] - SEASON_1))
    out.award = <uint8_t>award
    out.winner = <uint8_t>p
    out.banker = s.dealer


cdef void win(State* s, int p, int award, int claimed) noexcept nogil:
    cdef XiamenWin hand
    cdef XiamenValue value
    cdef Ledger lines
    cdef bint ron = claimed != NO_TILE
    won_hand(s, p, award, claimed, &hand)
    xiamen_value(s.rules, &hand, &value)
    ledger_clear(&lines)
    xiamen_settle(s.rules, &hand, &value, s.honba, s.stay_sum, &lines)
    begin_wins(s, 1 << p, BY_RON if ron else BY_TSUMO)
    charge_all(s, &lines)
    if p == s.dealer:
        s.stay_sum += value.multiplier
        finish_end(s, p, True)
        return
    s.stay_sum = 0
    finish_end(s, p if s.rules.next_banker == NEXT_BANKER_WINNER else next_seat(s, s.dealer), False)


cdef int claimed_award(const State* s) noexcept nogil:
    if s.robbing:
        return AWARD_ROB_KAN
    if s.first_discard:
        return better_award(s.rules, AWARD_COMMON, AWARD_EARTHLY)
    return AWARD_COMMON


cdef void won(State* s, int winners) noexcept nogil:
    win(s, lowest(winners), claimed_award(s), KIND_OF[s.discard])


cdef void value_lines(const State* s, const XiamenWin* hand, int lent,
                      Ledger* lines) noexcept nogil:
    # what the win would move; sets that are not there have no water, nor have golds that are lent
    cdef XiamenValue value
    xiamen_value(s.rules, hand, &value)
    value.water = value.flowers + value.golds + value.melds + max(value.sets, 0) - lent
    ledger_clear(lines)
    xiamen_settle(s.rules, hand, &value, s.honba, s.stay_sum, lines)


cdef void pay_for_float(const State* s, int culprit, int floater, Ledger* out) noexcept nogil:
    # alone, all that the floating player would have won: any tile is the eye of a gold
    cdef XiamenWin hand
    cdef Ledger lines
    cdef int i
    won_hand(s, floater, float_award(s.seat[floater].floats), NO_TILE, &hand)
    hand.golds += 1
    value_lines(s, &hand, 1, &lines)
    for i in range(lines.n):
        pay(out, REASON_CHOMBO, culprit, floater, lines.line[i].amount, lines.line[i].detail)


cdef void chombo(State* s, int culprits) noexcept nogil:
    cdef int culprit = lowest(culprits)
    cdef bint own = s.phase == PHASE_OWN
    cdef int rounds = float_rounds(s)
    cdef XiamenWin hand
    cdef Ledger lines, back
    cdef int p
    won_hand(s, culprit, own_award(s, culprit) if own else claimed_award(s),
             NO_TILE if own else KIND_OF[s.discard], &hand)
    value_lines(s, &hand, 0, &lines)
    ledger_clear(&back)
    pay_back(&lines, &back)
    for p in range(s.rules.seats):
        if p != culprit and has(rounds, p) and s.seat[p].floats:
            pay_for_float(s, culprit, p, &back)
    end_chombo(s, &back)


cdef void wall_empty(State* s) noexcept nogil:
    if s.rules.knock_time == KNOCK_TIME_AT_DRAW and ask_knock(s, OFFER_KNOCK):
        return
    end_in_draw(s)


cdef void end_in_draw(State* s) noexcept nogil:
    begin_summary(s, END_DRAW)
    s.stay_sum += s.rules.draw_increments_stay
    finish_end(s, s.dealer, s.rules.draw_increments_stay)


cdef uint64_t aside_codes(const Rules* r) noexcept nogil:
    return FLOWER_BITS


cdef bint any_tile_wins(const State* s, const Seat* seat) noexcept nogil:
    return is_floating(s.rules, seat.kind, seat.index, sets_left(s.rules, seat), seat.wild)


cdef void xiamen_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_XIAMEN]
    regional_defaults(f)
    f.after_deal = after_deal
    f.own_turn = write_own_turn
    f.verb = verb
    f.choice = choice
    f.may_win = may_win
    f.may_tsumo = wins_own
    f.chombo = chombo
    f.calls_of = calls_of
    f.discarded = discarded
    f.unclaimed = unclaimed
    f.called = called
    f.won = won
    f.wall_empty = wall_empty
    f.aside_codes = aside_codes
    f.any_tile_wins = any_tile_wins
    f.offer_stands = offer_stands


xiamen_install()
