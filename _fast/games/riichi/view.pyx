# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows of the observation that riichi games fill: gaps to the others, and what wins would pay.

A win draws level with somebody ahead by what it is worth without honba and sticks, which it brings
too.  A draw is taken to be shared as a mangan is; liability is left out.  Games without places, and
without points, know none of this.
"""

from libc.stdint cimport int32_t, uint8_t

from shugi._fast.core.rules cimport GAME_RIICHI, Rules
from shugi._fast.core.sizes cimport NO_TILE, SEATS
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND
from shugi._fast.flow.ranking cimport Ties, ties_of
from shugi._fast.games.riichi.points cimport Points, points_at_limit, tsumo_total
from shugi._fast.games.riichi.rounds cimport played_out
from shugi._fast.games.riichi.seat_win cimport build_win
from shugi._fast.games.riichi.value cimport evaluate
from shugi._fast.games.riichi.view_dangers cimport put_dangers, put_safe
from shugi._fast.games.riichi.win cimport LIMIT_MANGAN, Value, Win
cimport shugi._fast.view.block_of as block_of
cimport shugi._fast.view.global_at as global_at
cimport shugi._fast.view.plane_at as plane_at
from shugi._fast.view.observe cimport VIEWS
from shugi._fast.view.observe_wins cimport OWN_WORDS, WINS, AskedHand, Pays
from shugi._fast.view.seat_view cimport SeatView, plane, seat_at

if sizeof(Win) > OWN_WORDS * 8:
    raise RuntimeError(f"a Win has {sizeof(Win)} bytes: raise OWN_WORDS of view/observe_wins.pxd")


# ---- what it takes to overtake, or to be overtaken; whether the hand can be the last

cdef float part_of(const Rules* r, int winner, int payer, int dealer) noexcept nogil:
    # what a payer adds to a draw
    cdef Points paid
    points_at_limit(r, LIMIT_MANGAN, 1, winner == dealer, &paid)
    return (paid.tsumo_dealer if payer == dealer else paid.tsumo_other) / <float>tsumo_total(
        r, &paid, winner == dealer)


cdef void put_level(const State* s, int winner, int ahead, float* at) noexcept nogil:
    # by each way: a win on the other's tile, on another's, by a draw
    cdef const Rules* r = s.rules
    cdef float gap = s.seat[ahead].score - s.seat[winner].score
    cdef float brings = s.sticks * r.riichi_cost
    cdef float ron = s.honba * r.honba_ron
    cdef float draw = s.honba * r.honba_tsumo
    if gap <= 0:
        return
    at[0] = max((gap - brings) / 2 - ron, <float>0)
    at[SEATS - 1] = max(gap - brings - ron, <float>0)
    at[2 * (SEATS - 1)] = max(gap - brings - r.seats * draw, <float>0) / (
        1 + part_of(r, winner, ahead, s.dealer))


cdef void put_gaps(const SeatView* v, float* at) noexcept nogil:
    cdef int i, other
    if v.r.cherry:
        return
    for i in range(1, v.seats):
        other = seat_at(v, i)
        put_level(v.s, v.seat, other, at + global_at.OVERTAKE_RON + i - 1)
        put_level(v.s, other, v.seat, at + global_at.OVERTAKEN_RON + i - 1)


cdef float ends(const State* s, bint repeats) noexcept nogil:
    # with nobody at the target, and with the dealer alone there: half each
    cdef int32_t[SEATS] score
    cdef Ties ties = ties_of(s)
    cdef float found = 0
    cdef int p
    for p in range(s.rules.seats):
        score[p] = s.rules.target_points - 1
    found += played_out(s.rules, s.round, s.dealer, repeats, False, score, &ties, s.hand_no)
    score[s.dealer] = s.rules.target_points
    found += played_out(s.rules, s.round, s.dealer, repeats, False, score, &ties, s.hand_no)
    return found / 2


cdef void put_last(const SeatView* v, float* at) noexcept nogil:
    cdef int repeats
    for repeats in range(2):
        at[global_at.LAST_HAND + repeats] = ends(v.s, repeats)


cdef void write_globals(const SeatView* v, float* at) noexcept nogil:
    put_gaps(v, at)
    put_last(v, at)


cdef void write_planes(const SeatView* v, uint8_t* at) noexcept nogil:
    put_safe(v, plane(at, plane_at.SAFE))
    if v.blocks & block_of.DANGERS:
        put_dangers(v, plane(at, plane_at.DANGER))


# ---- what wins would pay

cdef void own_hand(const SeatView* v, Pays* out) noexcept nogil:
    cdef const AskedHand* hand = &out.hand
    cdef Win* win = <Win*>out.own
    build_win(v.s, v.seat, BY_BINGO, NO_TILE, NO_TILE, win)  # as yet of no tile, from nobody
    if hand.gone != NO_TILE:
        win.hand[hand.gone] -= 1
        if KIND_OF[hand.gone] != NO_KIND:
            win.kind[KIND_OF[hand.gone]] -= 1
    win.riichi = <uint8_t>hand.riichi
    win.n_wait = <uint8_t>hand.waits
    win.ippatsu = win.first_turn = 0
    win.n_ura = 0


cdef int riichi_pays(const SeatView* v, Pays* of, int kind, int by) noexcept nogil:
    cdef Win* win = <Win*>of.own
    cdef Value value
    cdef Points paid
    win.win_code = win.win_as = <uint8_t>kind
    win.by = <uint8_t>by
    evaluate(v.r, win, &value)
    if not value.legal:
        return 0
    if by == BY_RON:
        return value.ron
    paid.tsumo_dealer = value.tsumo_dealer
    paid.tsumo_other = value.tsumo_other
    return tsumo_total(v.r, &paid, win.winner == win.dealer)


cdef bint wins_tell(const Rules* r) noexcept nogil:
    return not r.cherry


cdef int declared(const SeatView* v, const Seat* me) noexcept nogil:
    # under Atama a hand that declares has to be shown
    if not me.closed and not v.r.open_hand_riichi:
        return RIICHI_NONE
    return RIICHI_OPEN if v.r.atama else RIICHI_CLOSED


VIEWS[<int>GAME_RIICHI].planes = write_planes
VIEWS[<int>GAME_RIICHI].globals_ = write_globals
WINS[<int>GAME_RIICHI].tell = wins_tell
WINS[<int>GAME_RIICHI].declared = declared
WINS[<int>GAME_RIICHI].make = own_hand
WINS[<int>GAME_RIICHI].pays = riichi_pays
