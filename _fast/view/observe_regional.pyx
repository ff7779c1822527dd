# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The block of the globals that the regional games fill, and their table without an order.

Whether a discarded wildcard was a true float follows from a hidden hand: of the others only what
lies open is told, so ``floats`` is the own chain, and the kan streak of a seat that has just
discarded a wildcard is left out.
"""

from shugi._fast.core.history cimport is_discard, token_ago, token_code, token_seat, tokens
from shugi._fast.core.river cimport called_away
from shugi._fast.core.sizes cimport NO_TILE, SEATS
from shugi._fast.core.state cimport EVENT_DISCARD, PHASE_OFFER, Seat
from shugi._fast.core.tiles cimport (
    HIDDEN, KAN_TILE, KIND_OF, NO_KIND, PLANT_1, SEASON_1, WILD, kinds_in_counts,
)
from shugi._fast.view.sight cimport has_drawn, is_covered, plane, seat_at, seat_places

REGIONAL_ROWS = [
    ("wilds_held", 1, 4, "own wildcards"),
    ("wilds_unseen", 1, 4, "wildcards in the wall or in others' hands"),
    ("wild_drawn", 1, 1, "the tile just drawn is a wildcard"),
    ("kan_tiles_held", 1, 4, "own tiles that can be laid aside as kans (Wuhan)"),
    ("kan_tiles_unseen", 1, 4, "these in the wall or in others' hands"),
    ("kan_tile_drawn", 1, 1, "the tile just drawn is one"),
    ("floats", 1, 2, "own running float chain"),
    ("missed_win", 1, 1, "own: a win was passed since the own turn"),
    ("missed_call", 1, 1, "own: a call was passed since the own turn"),
    ("missed_doubles", 1, 4, "own: doubles of the win passed plus one (Kawuxing)"),
    ("forfeited", 1, 1, "own: no win in this hand any more"),
    ("offer", 1, 1, "a win outside the own turn is offered; if deciding"),
    ("stays", 1, 3, "hands in a row that the dealer kept the deal before this one, at most 3"),
    ("stay_sum", 1, 8, "multipliers of these stays (Xiamen)"),
    ("first_discard", 1, 1, "the dealer's first discard has not been passed yet"),
    ("series", 1, 4, "kans of the running series over all seats (Kawuxing)"),
    ("kan_discard", 1, 1, "the discard ended a turn with a kan"),
    ("last_draws", 1, 4, "of the last four tiles, drawn so far (Wuhan)"),
    ("fed_by", SEATS - 1, 3, "own open sets made from the discards of each opponent"),
    ("fed_to", SEATS - 1, 3, "open sets of each opponent made from own discards"),
    ("wilds_discarded", SEATS, 4, "wildcards in the river, by seat"),
    ("kan_streak", SEATS, 4, "own kans in a row, by seat; not after an opponent's wildcard"),
    ("kan_tiles", SEATS, 4, "kan tiles laid aside or discarded, by seat"),
    ("wild_kans", SEATS, 4, "wildcards laid aside or discarded as kans, by seat"),
    ("seasons", SEATS, 4, "seasons laid down, by seat"),
    ("plants", SEATS, 4, "plants laid down, by seat"),
    ("covered_kans", SEATS, 4, "closed kans that lie face down, by seat"),
    ("float_round", SEATS, 1, "whose discarded wildcard restricts the others"),
    ("first_disclosed", SEATS, 1, "who disclosed first"),
    ("honour_run", SEATS, 10, "discards, if all of them were honours, by seat (ten honours)"),
]

cdef enum:               # where the rows of REGIONAL_ROWS begin
    AT_FED_BY = 18
    AT_FED_TO = AT_FED_BY + SEATS - 1
    AT_SEATS = AT_FED_TO + SEATS - 1


cdef uint64_t kinds_in_play(const Sight* v) noexcept nogil:
    return kinds_in_counts(v.deck.kind)


cdef bint is_kan_tile(int code) noexcept nogil:
    return code == KAN_TILE or code == KAN_TILE + 1


cdef int kan_tiles_held(const Seat* seat) noexcept nogil:
    return seat.hand[<int>KAN_TILE] + seat.hand[<int>KAN_TILE + 1]


cdef int wilds_discarded(const Seat* seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(seat.n_river):
        n += seat.river[i] == WILD
    return n


cdef int shown_streak(const Sight* v, int relative, const Seat* seat) noexcept nogil:
    if relative and seat.n_river and seat.river[seat.n_river - 1] == WILD:
        return 0
    return seat.kan_streak


cdef void write_own(const Sight* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    cdef const Seat* me = &s.seat[v.seat]
    at[0] = me.hand[<int>WILD] / <float>4
    at[1] = v.deck.wild / <float>4
    at[3] = kan_tiles_held(me) / <float>4
    at[4] = (v.deck.kan[0] + v.deck.kan[1]) / <float>4
    if has_drawn(v):
        at[2] = s.drawn == WILD
        at[5] = is_kan_tile(s.drawn)
    at[6] = me.floats / <float>2
    at[7] = me.missed_win != 0
    at[8] = me.missed_call != 0
    at[9] = me.missed_doubles / <float>4
    at[10] = me.forfeited


cdef void write_hand_state(const Sight* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    at[11] = v.acts and s.phase == PHASE_OFFER
    at[12] = (s.honba if s.honba < 3 else 3) / <float>3
    at[13] = s.stay_sum / <float>8
    at[14] = s.first_discard
    at[15] = s.series / <float>4
    at[16] = s.kan_discard
    at[17] = s.last_draws / <float>4


cdef void write_aside(const Seat* seat, float* seasons, float* plants) noexcept nogil:
    cdef int i, code
    for i in range(seat.n_aside):
        code = seat.aside[i]
        seasons[0] += 0.25 * (SEASON_1 <= code < SEASON_1 + 4)
        plants[0] += 0.25 * (PLANT_1 <= code < PLANT_1 + 4)


cdef void write_seat(const Sight* v, int relative, float* at) noexcept nogil:
    cdef int number = seat_at(v, relative)
    cdef const Seat* seat = &v.s.seat[number]
    cdef int i
    cdef int n = 0
    at[0] = wilds_discarded(seat) / <float>4
    at[4] = shown_streak(v, relative, seat) / <float>4
    at[8] = seat.kan_tiles / <float>4
    at[12] = seat.wild_kans / <float>4
    write_aside(seat, at + 16, at + 20)
    for i in range(seat.n_meld):
        n += is_covered(v, relative, &seat.meld[i])
    at[24] = n / <float>4
    at[28] = v.s.float_round == number
    at[32] = v.s.first_discloser == number
    at[36] = 0 if seat.honour_run == NO_TILE else seat.honour_run / <float>10


cdef void count_unseen(const Sight* v, float* at) noexcept nogil:
    # what lies open or in the own hand of the tiles that have no kind
    cdef const Seat* seat
    cdef int relative, i
    cdef int wilds = v.s.seat[v.seat].hand[<int>WILD]
    cdef int kans = kan_tiles_held(&v.s.seat[v.seat])
    for relative in range(v.seats):
        seat = &v.s.seat[seat_at(v, relative)]
        wilds += wilds_discarded(seat)
        for i in range(seat.n_river):
            kans += is_kan_tile(seat.river[i])
        for i in range(seat.n_aside):
            wilds += seat.aside[i] == WILD
            kans += is_kan_tile(seat.aside[i])
    at[1] -= wilds / <float>4
    at[4] -= kans / <float>4


cdef int fed(const Seat* taker, int giver) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(taker.n_meld):
        n += taker.meld[i].from_seat == giver
    return n


cdef void write_regional(const Sight* v, float* at) noexcept nogil:
    cdef int relative, number
    write_own(v, at)
    write_hand_state(v, at)
    count_unseen(v, at)
    for relative in range(v.seats):
        number = seat_at(v, relative)
        write_seat(v, relative, at + AT_SEATS + relative)
        if relative:
            at[AT_FED_BY + relative - 1] = fed(&v.s.seat[v.seat], number) / <float>3
            at[AT_FED_TO + relative - 1] = fed(&v.s.seat[number], v.seat) / <float>3


# --- a table on which nobody remembers who discarded what -----------------------------------------

cdef void write_heap(const Sight* v, uint8_t* at, uint8_t* recent) noexcept nogil:
    cdef const State* s = v.s
    cdef const Seat* seat
    cdef uint8_t[SEATS] place
    cdef int relative, i, kind
    for relative in range(v.seats):
        seat = &s.seat[seat_at(v, relative)]
        for i in range(seat.n_river):
            kind = KIND_OF[seat.river[i]]
            if kind != NO_KIND and not called_away(seat.river_flags, i):
                at[kind] += 1
    i = newest_discard(s, tokens(s))
    if i >= 0:
        i = token_ago(s, i)
        seat_places(s, v.seat, place)
        if KIND_OF[token_code(i)] != NO_KIND:
            plane(recent, place[token_seat(i)])[KIND_OF[token_code(i)]] = 8


cdef int newest_discard(const State* s, int n) noexcept nogil:
    # how many tokens ago
    cdef int i
    for i in range(n):
        if is_discard(token_ago(s, i)):
            return i
    return -1


cdef int untold(int token) noexcept nogil:
    if not is_discard(token):
        return token
    return (token & 0xC000) | EVENT_DISCARD << 8 | HIDDEN
