# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The observation layout of the card games: what a seat may know, and nothing else.

Four buffers like those of mahjong (observe.pyx), seats relative: planes (uint8, PLANES x 36, one
place for each card), globals (float32, GLOBALS), history (uint16, HISTORY) and the oracle planes.
One table of rows for all card games; what a game does not have is zero.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.cards.ninety_nine.play cimport nine_premium
from shugi._fast.cards.ninety_nine.score cimport NINE_BID_CARDS, bid_value
from shugi._fast.cards.sets cimport LENGTHS, RUNS, SUIT_FLAGS, SUIT_SETS, below, put_cards
from shugi._fast.core.bits cimport count, has
from shugi._fast.core.card_actions cimport NONE
from shugi._fast.core.cards cimport (
    CARD_PLACES, CARD_RANKS, CARD_SEATS, CARD_SUITS, NO_CARD, NO_SUIT, CardTable, suit_cards,
    suit_of,
)
from shugi._fast.core.rules cimport OFFER_MODE_SEQUENTIAL
from shugi._fast.core.sizes cimport HISTORY as TOKENS
from shugi._fast.view.blocks cimport Blocks, lay_out, write_blocks
from shugi._fast.view.observe_piquet cimport write_piquet, write_piquet_cards
from shugi._fast.view.sight_cards cimport CardSight, card_sight, place_from, seat_from, trick_winner

from shugi._fast.view.blocks import rows_of
from shugi._fast.view.observe_piquet import PIQUET_PLANES, PIQUET_ROWS

HISTORY = TOKENS

cdef enum:
    STAGES = 24          # room for the questions of both games
    NINES_STAGE = 18     # the first of Ninety-Nine


cdef inline uint8_t* card_plane(uint8_t* at, int i) noexcept nogil:
    return at + i * CARD_PLACES


# --- planes ---------------------------------------------------------------------------------------

cdef void write_own(const CardSight* v, uint8_t* at) noexcept nogil:
    put_cards(card_plane(at, 0), v.known[0])
    put_cards(card_plane(at, 1), v.aside[0])
    if v.acts:
        put_cards(card_plane(at, 2), v.s.legal[0] & v.pack)
    write_shape(v.known[0], at, at + 3 * CARD_PLACES)


cdef void write_shape(uint64_t hand, const uint8_t* own, uint8_t* at) noexcept nogil:
    # cards of the suit, length of the run, cards of the rank; own: the hand as a plane
    cdef uint64_t[CARD_SUITS] held       # ranks 6 to K, a byte each
    cdef uint64_t by_rank = 0
    cdef int aces = 0
    cdef int suit, cards, first
    for suit in range(CARD_SUITS):
        first = CARD_RANKS * suit
        cards = hand >> first & (SUIT_SETS - 1)
        memcpy(card_plane(at, 0) + first, LENGTHS[cards], CARD_RANKS)
        memcpy(card_plane(at, 1) + first, RUNS[cards], CARD_RANKS)
        memcpy(&held[suit], own + first, 8)
        by_rank += held[suit]
        aces += own[first + 8]
    for suit in range(CARD_SUITS):
        first = CARD_RANKS * suit
        held[suit] = held[suit] * 0xFF & by_rank   # a byte of ones where a card is held
        memcpy(card_plane(at, 2) + first, &held[suit], 8)
        card_plane(at, 2)[first + 8] = <uint8_t>(own[first + 8] * aces)


cdef void write_known(const CardSight* v, uint8_t* at) noexcept nogil:
    cdef int i
    for i in range(1, v.seats):
        put_cards(card_plane(at, i - 1), v.known[i])
        put_cards(card_plane(at, i + 1), v.aside[i])
        put_cards(card_plane(at, i + 3), v.possible[i])
    for i in range(v.seats):
        put_cards(card_plane(at, 6 + i), v.t.shown[seat_from(v, i)])
    put_cards(card_plane(at, 9), v.talon)
    put_cards(card_plane(at, 10), v.open_talon)
    put_cards(card_plane(at, 11), v.unseen)


cdef void write_play(const CardSight* v, uint8_t* at) noexcept nogil:
    cdef int i, card, winner
    cdef uint64_t elsewhere = 0
    for i in range(1, v.seats):
        elsewhere |= v.possible[i]
    for i in range(v.seats):
        card = v.t.trick[seat_from(v, i)]
        put_cards(card_plane(at, i), v.t.played[seat_from(v, i)])
        if card != NO_CARD:
            card_plane(at, 3 + i)[card] = 1
    winner = trick_winner(v.t)
    if winner != NO_CARD:
        card_plane(at, 6)[winner] = 1
        put_cards(card_plane(at, 7), suit_cards(suit_of(v.t.trick[v.t.leader])) & v.pack)
    if v.t.trump != NO_SUIT:
        put_cards(card_plane(at, 8), suit_cards(v.t.trump) & v.pack)
    if winner != NO_CARD:
        put_cards(card_plane(at, 9), v.known[0] & beating(v.t, winner))
    put_cards(card_plane(at, 10), v.known[0] & ~below(elsewhere))


