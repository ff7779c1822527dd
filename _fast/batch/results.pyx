# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a batch shows of its games: arrays with a row for each, rewritten by every step."""

import numpy as np

from libc.string cimport memcmp, memcpy, memset

from shugi._fast.core.rules cimport PLACEMENT_NONE
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport PHASE_OVER, STATUS_OK, Line
from shugi._fast.flow.ledger cimport REASON_PLACEMENT
from shugi._fast.flow.ranking cimport (
    Ties, end_bonus, final_places, final_result, rank_seats, ties_of,
)

# of the last finished game of a slot
FINAL = ("final_rank", "final_score", "final_result", "placement", "bonus")
# what a pickle keeps
SHOWN = ("seat", "done", "hand_done", "status", "points", "chips", "expected", "reward", "owed",
         *FINAL)


cdef object room(tuple shape, object dtype):
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.ndarray(shape, dtype, buffer=bytearray(size))


cdef inline float expected_between(const Totals* before, const Totals* now, int p) noexcept nogil:
    return <float>(
        now.chips[p] - before.chips[p] + now.chance[p] - before.chance[p])


cdef void add_paid(const Rules* r, int p, const Totals* before, const Totals* now,
                   float* owed) noexcept nogil:
    cdef int32_t points = now.points[p] - before.points[p]
    if r.regional:
        owed[<int>OWED_CHIPS] += points
        return
    owed[<int>OWED_CHIPS] += expected_between(before, now, p)
    # the points of a card game are nobody's loss: its result is what is paid in chips
    if not r.plays_cards:
        owed[<int>OWED_POINTS] += points


cdef int placement_of(const State* s, int p) noexcept nogil:
    cdef const Line* line
    cdef int out = 0
    cdef int k
    for k in range(s.ledger.n):
        line = &s.ledger.line[k]
        if line.reason == REASON_PLACEMENT:
            out += line.amount * ((line.payee == p) - (line.payer == p))
    return out


cdef class Results:
    cdef int make_arrays(self, int n, int seats, int tallies) except -1:
        self.n, self.seats = n, seats
        self.seat, self.status = room((n,), np.int8), room((n,), np.uint8)
        self.done, self.hand_done = room((n,), np.bool_), room((n,), np.bool_)
        self.points, self.chips = room((n, seats), np.int32), room((n, seats), np.int32)
        self.expected, self.reward = room((n, seats), np.float32), room((n, seats), np.float32)
        self.owed = room((n, seats, <int>OWED), np.float32)
        self.final_rank = room((n, seats), np.int8)
        self.final_score, self.placement = room((n, seats), np.int32), room((n, seats), np.int32)
        self.final_result = room((n, seats), np.float64)
        self.bonus = room((n, seats), np.float32)
        self.tally = room((n, seats, tallies), np.int64) if tallies else None
        self.games = room((n,), np.uint32)
        self._seat, self._status = self.seat, self.status
        self._done, self._hand_done = self.done.view(np.uint8), self.hand_done.view(np.uint8)
        self._points, self._chips, self._expected = self.points, self.chips, self.expected
        self._reward, self._owed, self._final_rank = self.reward, self.owed, self.final_rank
        self._final_score = self.final_score
        self._final_result, self._placement = self.final_result, self.placement
        self._bonus, self._tally, self._games = self.bonus, self.tally, self.games
        return 0

    cdef int clear(self) except -1:
        for name in (*SHOWN, "games"):
            getattr(self, name)[...] = 0
        if self.tally is not None:
            self.tally[...] = 0
        return 0

    cdef void show_step(self, int i, const State* s, const Totals* before) noexcept nogil:
        cdef const Totals* now = &s.ledger.sum
        cdef double chip = s.rules.shugi_value / 1000.0
        cdef int p
        if not memcmp(before, now, sizeof(Totals)):
            self.show_nothing(i)
            return
        for p in range(self.seats):
            self._points[i, p] = now.points[p] - before.points[p]
            self._chips[i, p] = now.chips[p] - before.chips[p]
            self._expected[i, p] = expected_between(before, now, p)
            self._reward[i, p] = <float>(chip * self._chips[i, p])
            if s.rules.placement == PLACEMENT_NONE and s.rules.points_per_unit:
                self._reward[i, p] += self._points[i, p] / <float>s.rules.points_per_unit
            add_paid(s.rules, p, before, now, &self._owed[i, p, 0])
            self._owed[i, p, <int>OWED_REWARD] += self._reward[i, p]

    cdef void show_nothing(self, int i) noexcept nogil:
        cdef int p
        for p in range(self.seats):
            self._points[i, p] = self._chips[i, p] = 0
            self._expected[i, p] = self._reward[i, p] = 0

    cdef void show_state(self, int i, const State* s) noexcept nogil:
        self._seat[i] = -1 if s.phase == PHASE_OVER else <int8_t>s.actor
        self._done[i] = s.phase == PHASE_OVER
        self._hand_done[i] = s.hand_over
        self._status[i] = STATUS_OK
        self.show_nothing(i)
        memset(&self._owed[i, 0, 0], 0, self.seats * OWED * sizeof(float))

    cdef void show_end(self, int i, const State* s) noexcept nogil:
        cdef uint8_t[SEATS] order
        cdef uint8_t[SEATS] place
        cdef int32_t[SEATS] score
        cdef int32_t[SEATS] chips
        cdef int64_t[SEATS] result
        cdef int p
        cdef Ties ties = ties_of(s)
        for p in range(self.seats):
            score[p] = s.seat[p].score
            chips[p] = s.seat[p].chips
        rank_seats(s.rules, score, &ties, order)
        final_result(s.rules, score, chips, &ties, result)
        final_places(s.rules, order, result, place)
        for p in range(self.seats):
            self._final_rank[i, p] = <int8_t>place[p]
            self._final_score[i, p] = score[p]
            self._final_result[i, p] = result[p] / 1000.0
            # so that an episode's rewards sum to its result
            self._bonus[i, p] = <float>end_bonus(s, p)
            self._reward[i, p] += self._bonus[i, p]
            self._owed[i, p, <int>OWED_REWARD] += self._bonus[i, p]
            self._placement[i, p] = placement_of(s, p)

    cdef void copy_row(self, Results other, int i, int j) noexcept nogil:
        cdef int p
        self._done[j], self._hand_done[j] = other._done[i], other._hand_done[i]
        self._status[j], self._seat[j] = other._status[i], other._seat[i]
        for p in range(self.seats):
            self._points[j, p] = other._points[i, p]
            self._chips[j, p] = other._chips[i, p]
            self._expected[j, p] = other._expected[i, p]
            self._reward[j, p] = other._reward[i, p]
        memcpy(&self._owed[j, 0, 0], &other._owed[i, 0, 0], self.seats * OWED * sizeof(float))
