# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Places at equal points, and the result of a game (sanma_base section 7)."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from shugi._fast.core.rules cimport (
    PLACEMENT_NONE, TIE_FIRST_LAST_WINNER, TIE_SECOND_TURN_ORDER_FROM_FIRST,
)
from shugi._fast.core.sizes cimport NOBODY, SEATS
from shugi._fast.flow.game_ops cimport GAME_OPS


cdef void sort_seats(const Rules* r, const int32_t* score, int nearest,
                     uint8_t* order) noexcept nogil:
    # at equal points in turn order from that seat
    cdef int i, j
    cdef int seat = nearest
    for i in range(r.seats):
        j = i
        while j > 0 and score[order[j - 1]] < score[seat]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = <uint8_t>seat
        seat = seat + 1 if seat + 1 < r.seats else 0


cdef void bring_forward(uint8_t* order, int seat) noexcept nogil:
    cdef int i = 0
    while order[i] != seat:
        i += 1
    while i > 0:
        order[i] = order[i - 1]
        i -= 1
    order[0] = <uint8_t>seat


cdef void rank_seats(const Rules* r, const int32_t* score, const Ties* ties,
                     uint8_t* order) noexcept nogil:
    cdef int winner = ties.last_winner
    sort_seats(r, score, ties.first_dealer, order)
    if (r.tie_first == TIE_FIRST_LAST_WINNER and winner != NOBODY
            and score[winner] == score[order[0]]):
        bring_forward(order, winner)
    if r.tie_second == TIE_SECOND_TURN_ORDER_FROM_FIRST:
        sort_seats(r, score, order[0], order)


cdef void final_places(const Rules* r, const uint8_t* order, const int64_t* amount,
                       uint8_t* place) noexcept nogil:
    cdef int i, j
    for i in range(r.seats):
        if GAME_OPS[r.game].places_pay:
            place[order[i]] = <uint8_t>i
            continue
        place[i] = 0
        for j in range(r.seats):
            place[i] += amount[j] > amount[i]


cdef void final_result(const Rules* r, const int32_t* score, const int32_t* chips,
                       const Ties* ties, int64_t* out) noexcept nogil:
    cdef uint8_t order[SEATS]
    cdef int i, seat
    # what a game costs to enter: points below it are a loss
    cdef int32_t entry = r.start_points + r.oka / r.seats
    rank_seats(r, score, ties, order)
    for i in range(r.seats):
        seat = order[i]
        out[seat] = <int64_t>chips[seat] * r.shugi_value
        if r.placement != PLACEMENT_NONE or not r.points_per_unit:
            continue
        out[seat] += (score[seat] - entry + (r.oka if i == 0 else 0)) * (1000 // r.points_per_unit)
        out[seat] += <int64_t>1000 * (r.uma[i] if i < 3 else -r.uma[0] - r.uma[1] - r.uma[2])


cdef double end_bonus(const State* s, int seat) noexcept nogil:
    cdef const Rules* r = s.rules
    cdef int32_t[SEATS] score
    cdef int32_t[SEATS] chips
    cdef int64_t[SEATS] result
    cdef Ties ties = ties_of(s)
    cdef int p
    if r.placement != PLACEMENT_NONE or not GAME_OPS[r.game].places_pay:
        return 0
    for p in range(r.seats):
        score[p], chips[p] = s.seat[p].score, s.seat[p].chips
    final_result(r, score, chips, &ties, result)
    return (result[seat] - score[seat] + r.start_points
            - <int64_t>r.shugi_value * chips[seat]) / 1000.0