cdef uint64_t beating(const CardTable* t, int winner) noexcept nogil:
    # what card_beats() says of all cards at once
    cdef int suit = suit_of(winner)
    cdef uint64_t out = suit_cards(suit) & ~((<uint64_t>2 << winner) - 1)
    return out if t.trump == suit or t.trump == NO_SUIT else out | suit_cards(t.trump)


# --- globals --------------------------------------------------------------------------------------

cdef void write_seats(const CardSight* v, float* at) noexcept nogil:
    cdef int i, p
    for i in range(v.seats):
        p = seat_from(v, i)
        at[i] = 1
        at[3 + i] = v.s.seat[p].score / <float>100
        at[6 + i] = count(v.t.hand[p]) / <float>12
        at[9 + i] = count(v.t.aside[p]) / <float>8
        at[12 + i] = v.t.tricks[p] / <float>12
        memcpy(at + 15 + CARD_SUITS * i, SUIT_FLAGS[v.t.void[p]], CARD_SUITS * sizeof(float))


cdef void write_table(const CardSight* v, float* at) noexcept nogil:
    at[place_from(v, v.s.dealer)] = 1
    at[3 + place_from(v, v.s.actor)] = 1
    if v.t.n_trick:
        at[6 + place_from(v, v.t.leader)] = 1
    at[9 + (v.t.trump if v.t.trump != NO_SUIT else CARD_SUITS)] = 1
    at[14] = v.t.n_trick / <float>2
    at[15] = (v.s.n_wall - v.s.head) / <float>12
    at[16] = count(v.gone) / <float>36
    at[17] = v.s.hand_no / <float>10
    at[18] = v.acts


cdef void write_stage(const CardSight* v, float* at) noexcept nogil:
    # what another is asked is not told: some questions speak of his hand
    if v.acts:
        at[v.t.stage + (NINES_STAGE if v.r.bids else 0)] = 1


