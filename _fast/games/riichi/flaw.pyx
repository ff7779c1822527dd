# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What riichi, and the joker that is drawn in it, take for granted of a state."""

from shugi._fast.check.flaw cimport FLAW_JOKER, FLAW_RIICHI, Fault, flawed
from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.check.flaw_turn cimport lies_last, may_be_robbed, turn_allows
from shugi._fast.core.actions cimport WIN
from shugi._fast.core.bits cimport has
from shugi._fast.core.river cimport RIVER_RIICHI, flags_at
from shugi._fast.core.rules cimport GAME_RIICHI
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport BY_BINGO, BY_RON, RIICHI_CLOSED, Seat, State
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.games.riichi.joker cimport is_joker, revealed_codes


# ---- riichi

cdef bint may_declare(const State* s, int p, int how) noexcept nogil:
    return (s.seat[p].closed or s.rules.open_hand_riichi) and (
        how == RIICHI_CLOSED or s.rules.open_riichi)


cdef bint declaring_flaw(const State* s, Fault* out) noexcept nogil:
    # a riichi whose discard is not through
    cdef const Seat* seat = &s.seat[s.discarder]
    if not s.declaring:
        return False
    if s.robbing or seat.riichi or not may_declare(s, s.discarder, s.declaring):
        return flawed(out, FLAW_RIICHI, s.discarder)
    if seat.riichi_at != seat.n_river - 1:
        return flawed(out, FLAW_RIICHI, s.discarder)
    if not flags_at(seat.river_flags, seat.riichi_at) & RIVER_RIICHI:
        return flawed(out, FLAW_RIICHI, s.discarder)
    return False


# ---- the joker

cdef int paid_tile(const State* s, int p) noexcept nogil:
    # the tile that a winner who waits for his payment won with; NO_TILE where that cannot be
    if s.paying_by == BY_RON:
        if p == s.discarder or not (may_be_robbed(s) if s.robbing else lies_last(s)):
            return NO_TILE
        return s.discard
    if s.paying != 1 << p or p != s.turn or s.robbing:
        return NO_TILE
    if s.pocchi == NO_TILE:
        return s.drawn
    return s.pocchi if is_joker(s, p) else <int>NO_TILE


cdef bint may_be_paid(const State* s, int p) noexcept nogil:
    cdef int code
    if p == s.resting:
        return False
    if s.paying_by == BY_BINGO:
        return s.paying == 1 << p and p == s.discarder and s.seat[p].riichi and lies_last(s)
    code = paid_tile(s, p)
    if code == NO_TILE or KIND_OF[code] == NO_KIND:
        return False
    return has(s.seat[p].waits, KIND_OF[code])


cdef bint paying_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    if not has(s.paying, s.actor) or s.reveal_as[s.actor] != NO_TILE or not s.rules.tulip:
        return flawed(out, FLAW_JOKER, s.actor)
    for p in range(s.rules.seats):
        if has(s.paying, p) and not may_be_paid(s, p):
            return flawed(out, FLAW_JOKER, p)
        if s.reveal_as[p] != NO_TILE and not has(revealed_codes(s.rules), s.reveal_as[p]):
            return flawed(out, FLAW_JOKER, p)
    return False


cdef bint joker_flaw(const State* s, Fault* out) noexcept nogil:
    if s.paying:
        return paying_flaw(s, out)
    if s.actor != s.turn or not is_joker(s, s.turn) or not game_ops(s).may_tsumo(s, s.turn) or (
            not turn_allows(s, WIN)):
        return flawed(out, FLAW_JOKER, s.turn)
    return False


FLAW_OPS[<int>GAME_RIICHI].may_declare = may_declare
FLAW_OPS[<int>GAME_RIICHI].declaring = declaring_flaw
FLAW_OPS[<int>GAME_RIICHI].joker = joker_flaw
