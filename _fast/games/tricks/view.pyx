# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The observation layout of the card games: what a seat may know, and nothing else.

Four buffers like those of mahjong (observe.pyx), seats relative: planes (uint8, one place for each
of 36 cards), globals (float32), history (uint16, HISTORY) and the oracle planes.  One table of rows
for all card games (card_rows.py); what a game does not have is zero.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.games.tricks.sets cimport LENGTHS, RUNS, SUIT_FLAGS, SUIT_SETS, below, put_cards
from shugi._fast.core.bits cimport count
from shugi._fast.core.cards cimport (
    CARD_PLACES, CARD_RANKS, CARD_SEATS, CARD_SUITS, NO_CARD, NO_SUIT, CardTable, suit_cards,
    suit_of,
)
from shugi._fast.core.state cimport State
from shugi._fast.core.zeros cimport zeros
cimport shugi._fast.view.card_global_at as global_at
cimport shugi._fast.view.card_oracle_at as oracle_at
cimport shugi._fast.view.card_plane_at as plane_at
from shugi._fast.view.observe cimport VIEWS
from shugi._fast.view.scales cimport Scales, divide, scales_make
from shugi._fast.games.tricks.seat_view cimport (
    CardView, card_ops, card_view, place_from, seat_from, trick_winner,
)

from shugi._fast.games.tricks import card_rows
from shugi._fast.rules.games import games_with

cdef Scales SCALES
scales_make(&SCALES, card_rows.GLOBAL_ROWS)
if (card_rows.CARD_SEATS, card_rows.CARD_SUITS) != (CARD_SEATS, CARD_SUITS):
    raise RuntimeError("card_rows.py has other seats or suits than the engine")

cdef inline uint8_t* card_plane(uint8_t* at, int i) noexcept nogil:
    return at + i * CARD_PLACES


# --- planes ---------------------------------------------------------------------------------------

cdef void write_own(const CardView* v, uint8_t* at) noexcept nogil:
    put_cards(card_plane(at, plane_at.HAND), v.known[0])
    put_cards(card_plane(at, plane_at.ASIDE), v.aside[0])
    if v.acts:
        put_cards(card_plane(at, plane_at.CHOICES), v.s.legal[0] & v.pack)
    write_shape(v.known[0], card_plane(at, plane_at.HAND), at)


cdef void write_shape(uint64_t hand, const uint8_t* own, uint8_t* at) noexcept nogil:
    # cards of the suit, length of the run, cards of the rank; own: the hand as a plane
    cdef uint64_t[CARD_SUITS] held       # ranks 6 to K, a byte each
    cdef uint64_t by_rank = 0
    cdef int aces = 0
    cdef int suit, cards, first
    for suit in range(CARD_SUITS):
        first = CARD_RANKS * suit
        cards = hand >> first & (SUIT_SETS - 1)
        memcpy(card_plane(at, plane_at.SUIT_LENGTH) + first, LENGTHS[cards], CARD_RANKS)
        memcpy(card_plane(at, plane_at.RUN) + first, RUNS[cards], CARD_RANKS)
        memcpy(&held[suit], own + first, 8)
        by_rank += held[suit]
        aces += own[first + 8]
    for suit in range(CARD_SUITS):
        first = CARD_RANKS * suit
        held[suit] = held[suit] * 0xFF & by_rank   # a byte of ones where a card is held
        memcpy(card_plane(at, plane_at.RANK) + first, &held[suit], 8)
        card_plane(at, plane_at.RANK)[first + 8] = <uint8_t>(own[first + 8] * aces)


cdef void write_known(const CardView* v, uint8_t* at) noexcept nogil:
    cdef int i
    for i in range(1, v.seats):
        put_cards(card_plane(at, plane_at.KNOWN + i - 1), v.known[i])
        put_cards(card_plane(at, plane_at.KNOWN_ASIDE + i - 1), v.aside[i])
        put_cards(card_plane(at, plane_at.POSSIBLE + i - 1), v.possible[i])
    for i in range(v.seats):
        put_cards(card_plane(at, plane_at.SHOWN + i), v.t.shown[seat_from(v, i)])
    put_cards(card_plane(at, plane_at.TALON_SEEN), v.talon)
    put_cards(card_plane(at, plane_at.TALON_OPEN), v.open_talon)
    put_cards(card_plane(at, plane_at.UNSEEN), v.unseen)


