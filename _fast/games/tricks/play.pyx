# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the card games share: dealing, following suit, tricks."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from shugi._fast.core.bits cimport bit
from shugi._fast.core.blank cimport blank_turn
from shugi._fast.core.cards cimport CARD_SEATS, NO_CARD, NO_SUIT, CardTable, beats, suit_of
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport PHASE_CARDS
from shugi._fast.core.wall cimport draw_live, wall_open
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.game_ops cimport game_ops, game_ops_clear
from shugi._fast.flow.ledger cimport move
from shugi._fast.flow.turns cimport allow_none, draw_first_dealer


# ---- the deal

cdef void clear_table(State* s) noexcept nogil:
    wall_open(s)
    blank_turn(s)
    s.history_total = 0
    memset(s.history, 0, sizeof(s.history))
    memset(&s.cards, 0, sizeof(CardTable))
    memset(s.cards.trick, NO_CARD, CARD_SEATS)
    s.cards.trump = NO_SUIT


cdef uint64_t take_cards(State* s, int n) noexcept nogil:
    cdef uint64_t out = 0
    cdef int _i
    for _i in range(n):
        out |= bit(draw_live(s))
    return out


# ---- questions

cdef void ask(State* s, int p, int stage) noexcept nogil:
    s.phase = PHASE_CARDS
    s.actor = <uint8_t>p
    s.turn = <uint8_t>p
    s.cards.stage = <uint8_t>stage
    refresh(s)


cdef void refresh(State* s) noexcept nogil:
    allow_none(s)
    game_ops(s).choice(s)


cdef void apply(State* s, int action) noexcept nogil:
    game_ops(s).verb(s, action)


# ---- tricks

cdef uint64_t follow(uint64_t hand, int led) noexcept nogil:
    cdef uint64_t same
    if led == NO_SUIT:
        return hand
    same = hand & suit_cards(led)
    return same if same else hand


cdef void lay_card(State* s, int p, int card) noexcept nogil:
    cdef CardTable* t = &s.cards
    cdef uint64_t laid = bit(card)
    if t.n_trick == 0:
        t.leader = <uint8_t>p
    elif suit_of(card) != suit_of(t.trick[t.leader]):
        t.void[p] |= <uint8_t>(1 << suit_of(t.trick[t.leader]))
    t.hand[p] &= ~laid
    t.played[p] |= laid
    t.trick[p] = <uint8_t>card
    t.n_trick += 1


cdef int take_trick(State* s) noexcept nogil:
    cdef CardTable* t = &s.cards
    cdef int winner = t.leader
    cdef int p = t.leader
    cdef int _i
    for _i in range(s.rules.seats - 1):
        p = next_seat(s, p)
        if beats(t, t.trick[p], t.trick[winner]):
            winner = p
    t.tricks[winner] += 1
    t.n_trick = 0
    memset(t.trick, NO_CARD, CARD_SEATS)
    return winner


# ---- scores

cdef void score_points(State* s, int reason, int p, int32_t points) noexcept nogil:
    if points > 0:
        move(s, reason, NOBODY, p, points, 0)
    elif points < 0:
        move(s, reason, p, NOBODY, -points, 0)


# ---- the table

cdef void card_defaults(GameOps* f) noexcept nogil:
    game_ops_clear(f)
    f.begin_game = draw_first_dealer
    f.apply = apply
    f.refresh = refresh
