# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in the riichi games: what a seat knows for certain of a hidden hand.

A seat in riichi is ready (under Atama: sure of a yakuman too); where it may not decline a win, it
waits for no tile that went past it, unless its own discards bar it; whoever has had a turn holds no
flower.
"""

from libc.stdint cimport uint64_t, uint8_t

from shugi._fast.core.bits cimport bit
from shugi._fast.core.history cimport (
    is_discard, token_ago, token_code, token_event, token_seat, tokens,
)
from shugi._fast.core.rules cimport GAME_RIICHI, POCCHI_WHEN_RIICHI, Rules
from shugi._fast.core.state cimport (
    EVENT_KAKAN, EVENT_NUKI, FURITEN_DISCARD, FURITEN_RIICHI, FURITEN_TEMPORARY, MELD_DAIMINKAN,
    MELD_GRAND_CROSS, PHASE_CLAIM, RIICHI_OPEN, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, POCCHI
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand cimport ASIDE_CODES
from shugi._fast.games.riichi.confirm cimport riichi_confirmed
from shugi._fast.games.riichi.play cimport update_furiten
from shugi._fast.games.riichi.seat_win cimport counts_as_ready
from shugi._fast.view.redeal cimport REDEALS, must_be_ready


cdef bint has_drawn_before(const Seat* seat) noexcept nogil:
    # a discard without a call before it, a kan or a tile set aside tell of a draw
    cdef int i
    cdef int calls = 0
    for i in range(seat.n_meld):
        if MELD_DAIMINKAN <= seat.meld[i].type <= MELD_GRAND_CROSS:
            return True
        calls += 1
    return seat.n_aside > 0 or seat.n_river > calls


cdef bint opens_riichi(const State* s, int p) noexcept nogil:
    return s.declaring == RIICHI_OPEN and p == s.discarder


cdef bint fits_riichi(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if s.rules.nuki_forced and seat.held & ASIDE_CODES and has_drawn_before(seat):
        return False
    if not must_be_ready(s, p):
        return True
    if seat.waits == 0 or not riichi_confirmed(s, p):
        return False
    if strict and not counts_as_ready(s, p) and not opens_riichi(s, p):
        return False
    if not game_ops(s).must_win(s, p) or seat.furiten & FURITEN_DISCARD:
        return True
    return not seat.waits & seat.passed & ~seat.blocked


# ---- furiten

cdef bint goes_past(const Rules* r, int token) noexcept nogil:
    # could others have won on it?
    cdef int event = token_event(token)
    return is_discard(token) or event == EVENT_KAKAN or (
        event == EVENT_NUKI and r.nuki_pass_furiten)


cdef uint64_t passed_lately(const State* s, int p) noexcept nogil:
    # kinds that went past the seat since its newest discard
    cdef bint pending = s.phase == PHASE_CLAIM and not s.robbing
    cdef uint64_t out = 0
    cdef int i, token, kind
    for i in range(tokens(s)):
        token = token_ago(s, i)
        if token_seat(token) == p and is_discard(token):
            break
        kind = KIND_OF[token_code(token)]
        if token_seat(token) == p or kind == NO_KIND or not goes_past(s.rules, token):
            continue
        if pending and is_discard(token):
            pending = False  # the tile in question has not gone past yet
            continue
        out |= bit(kind)
    return out


cdef bint declined_joker(const Rules* r, const Seat* seat) noexcept nogil:
    # in riichi it is discarded when drawn, and would have been any tile waited for; where it is
    # one for a while only, every kind counts as passed (joker_declined)
    cdef int i
    if not r.shiro_pocchi or r.pocchi_when != POCCHI_WHEN_RIICHI:
        return False
    for i in range(seat.riichi_at + 1, seat.n_river):
        if seat.river[i] == POCCHI:
            return True
    return False


cdef void redo_furiten(State* s, int p) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    cdef uint64_t open_waits
    seat.furiten = 0
    update_furiten(s.rules, seat)
    open_waits = seat.waits & ~seat.blocked
    if open_waits == 0 or not counts_as_ready(s, p):
        return
    if seat.riichi:
        if open_waits & seat.passed or declined_joker(s.rules, seat):
            seat.furiten |= FURITEN_RIICHI
    elif p != s.turn and open_waits & passed_lately(s, p):
        seat.furiten |= FURITEN_TEMPORARY


REDEALS[<int>GAME_RIICHI].fits = fits_riichi
REDEALS[<int>GAME_RIICHI].redo_furiten = redo_furiten
