# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What it takes to overtake an opponent, or to be overtaken; whether the hand can be the last.

A win draws level with somebody ahead by what it is worth without honba and sticks, which it brings
too.  A draw is taken to be shared as a mangan is; liability is left out.  Games without places, and
without points, know none of this.
"""

from libc.stdint cimport int32_t

from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport State
from shugi._fast.flow.ranking cimport Ties, ties_of
from shugi._fast.games.riichi.points cimport Points, points_at_limit, tsumo_total
from shugi._fast.games.riichi.rounds cimport played_out
from shugi._fast.games.riichi.win cimport LIMIT_MANGAN
cimport shugi._fast.view.global_at as global_at
from shugi._fast.view.sight cimport seat_at


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


cdef void put_gaps(const Sight* v, float* at) noexcept nogil:
    cdef int i, other
    if not v.r.pays_places or v.r.cherry:
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


cdef void put_last(const Sight* v, float* at) noexcept nogil:
    cdef int repeats
    for repeats in range(2):
        at[global_at.LAST_HAND + repeats] = (
            <int>v.s.hand_no >= v.r.match_hands if v.r.regional else ends(v.s, repeats))