cdef void write_play(const CardView* v, uint8_t* at) noexcept nogil:
    cdef int i, card, winner
    cdef uint64_t elsewhere = 0
    for i in range(1, v.seats):
        elsewhere |= v.possible[i]
    for i in range(v.seats):
        card = v.t.trick[seat_from(v, i)]
        put_cards(card_plane(at, plane_at.PLAYED + i), v.t.played[seat_from(v, i)])
        if card != NO_CARD:
            card_plane(at, plane_at.TRICK + i)[card] = 1
    winner = trick_winner(v.t)
    if winner != NO_CARD:
        card_plane(at, plane_at.WINNING)[winner] = 1
        put_cards(card_plane(at, plane_at.LED), suit_cards(suit_of(v.t.trick[v.t.leader])) & v.pack)
    if v.t.trump != NO_SUIT:
        put_cards(card_plane(at, plane_at.TRUMP), suit_cards(v.t.trump) & v.pack)
    if winner != NO_CARD:
        put_cards(card_plane(at, plane_at.BEATS), v.known[0] & beating(v.t, winner))
    put_cards(card_plane(at, plane_at.MASTER), v.known[0] & ~below(elsewhere))


cdef uint64_t beating(const CardTable* t, int winner) noexcept nogil:
    # what beats() says of all cards at once
    cdef int suit = suit_of(winner)
    cdef uint64_t out = suit_cards(suit) & ~((<uint64_t>2 << winner) - 1)
    return out if t.trump == suit or t.trump == NO_SUIT else out | suit_cards(t.trump)


# --- globals --------------------------------------------------------------------------------------

cdef void write_seats(const CardView* v, float* at) noexcept nogil:
    cdef int i, p
    for i in range(v.seats):
        p = seat_from(v, i)
        at[global_at.PRESENT + i] = 1
        at[global_at.SCORE + i] = v.s.seat[p].score
        at[global_at.CARDS + i] = count(v.t.hand[p])
        at[global_at.N_ASIDE + i] = count(v.t.aside[p])
        at[global_at.TRICKS + i] = v.t.tricks[p]
        memcpy(at + global_at.VOID + CARD_SUITS * i, SUIT_FLAGS[v.t.void[p]],
               CARD_SUITS * sizeof(float))


cdef void write_table(const CardView* v, float* at) noexcept nogil:
    at[global_at.DEALER + place_from(v, v.s.dealer)] = 1
    at[global_at.ACTOR + place_from(v, v.s.actor)] = 1
    if v.t.n_trick:
        at[global_at.LEADER + place_from(v, v.t.leader)] = 1
    at[global_at.TRUMP_SUIT + (v.t.trump if v.t.trump != NO_SUIT else CARD_SUITS)] = 1
    at[global_at.N_TRICK] = v.t.n_trick
    at[global_at.TALON] = v.s.n_wall - v.s.head
    at[global_at.N_PLAYED] = count(v.gone)
    at[global_at.HAND_NO] = v.s.hand_no
    at[global_at.ACTS] = v.acts


cdef void write_stage(const CardView* v, float* at) noexcept nogil:
    # what another is asked is not told: some questions speak of his hand
    if v.acts:
        at[global_at.STAGE + v.t.stage + card_ops(v.s).first_stage] = 1


# --- oracle ---------------------------------------------------------------------------------------

cdef void write_hidden(const CardView* v, uint8_t* at) noexcept nogil:
    cdef int i
    for i in range(1, v.seats):
        put_cards(card_plane(at, oracle_at.HANDS + i - 1), v.t.hand[seat_from(v, i)])
        put_cards(card_plane(at, oracle_at.ASIDES + i - 1), v.t.aside[seat_from(v, i)])
        put_cards(card_plane(at, oracle_at.LOOKED_AT + i - 1), v.t.seen[seat_from(v, i)])
    for i in range(v.s.head, v.s.n_wall):
        card_plane(at, oracle_at.TALON_ORDER)[v.s.wall[i]] = <uint8_t>(i - v.s.head + 1)


# --- writing --------------------------------------------------------------------------------------

cdef void observe_card_seat(const State* s, int seat, uint8_t* planes,
                            float* globals_) noexcept nogil:
    cdef CardView v
    card_view(s, seat, &v)
    if planes != NULL:
        write_planes(&v, planes)
    if globals_ != NULL:
        write_globals(&v, globals_)


cdef void write_planes(const CardView* v, uint8_t* at) noexcept nogil:
    zeros(at, plane_at.END * CARD_PLACES)
    write_own(v, at)
    write_known(v, at)
    write_play(v, at)
    card_ops(v.s).planes(v, at)


cdef void write_globals(const CardView* v, float* at) noexcept nogil:
    zeros(at, global_at.END * sizeof(float))
    write_seats(v, at)
    write_table(v, at)
    write_stage(v, at)
    card_ops(v.s).globals_(v, at)
    divide(&SCALES, at)


cdef void observe_card_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil:
    cdef CardView v
    card_view(s, seat, &v)
    zeros(planes, oracle_at.END * CARD_PLACES)
    write_hidden(&v, planes)


cdef int _game
for _game in games_with("plays_cards"):
    VIEWS[_game].observe = observe_card_seat
    VIEWS[_game].oracle = observe_card_oracle
