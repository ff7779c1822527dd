# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What wins of the own hand would pay in Kawuxing: rows of the observation."""

from shugi._fast.core.rules cimport GAME_KAWUXING, Rules
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport BY_RON, BY_TSUMO, RIICHI_OPEN, Seat
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.games.kawuxing.play cimport kawuxing_hand
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KawuxingValue, KawuxingWin, kawuxing_value, win_units,
)
from shugi._fast.view.observe_wins cimport UNIT_POINTS, WINS, AskedHand, Pays
from shugi._fast.view.seat_view cimport SeatView


cdef int kawuxing_pays(const SeatView* v, Pays* of, int kind, int by) noexcept nogil:
    # a hand that is shown is paid as a drawn one
    cdef const AskedHand* hand = &of.hand
    cdef KawuxingWin win
    cdef KawuxingValue value
    kawuxing_hand(v.s, v.seat, KW_CLAIM, kind, &win)
    if hand.gone != NO_TILE:
        win.kind[KIND_OF[hand.gone]] -= 1
    win.source = KW_CLAIM if by == BY_RON else KW_OWN
    win.disclosed = hand.riichi == RIICHI_OPEN
    win.after_kan = 0
    kawuxing_value(v.r, &win, &value)
    if not value.legal:
        return 0
    return UNIT_POINTS * win_units(v.r, value.doubles, by == BY_TSUMO or win.disclosed)


cdef bint wins_tell(const Rules* r) noexcept nogil:
    return True


cdef int declared(const SeatView* v, const Seat* me) noexcept nogil:
    return RIICHI_OPEN


WINS[<int>GAME_KAWUXING].tell = wins_tell
WINS[<int>GAME_KAWUXING].declared = declared
WINS[<int>GAME_KAWUXING].pays = kawuxing_pays
