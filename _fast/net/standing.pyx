# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a hand leaves behind, and what that is worth: points, the deal, honba, sticks, markers."""

import numpy as np

from libc.string cimport memset

from shugi._fast.core.rules cimport PLACEMENT_NONE
from shugi._fast.core.state cimport PHASE_OVER
from shugi._fast.flow.game_ops cimport GAME_OPS, game_ops
from shugi._fast.flow.ledger cimport REASON_RIICHI
from shugi._fast.flow.ranking cimport end_bonus
from shugi._fast.rules.compile cimport Rules as RuleSet

STANDING_SHAPES = {
    "first": (STANDING, STANDING_HIDDEN), "bias": (STANDING_HIDDEN,), "last": (STANDING_HIDDEN,),
}
_SEAT_NUMBERS = ("points", "dealer", "first_dealer", "marker", "rests", "won")
_ALL_NUMBERS = ("place", "lead", "cushion", "honba", "sticks", "round", "hands", "stays")
STANDING_NAMES = (
    *(f"{name}_{seat}" for seat in range(SEATS) for name in _SEAT_NUMBERS), *_ALL_NUMBERS,
)
assert len(STANDING_NAMES) == STANDING


cdef int standing_kind(const Rules* r) noexcept nogil:
    return r.placement == PLACEMENT_NONE and GAME_OPS[r.game].places_pay and not r.cherry


# ---- what stands

cdef void at_start(const State* s, float* points, int* sticks) noexcept nogil:
    # thousands of points above the start, and the sticks, when the hand in play began
    cdef int p, i
    sticks[0] = s.sticks
    for p in range(s.rules.seats):
        points[p] = (s.seat[p].score - s.rules.start_points) / <float>1000
        if not s.hand_over:
            points[p] -= s.ledger.sum.points[p] / <float>1000
    if s.hand_over:
        return
    for i in range(s.ledger.n):
        sticks[0] -= s.ledger.line[i].reason == REASON_RIICHI


cdef void write_seat(const State* s, int p, float points, float* out) noexcept nogil:
    out[0] = points
    out[1] = p == s.dealer
    out[2] = p == s.first_dealer
    out[3] = s.seat[p].marker
    out[4] = p == s.resting
    out[5] = game_ops(s).games_won(s, p)


cdef void standing_of(const State* s, int seat, float* out) noexcept nogil:
    cdef float[SEATS] points
    cdef float* at = out + OF_A_SEAT * SEATS
    cdef float most = -1e9
    cdef float least = 1e9
    cdef int seats = s.rules.seats
    cdef int sticks, i, p
    memset(out, 0, STANDING * sizeof(float))
    at_start(s, points, &sticks)
    for i in range(seats):
        p = (seat + i) % seats
        write_seat(s, p, points[p], out + OF_A_SEAT * i)
        if i:
            at[0] += points[p] > points[seat]
            most = max(most, points[p])
            least = min(least, points[p])
    at[1] = points[seat] - most
    at[2] = points[seat] - least
    at[3] = s.honba
    at[4] = sticks
    at[5] = s.round
    at[6] = <float>s.hand_no
    at[7] = s.stay_sum


# ---- what it is worth

cdef float value_of(const Standing* standing, const float* numbers) noexcept nogil:
    cdef float[STANDING_HIDDEN] sum
    cdef float out = 0
    cdef int i, k
    for k in range(STANDING_HIDDEN):
        sum[k] = standing.bias[k]
    for i in range(STANDING):
        for k in range(STANDING_HIDDEN):
            sum[k] += standing.first[i][k] * numbers[i]
    for k in range(STANDING_HIDDEN):
        out += standing.last[k] * max(sum[k], <float>0)
    return out


cdef void value_standing(const Standing* standing, const State* s, float* out) noexcept nogil:
    cdef float[STANDING] numbers
    cdef float mean = 0
    cdef int p
    for p in range(s.rules.seats):
        standing_of(s, p, numbers)
        out[p] = value_of(standing, numbers)
        mean += out[p] / s.rules.seats
    for p in range(s.rules.seats):
        out[p] -= mean


cdef double worth_of_end(const Standing* standing, const State* s, int seat) noexcept nogil:
    cdef float[SEATS] value
    if s.phase == PHASE_OVER:
        return end_bonus(s, seat)
    value_standing(standing, s, value)
    return value[seat]


cdef class EngineStanding:
    def __cinit__(self, weights, RuleSet rules not None):
        arrays = {name: _array(weights, name, shape) for name, shape in STANDING_SHAPES.items()}
        for name in weights:
            if name not in arrays:
                raise ValueError(f"a standing has no weight {name!r}")
        self.rules, self._weights = rules, arrays
        cdef float[:, ::1] first = arrays["first"]
        cdef float[::1] bias = arrays["bias"]
        cdef float[::1] last = arrays["last"]
        cdef int i, k
        for k in range(STANDING_HIDDEN):
            self.c.bias[k], self.c.last[k] = bias[k], last[k]
            for i in range(STANDING):
                self.c.first[i][k] = first[i, k]

    @property
    def kind(self):
        cdef RuleSet rules = self.rules
        return standing_kind(&rules.c)

    def weights(self):
        return {name: array.copy() for name, array in self._weights.items()}

    def __reduce__(self):
        return EngineStanding, (self._weights, self.rules)


def _array(weights, name, shape):
    if name not in weights:
        raise ValueError(f"a standing needs the weight {name!r} {shape}")
    array = np.array(weights[name], np.float32, order="C")
    if array.shape != shape:
        raise ValueError(f"the weight {name!r} must have shape {shape}, not {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"the weight {name!r} is not finite")
    return array
