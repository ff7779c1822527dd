# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Yaku that a ready hand is sure of, and the joker.

Riichi with an open hand may not rest on itself, on luck or on dora (flying_fish section 3).
"""

from shugi._fast.core.bits cimport has, lowest
from shugi._fast.core.rules cimport CONFIRMED_YAKU_FOR_CLOSED_RIICHI_ALL_WAITS, Rules
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport BY_RON, RIICHI_CLOSED, RIICHI_NONE, Seat
from shugi._fast.core.tiles cimport CODES_OF
from shugi._fast.core.wall cimport live_left
from shugi._fast.flow.hand cimport waits_without
from shugi._fast.games.riichi.patterns cimport has_yaku
from shugi._fast.games.riichi.seat_win cimport build_win
from shugi._fast.games.riichi.win cimport Win


cdef void plain_ron(const State* s, int p, bint last_tile, Win* win) noexcept nogil:
    # the concealed tiles as they are, won without riichi, luck and dora
    build_win(s, p, BY_RON, NO_TILE, NO_TILE, win)
    win.riichi = RIICHI_NONE
    win.double_riichi = win.ippatsu = win.first_turn = win.chankan = win.open_deal_in = 0
    win.last_tile = last_tile
    win.n_dora = win.n_ura = 0


cdef bint every_ron_has_yaku(const Rules* r, Win* win, uint64_t waiting) noexcept nogil:
    cdef int wait
    for wait in range(KINDS):
        if has(waiting, wait):
            win.win_code = win.win_as = <unsigned char>wait
            if not has_yaku(r, win):
                return False
    return True


cdef bint confirmed_after(const State* s, int p, int kind) noexcept nogil:
    # once a tile of the kind is discarded, has a ron on every wait a yaku besides riichi?
    cdef const Seat* seat = &s.seat[p]
    cdef Win win
    cdef int code = lowest(seat.held & CODES_OF[kind])
    # with one tile left, whoever draws it makes the only discard to come: that luck is certain
    plain_ron(s, p, not s.rules.confirmed_excludes_luck and live_left(s) == 1, &win)
    win.hand[code] -= 1
    win.kind[kind] -= 1
    return every_ron_has_yaku(s.rules, &win, waits_without(s.rules, seat, kind))


cdef bint riichi_confirmed(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef Win win
    if seat.closed or seat.riichi != RIICHI_CLOSED:
        return True
    cdef bint asked = (s.rules.confirmed_yaku_for_closed_riichi
                       == CONFIRMED_YAKU_FOR_CLOSED_RIICHI_ALL_WAITS)
    if not asked or not s.rules.confirmed_excludes_luck:
        return True
    plain_ron(s, p, False, &win)
    return every_ron_has_yaku(s.rules, &win, seat.waits)