cdef void write_nines(const CardSight* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    cdef int i, p, bid
    cdef int premium
    if not v.r.bids:
        return
    premium = nine_premium(s)
    for i in range(v.seats):
        p = seat_from(v, i)
        bid = bid_value(v.aside[i])
        at[i] = bid / <float>9
        if count(v.aside[i]) == NINE_BID_CARDS:
            at[3 + i] = 1
            at[6 + i] = (bid - v.t.tricks[p]) / <float>9
        if offer_is_told(s, v.seat, p):
            at[9 + 3 * i + s.answer[p] - NONE] = 1
        at[18 + i] = p == premium
        at[21 + i] = v.t.game.ninety_nine.won[p] / <float>3


cdef bint offer_is_told(const State* s, int seat, int p) noexcept nogil:
    # hidden until all are in, unless they are made in turn
    if not has(s.asked, p):
        return False
    cdef bint in_turn = s.rules.offer_mode == OFFER_MODE_SEQUENTIAL
    return p == seat or in_turn or s.asked == (1 << s.rules.seats) - 1


# --- oracle ---------------------------------------------------------------------------------------

cdef void write_hidden(const CardSight* v, uint8_t* at) noexcept nogil:
    cdef int i
    for i in range(1, v.seats):
        put_cards(card_plane(at, i - 1), v.t.hand[seat_from(v, i)])
        put_cards(card_plane(at, i + 1), v.t.aside[seat_from(v, i)])
        put_cards(card_plane(at, i + 3), v.t.seen[seat_from(v, i)])
    for i in range(v.s.head, v.s.n_wall):
        card_plane(at, 6)[v.s.wall[i]] = <uint8_t>(i - v.s.head + 1)


# --- the layout -----------------------------------------------------------------------------------

# block: the function that writes it, then (name, size, scale, meaning) of its rows
PLANE_BLOCKS = [
    (<size_t><void*>write_own, [
        ("hand", 1, 1, "own cards"),
        ("aside", 1, 1, "own cards laid aside: exchanged, or bid"),
        ("choices", 1, 1, "cards that may be chosen now"),
        ("suit_length", 1, 8, "own cards of the card's suit, at own cards"),
        ("run", 1, 8, "length of the run in the own hand that the card lies in"),
        ("rank", 1, 4, "own cards of the card's rank, at own cards"),
    ]),
    (<size_t><void*>write_known, [
        ("known", CARD_SEATS - 1, 1, "known to be in the hand, by opponent"),
        ("known_aside", CARD_SEATS - 1, 1, "known to be laid aside, by opponent"),
        ("possible", CARD_SEATS - 1, 1, "may be in the hand for all that play has told"),
        ("shown", CARD_SEATS, 1, "shown to all as the seat's, played or not, by seat"),
        ("talon_seen", 1, 1, "cards left in the talon that the own seat has looked at"),
        ("talon_open", 1, 1, "cards left in the talon that all have looked at"),
        ("unseen", 1, 1, "in others' hands, laid aside by them, or left in the talon"),
    ]),
    (<size_t><void*>write_play, [
        ("played", CARD_SEATS, 1, "played in this hand, the running trick too, by seat"),
        ("trick", CARD_SEATS, 1, "the card in the running trick, by seat"),
        ("winning", 1, 1, "the card that takes the trick as it stands"),
        ("led", 1, 1, "cards of the suit led"),
        ("trump", 1, 1, "cards of the trump suit"),
        ("beats", 1, 1, "own cards that would take the trick as it stands, were they legal"),
        ("master", 1, 1, "own cards that no card of their suit in another hand can beat"),
    ]),
    (<size_t><void*>write_piquet_cards, PIQUET_PLANES),
]
GLOBAL_BLOCKS = [
    (<size_t><void*>write_seats, [
        ("present", CARD_SEATS, 1, "the seat plays"),
        ("score", CARD_SEATS, 100, "points of the game"),
        ("cards", CARD_SEATS, 12, "cards in hand"),
        ("n_aside", CARD_SEATS, 8, "cards laid aside"),
        ("tricks", CARD_SEATS, 12, "tricks won"),
        ("void", CARD_SEATS * CARD_SUITS, 1, "suits that the seat did not follow: C H S D"),
    ]),
    (<size_t><void*>write_table, [
        ("dealer", CARD_SEATS, 1, "who deals"),
        ("actor", CARD_SEATS, 1, "who decides"),
        ("leader", CARD_SEATS, 1, "who led the running trick"),
        ("trump_suit", CARD_SUITS + 1, 1, "C H S D, none"),
        ("n_trick", 1, 2, "cards in the running trick"),
        ("talon", 1, 12, "cards left in the talon"),
        ("n_played", 1, 36, "cards played in this hand"),
        ("hand_no", 1, 10, "hands dealt in this match, this one included"),
        ("acts", 1, 1, "the own seat decides now"),
    ]),
    (<size_t><void*>write_stage, [
        ("stage", STAGES, 1, "what is asked: Piquet, then Ninety-Nine; if deciding"),
    ]),
    (<size_t><void*>write_nines, [
        ("bid", CARD_SEATS, 9, "what the cards laid aside bid, as far as known, by seat"),
        ("bid_known", CARD_SEATS, 1, "the seat's whole bid is known"),
        ("bid_needs", CARD_SEATS, 9, "tricks that a known bid still wants; negative: too many"),
        ("offer", CARD_SEATS * 3, 1, "none, declare, reveal, once it is told, by seat"),
        ("premium", CARD_SEATS, 1, "whose offer took effect"),
        ("race_games", CARD_SEATS, 3, "games of the race won"),
    ]),
    (<size_t><void*>write_piquet, PIQUET_ROWS),
]
ORACLE_BLOCKS = [
    (<size_t><void*>write_hidden, [
        ("hands", CARD_SEATS - 1, 1, "cards in hand, by opponent"),
        ("asides", CARD_SEATS - 1, 1, "cards laid aside, by opponent"),
        ("looked_at", CARD_SEATS - 1, 1, "talon cards that the opponent has looked at"),
        ("talon_order", 1, 12, "place in the talon, 1 = the next card"),
    ]),
]
# bits of a token
HISTORY_BLOCKS = [
    (0, [
        ("code", 8, 1, "the card, or what the event tells"),
        ("event", 6, 1, "what happened (CardEvent, core/cards.pxd); 0 = empty"),
        ("seat", 2, 1, "relative seat that acted"),
    ]),
]

cdef Blocks plane_blocks
cdef Blocks global_blocks
cdef Blocks oracle_blocks

PLANE_ROWS = lay_out(&plane_blocks, PLANE_BLOCKS, PLANES, CARD_PLACES, "observe_cards.pxd")
GLOBAL_ROWS = lay_out(&global_blocks, GLOBAL_BLOCKS, GLOBALS, sizeof(float), "observe_cards.pxd")
ORACLE_ROWS = lay_out(
    &oracle_blocks, ORACLE_BLOCKS, ORACLE_PLANES, CARD_PLACES, "observe_cards.pxd")
HISTORY_ROWS = rows_of(HISTORY_BLOCKS, 8 * sizeof(uint16_t), "observe_cards.pxd")


# --- writing --------------------------------------------------------------------------------------

cdef void observe_card_seat(const State* s, int seat, uint8_t* planes,
                            float* globals_) noexcept nogil:
    cdef CardSight v
    card_sight(s, seat, &v)
    if planes != NULL:
        write_blocks(&plane_blocks, &v, planes)
    if globals_ != NULL:
        write_blocks(&global_blocks, &v, globals_)


cdef void observe_card_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil:
    cdef CardSight v
    card_sight(s, seat, &v)
    write_blocks(&oracle_blocks, &v, planes)
