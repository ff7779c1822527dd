# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of Sichuan alone, and what its wins would pay."""

from libc.stdint cimport uint8_t

from shugi._fast.core.bits cimport count
from shugi._fast.core.rules cimport GAME_SICHUAN, Rules
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport BY_TSUMO, Seat
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.games.chinese.view cimport write_regional
from shugi._fast.games.sichuan.play cimport n_given, players_left, sichuan_hand
from shugi._fast.games.sichuan.win cimport (
    SC_CLAIM, SC_OWN, SichuanValue, SichuanWin, sichuan_value, win_units,
)
cimport shugi._fast.view.global_at as global_at
cimport shugi._fast.view.plane_at as plane_at
from shugi._fast.view.observe cimport VIEWS
from shugi._fast.view.observe_wins cimport UNIT_POINTS, WINS, AskedHand, Pays
from shugi._fast.view.seat_view cimport SeatView, plane, seat_at

cdef enum:
    SUITS = 3


# ---- rows of its own

cdef void write_planes(const SeatView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef int i
    for i in range(n_given(me)):
        plane(at, plane_at.GIVEN)[me.given[i]] += 1


cdef void write_own(const SeatView* v, float* at) noexcept nogil:
    cdef const Seat* seat
    cdef int i
    write_regional(v, at)
    at[global_at.KAN_DISCARD] = (
        v.s.kan_payers != 0 and v.s.discard != NO_TILE and not v.s.robbing)
    if v.s.exchange_way:
        at[global_at.EXCHANGE_WAY + v.s.exchange_way - 1] = 1
    for i in range(v.seats):
        seat = &v.s.seat[seat_at(v, i)]
        at[global_at.WON + i] = seat.won != 0
        if seat.void_suit:
            at[global_at.VOID_SUIT + SUITS * i + seat.void_suit - 1] = 1


# ---- what wins pay

cdef bint wins_tell(const Rules* r) noexcept nogil:
    return True


cdef int sichuan_pays(const SeatView* v, Pays* of, int kind, int by) noexcept nogil:
    cdef const AskedHand* hand = &of.hand
    cdef bint drawn = by == BY_TSUMO
    cdef SichuanWin win
    cdef SichuanValue value
    sichuan_hand(v.s, v.seat, SC_CLAIM, kind, &win)
    if hand.gone != NO_TILE:
        win.kind[KIND_OF[hand.gone]] -= 1
    win.source = SC_OWN if drawn else SC_CLAIM
    win.after_kan = win.blessed = win.last_tile = 0
    sichuan_value(v.r, &win, &value)
    if not value.legal:
        return 0
    return UNIT_POINTS * win_units(v.r, value.doubles, drawn) // v.r.unit * (
        count(players_left(v.s)) - 1 if drawn else 1)


VIEWS[<int>GAME_SICHUAN].planes = write_planes
VIEWS[<int>GAME_SICHUAN].globals_ = write_own
WINS[<int>GAME_SICHUAN].tell = wins_tell
WINS[<int>GAME_SICHUAN].pays = sichuan_pays
