# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Ninety-Nine: the bids, the offers, nine tricks, and what follows (ninety_nine.md 2-5)."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from shugi._fast.games.ninety_nine.points cimport (
    NINE_BID_CARDS, NINE_HAND, NINE_SEATS, NinetyNineEnd, NinetyNineHand, NinetyNineScore,
    bid_choices, bid_value, first_trump, nine_end, nine_pay, nine_result, nine_score, premium_seat,
)
from shugi._fast.games.tricks.play cimport (
    ask, card_defaults, clear_table, follow, lay_card, take_cards, take_trick,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.card_actions cimport NONE, REVEAL
from shugi._fast.core.cards cimport (
    CARD_OFFERED, CARD_PLAYED, CARD_SHOWN, NO_SUIT, CardTable, NinetyNineTable, suit_of,
)
from shugi._fast.core.rules cimport (
    GAME_NINETY_NINE, MODE_RACE, OFFER_MODE_SEQUENTIAL, OFFER_MODE_SIMULTANEOUS, Rules,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport BY_TSUMO, Ledger, State
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.hand_end cimport NextHand, begin_wins, finish_hand
from shugi._fast.flow.ledger cimport ledger_clear, move_all
from shugi._fast.flow.turns cimport allow, record_event


cdef enum:
    REASONS = 3              # tricks, bid, premium


# ---- the deal

cdef void deal(State* s) noexcept nogil:
    cdef CardTable* t = &s.cards
    cdef NinetyNineTable match = t.game.ninety_nine
    cdef uint64_t[NINE_SEATS] told
    cdef int trump = t.trump
    cdef int p, _i
    for p in range(NINE_SEATS):
        told[p] = t.shown[p] & t.aside[p] if s.hand_over else 0
    clear_table(s)
    t.game.ninety_nine = match
    t.trump = <uint8_t>(first_trump(s.rules) if s.hand_no == 1 else trump)
    for p in range(NINE_SEATS):
        # bids that were opened when the hand before ended
        record_cards(s, p, told[p])
    p = s.dealer
    for _i in range(NINE_SEATS):
        p = next_seat(s, p)
        t.hand[p] = take_cards(s, NINE_HAND)
    ask(s, 0, STAGE_BID)


cdef void record_cards(State* s, int p, uint64_t cards) noexcept nogil:
    while cards:
        record_event(s, p, CARD_SHOWN, lowest(cards))
        cards = without_lowest(cards)


# ---- questions

cdef void choice(State* s) noexcept nogil:
    cdef CardTable* t = &s.cards
    cdef int p = s.actor
    cdef int offer
    if t.stage == STAGE_BID:
        s.legal[0] = bid_choices(t.hand[p], t.aside[p])
    elif t.stage == STAGE_PLAY:
        s.legal[0] = follow(t.hand[p], suit_of(t.trick[t.leader]) if t.n_trick else NO_SUIT)
    else:
        allow(s, NONE)
        for offer in range(standing_offer(s) + 1, REVEAL + 1):
            allow(s, offer)


cdef int standing_offer(const State* s) noexcept nogil:
    # offers made in turn must be higher than those before
    cdef int best = NONE
    cdef int p
    if s.rules.offer_mode == OFFER_MODE_SEQUENTIAL:
        for p in range(NINE_SEATS):
            if has(s.asked, p):
                best = max(best, <int>s.answer[p])
    return best


cdef void verb(State* s, int action) noexcept nogil:
    if s.cards.stage == STAGE_BID:
        lay_aside(s, s.actor, action)
    elif s.cards.stage == STAGE_OFFER:
        answer(s, s.actor, action)
    else:
        play(s, s.actor, action)


# ---- bids and offers

cdef void lay_aside(State* s, int p, int card) noexcept nogil:
    cdef CardTable* t = &s.cards
    t.hand[p] &= ~bit(card)
    t.aside[p] |= bit(card)
    if count(t.aside[p]) < NINE_BID_CARDS:
        ask(s, p, STAGE_BID)
    elif p + 1 < NINE_SEATS:
        ask(s, p + 1, STAGE_BID)
    elif s.rules.premiums:
        ask(s, next_seat(s, s.dealer) if s.rules.offer_mode == OFFER_MODE_SEQUENTIAL else 0,
            STAGE_OFFER)
    else:
        begin_play(s)


cdef void answer(State* s, int p, int offer) noexcept nogil:
    s.answer[p] = <uint8_t>offer
    s.asked |= <uint8_t>(1 << p)
    if s.rules.offer_mode == OFFER_MODE_SEQUENTIAL:
        record_event(s, p, CARD_OFFERED, offer)
    if s.asked == (1 << NINE_SEATS) - 1:
        open_offers(s)
        begin_play(s)
    else:
        ask(s, next_seat(s, p), STAGE_OFFER)


cdef void open_offers(State* s) noexcept nogil:
    cdef CardTable* t = &s.cards
    cdef int p = s.dealer
    cdef int _i
    if s.rules.offer_mode == OFFER_MODE_SIMULTANEOUS:
        for _i in range(NINE_SEATS):
            p = next_seat(s, p)
            record_event(s, p, CARD_OFFERED, s.answer[p])
    p = nine_premium(s)
    if p == NOBODY:
        return
    t.shown[p] = t.aside[p]
    if s.answer[p] == REVEAL:
        t.shown[p] |= t.hand[p]
    record_cards(s, p, t.shown[p])


cdef int nine_premium(const State* s) noexcept nogil:
    if s.asked != (1 << NINE_SEATS) - 1:
        return NOBODY
    return premium_seat(s.answer, s.dealer)


# ---- the play

cdef void begin_play(State* s) noexcept nogil:
    ask(s, next_seat(s, s.dealer), STAGE_PLAY)


cdef void play(State* s, int p, int card) noexcept nogil:
    cdef int winner
    lay_card(s, p, card)
    record_event(s, p, CARD_PLAYED, card)
    if s.cards.n_trick < NINE_SEATS:
        ask(s, next_seat(s, p), STAGE_PLAY)
        return
    winner = take_trick(s)
    if s.cards.hand[winner]:
        ask(s, winner, STAGE_PLAY)
    else:
        end_hand(s)


# ---- the end of a hand

cdef void end_hand(State* s) noexcept nogil:
    cdef NinetyNineHand hand
    cdef NinetyNineScore score
    cdef Ledger lines
    cdef int p
    hand.premium = nine_premium(s)
    hand.offer = NONE if hand.premium == NOBODY else s.answer[hand.premium]
    for p in range(NINE_SEATS):
        hand.bid[p] = bid_value(s.cards.aside[p])
        hand.tricks[p] = s.cards.tricks[p]
    nine_score(&hand, &score)
    begin_wins(s, score.made, BY_TSUMO)
    for p in range(NINE_SEATS):
        if s.rules.show_bids_at_end or has(score.made, p):
            record_cards(s, p, s.cards.aside[p] & ~s.cards.shown[p])
            s.cards.shown[p] |= s.cards.aside[p]
    ledger_clear(&lines)
    nine_pay(&hand, &score, &lines)
    move_all(s, &lines)
    s.cards.trump = <uint8_t>score.next_trump
    follow_up(s, &score)


cdef void follow_up(State* s, const NinetyNineScore* score) noexcept nogil:
    # what the hand or the game was worth, and what comes next
    cdef NinetyNineTable* match = &s.cards.game.ninety_nine
    cdef NinetyNineEnd end
    cdef NextHand following
    cdef int32_t[NINE_SEATS] total
    cdef int p
    for p in range(NINE_SEATS):
        total[p] = s.seat[p].score
    nine_end(s.rules, total, s.hand_no, match.won, &end)
    if s.rules.mode != MODE_RACE:
        pay_result(s, score.total)
    elif end.winner != NOBODY:
        end_game(s, end.winner, end.over)
    if end.resets:
        s.cards.trump = <uint8_t>first_trump(s.rules)
    following.over = end.over
    following.repeats = 0
    following.dealer = next_seat(s, s.dealer)
    following.round = min(s.round + 1, 255)
    following.honba = 0
    finish_hand(s, &following)


cdef void end_game(State* s, int winner, bint over) noexcept nogil:
    # of a race: its result is a game won
    cdef int32_t[NINE_SEATS] games
    cdef int p
    memset(games, 0, sizeof(games))
    games[winner] = 1
    pay_result(s, games)
    s.cards.game.ninety_nine.won[winner] += 1
    if over:
        return
    for p in range(NINE_SEATS):
        s.seat[p].score = 0


cdef void pay_result(State* s, const int32_t* amount) noexcept nogil:
    cdef Ledger lines
    ledger_clear(&lines)
    nine_result(amount, &lines)
    move_all(s, &lines)


cdef int games_won(const State* s, int seat) noexcept nogil:
    return s.cards.game.ninety_nine.won[seat]


cdef int ledger_lines(const Rules* r) noexcept nogil:
    return REASONS * r.seats + r.seats * (r.seats - 1)


cdef void ninety_nine_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_NINETY_NINE]
    card_defaults(f)
    f.deal = deal
    f.choice = choice
    f.verb = verb
    f.ledger_lines = ledger_lines
    f.games_won = games_won


ninety_nine_install()
