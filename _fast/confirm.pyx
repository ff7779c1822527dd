# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Yaku that a ready hand is sure of, and the joker.

Riichi with an open hand may not rest on itself, on luck or on dora (flying_fish section 3).
"""

from shugi._fast.atama cimport win_allowed
from shugi._fast.ending cimport build_win
from shugi._fast.hand cimport waits_without
from shugi._fast.patterns cimport has_yaku
from shugi._fast.state cimport (
    BY_RON, BY_TSUMO, CODES, FURITEN_RIICHI, KINDS, NO_TILE, RIICHI_CLOSED, RIICHI_NONE,
    RIICHI_OPEN, Rules, Seat,
)
from shugi._fast.tiles cimport CODES_OF, POCCHI
from shugi._fast.wall cimport live_left
from shugi._fast.win cimport Win


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
        if waiting >> wait & 1:
            win.win_code = win.win_as = <unsigned char>wait
            if not has_yaku(r, win):
                return False
    return True


cdef bint confirmed_after(const State* s, int p, int kind) noexcept nogil:
    # once a tile of the kind is discarded, has a ron on every wait a yaku besides riichi?
    cdef const Seat* seat = &s.seat[p]
    cdef Win win
    cdef int code = kind
    # with one tile left, whoever draws it makes the only discard to come: that luck is certain
    plain_ron(s, p, not s.rules.confirmed_excludes_luck and live_left(s) == 1, &win)
    while not seat.held & CODES_OF[kind] & (<uint64_t>1 << code):
        code += 1
    win.hand[code] -= 1
    win.kind[kind] -= 1
    return every_ron_has_yaku(s.rules, &win, waits_without(s.rules, seat, kind))


cdef bint riichi_confirmed(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef Win win
    if seat.closed or seat.riichi != RIICHI_CLOSED:
        return True
    if not s.rules.confirmed_yaku_for_closed_riichi or not s.rules.confirmed_excludes_luck:
        return True
    plain_ron(s, p, False, &win)
    return every_ron_has_yaku(s.rules, &win, seat.waits)


cdef bint is_joker(const State* s, int p) noexcept nogil:
    return s.drawn == POCCHI and s.rules.shiro_pocchi and s.seat[p].riichi


cdef void joker_declined(State* s) noexcept nogil:
    # it would have been any tile waited for
    if is_joker(s, s.turn) and s.seat[s.turn].waits:
        s.seat[s.turn].furiten |= FURITEN_RIICHI


cdef bint joker_needs_yaku(const State* s, int p) noexcept nogil:
    # riichi and a closed draw are two han; where pairs may be called, only open riichi is enough
    if s.rules.atama and s.seat[p].riichi != RIICHI_OPEN:
        return True
    return not s.seat[p].closed or s.rules.min_yaku_han > 2


cdef uint64_t wins_as_joker(const State* s, int p, uint64_t codes) noexcept nogil:
    # those of the tiles that give the hand a yaku
    cdef Win win
    cdef int code
    cdef uint64_t out = 0
    for code in range(CODES):
        if codes >> code & 1:
            build_win(s, p, BY_TSUMO, POCCHI, code, &win)
            if win_allowed(s.rules, &win):
                out |= <uint64_t>1 << code
    return out
