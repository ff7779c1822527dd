# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What each decision brought: advantages over each seat's own decisions, backwards through time."""

import numpy as np

from libc.stdint cimport int8_t, int64_t, uint8_t

from shugi._fast.net.weights import given


cdef class Seats:
    """What comes after each seat's decision that is looked at next, (games, seats, kinds)."""

    cdef float[:, :, ::1] value, carried, reward
    cdef uint8_t[:, ::1] known       # whether anything does

    def __cinit__(self, games, seats, kinds):
        shape = games, seats, kinds
        self.value, self.carried = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.reward, self.known = np.zeros(shape, np.float32), np.zeros(shape[:2], np.uint8)

    cdef void end(self, int64_t i, const float[:, ::1] reward) noexcept nogil:
        # a hand of game i ends here
        cdef int64_t s, k
        for s in range(reward.shape[0]):
            self.known[i, s] = True
            for k in range(reward.shape[1]):
                self.value[i, s, k] = self.carried[i, s, k] = 0
                self.reward[i, s, k] = reward[s, k]


def credit(seat, reward, value, ended, end_reward, lam, trust):
    cdef Seats after
    cdef const int8_t[:, ::1] who
    cdef const float[:, :, ::1] gained, worth
    cdef const float[:, :, :, ::1] at_end
    cdef const uint8_t[:, ::1] over
    cdef const float[:, ::1] trusted
    cdef float[:, :, ::1] found, wanted
    cdef uint8_t[:, ::1] sure
    cdef float carries = lam
    cdef int64_t t, i, steps, games
    steps, games, kinds = value.shape
    shape = steps, games
    who = given(seat, "seat", shape, np.int8)
    over = given(ended, "ended", shape, np.bool_).view(np.uint8)
    worth = given(value, "value", (*shape, kinds), np.float32)
    gained = given(reward, "reward", (*shape, kinds), np.float32)
    seats = end_reward.shape[2] if end_reward.ndim == 4 else 0
    at_end = given(end_reward, "end_reward", (*shape, seats, kinds), np.float32)
    trusted = given(trust, "trust", shape, np.float32)
    if seat.size and seat.max() >= seats:
        raise ValueError(f"seats must lie below {seats}, there is {seat.max()}")
    advantage, target = np.zeros((2, *value.shape), np.float32)
    known = np.zeros(shape, np.bool_)
    found, wanted, sure = advantage, target, known.view(np.uint8)
    after = Seats(games, seats, kinds)
    with nogil:
        for t in range(steps - 1, -1, -1):
            for i in range(games):
                if over[t, i]:
                    after.end(i, at_end[t, i])
                if who[t, i] >= 0:
                    sure[t, i] = after.known[i, who[t, i]]
                    one(after, i, who[t, i], carries, trusted[t, i], &gained[t, i, 0],
                        &worth[t, i, 0], &found[t, i, 0], &wanted[t, i, 0])
    return advantage, target, known


cdef void one(Seats after, int64_t i, int s, float lam, float trusted, const float* reward,
              const float* value, float* advantage, float* target) noexcept nogil:
    cdef float surprise
    cdef float sure = after.known[i, s]
    cdef int64_t k
    for k in range(after.value.shape[2]):
        surprise = after.reward[i, s, k] + after.value[i, s, k] - value[k]
        advantage[k] = (surprise + lam * after.carried[i, s, k]) * sure
        after.carried[i, s, k] = trusted * advantage[k]
        target[k] = value[k] + after.carried[i, s, k]
        after.value[i, s, k], after.reward[i, s, k] = value[k], reward[k]
    after.known[i, s] = True
