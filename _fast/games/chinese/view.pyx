# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The globals that the regional games fill.

Whether a discarded wildcard was a true float follows from a hidden hand: of the others only what
lies open is told, so ``floats`` is the own chain, and the kan streak of a seat that has just
discarded a wildcard is left out.
"""

from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport PHASE_OFFER, Seat, State
from shugi._fast.core.tiles cimport KAN_TILE, PLANT_1, SEASON_1, WILD
cimport shugi._fast.view.global_at as global_at
from shugi._fast.view.observe cimport VIEWS
from shugi._fast.view.seat_view cimport has_drawn, is_covered, seat_at

from shugi._fast.rules.games import games_with


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


cdef int shown_streak(const SeatView* v, int relative, const Seat* seat) noexcept nogil:
    if relative and seat.n_river and seat.river[seat.n_river - 1] == WILD:
        return 0
    return seat.kan_streak


cdef void write_own(const SeatView* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    cdef const Seat* me = &s.seat[v.seat]
    at[global_at.WILDS_HELD] = me.hand[<int>WILD]
    at[global_at.WILDS_UNSEEN] = v.deck.wild
    at[global_at.KAN_TILES_HELD] = kan_tiles_held(me)
    at[global_at.KAN_TILES_UNSEEN] = v.deck.kan[0] + v.deck.kan[1]
    if has_drawn(v):
        at[global_at.WILD_DRAWN] = s.drawn == WILD
        at[global_at.KAN_TILE_DRAWN] = is_kan_tile(s.drawn)
    at[global_at.FLOATS] = me.floats
    at[global_at.MISSED_WIN] = me.missed_win != 0
    at[global_at.MISSED_CALL] = me.missed_call != 0
    at[global_at.MISSED_DOUBLES] = me.missed_doubles
    at[global_at.FORFEITED] = me.forfeited


cdef void write_hand_state(const SeatView* v, float* at) noexcept nogil:
    cdef const State* s = v.s
    at[global_at.OFFER] = v.acts and s.phase == PHASE_OFFER
    at[global_at.STAYS] = s.honba if s.honba < 3 else 3
    at[global_at.STAY_SUM] = s.stay_sum
    at[global_at.FIRST_DISCARD] = s.first_discard
    at[global_at.SERIES] = s.series
    at[global_at.KAN_DISCARD] = s.kan_discard
    at[global_at.LAST_DRAWS] = s.last_draws


cdef void write_aside(const Seat* seat, float* seasons, float* plants) noexcept nogil:
    cdef int i, code
    for i in range(seat.n_aside):
        code = seat.aside[i]
        seasons[0] += SEASON_1 <= code < SEASON_1 + 4
        plants[0] += PLANT_1 <= code < PLANT_1 + 4


cdef void write_seat(const SeatView* v, int relative, float* at) noexcept nogil:
    cdef int number = seat_at(v, relative)
    cdef const Seat* seat = &v.s.seat[number]
    cdef int i
    cdef int n = 0
    at[global_at.FIRST_TURN + relative] = seat.n_river == 0
    at[global_at.WILDS_DISCARDED + relative] = wilds_discarded(seat)
    at[global_at.KAN_STREAK + relative] = shown_streak(v, relative, seat)
    at[global_at.KAN_TILES + relative] = seat.kan_tiles
    at[global_at.WILD_KANS + relative] = seat.wild_kans
    write_aside(seat, at + global_at.SEASONS + relative, at + global_at.PLANTS + relative)
    for i in range(seat.n_meld):
        n += is_covered(v, relative, &seat.meld[i])
    at[global_at.COVERED_KANS + relative] = n
    at[global_at.FLOAT_ROUND + relative] = v.s.float_round == number
    at[global_at.FIRST_DISCLOSED + relative] = v.s.first_discloser == number
    at[global_at.HONOUR_RUN + relative] = 0 if seat.honour_run == NO_TILE else seat.honour_run


cdef void count_unseen(const SeatView* v, float* at) noexcept nogil:
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
    at[global_at.WILDS_UNSEEN] -= wilds
    at[global_at.KAN_TILES_UNSEEN] -= kans


cdef int melds_from(const Seat* taker, int giver) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(taker.n_meld):
        n += taker.meld[i].from_seat == giver
    return n


cdef void write_regional(const SeatView* v, float* at) noexcept nogil:
    cdef int relative, number
    write_own(v, at)
    write_hand_state(v, at)
    count_unseen(v, at)
    for relative in range(v.seats):
        number = seat_at(v, relative)
        write_seat(v, relative, at)
        if relative:
            at[global_at.FED_BY + relative - 1] = melds_from(&v.s.seat[v.seat], number)
            at[global_at.FED_TO + relative - 1] = melds_from(&v.s.seat[number], v.seat)
    at[global_at.LAST_HAND] = at[global_at.LAST_HAND + 1] = <int>v.s.hand_no >= v.r.match_hands


cdef int _game
for _game in games_with("regional"):
    VIEWS[_game].globals_ = write_regional
