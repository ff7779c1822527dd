# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Losses over the legal actions of decisions, and their gradients in the logits."""

import numpy as np

from libc.math cimport exp, fmax, fmin, log
from libc.stdint cimport uint8_t
from libc.string cimport memset

from shugi._fast.net.weights import given

cdef enum:
    ACTIONS = 128


cdef struct Terms:           # of a loss
    double clip, entropy, kl


cdef struct Row:             # the legal actions of a decision
    int count
    int action[ACTIONS]
    double log_share[ACTIONS]
    double share[ACTIONS]


cdef int look(const float* logits, const uint8_t* mask, Row* row) noexcept nogil:
    # Returns: how many actions are legal
    cdef double top = 0
    cdef double total = 0
    cdef int a, i
    cdef int n = 0
    for a in range(ACTIONS):
        row.action[n] = a
        n += mask[a] != 0
    row.count = n
    for i in range(n):
        top = logits[row.action[i]] if i == 0 else fmax(top, logits[row.action[i]])
    for i in range(n):
        row.share[i] = exp(logits[row.action[i]] - top)
        total += row.share[i]
    for i in range(n):
        row.share[i] = row.share[i] / total
        row.log_share[i] = logits[row.action[i]] - top - log(total)
    return n


cdef int place_of(const Row* row, int action) noexcept nogil:
    # of a legal action
    cdef int i
    for i in range(row.count):
        if row.action[i] == action:
            return i
    return -1


cdef void improve(const Row* row, int chosen, double before, double advantage,
                  const float* reference, const Terms* terms, double part, float* grad,
                  double* sums) noexcept nogil:
    # of one decision: gain, entropy, divergence from the reference, from the behaviour, clipped
    cdef double moved = row.log_share[chosen] - before
    cdef double ratio = exp(moved)
    cdef double kept = fmin(fmax(ratio, 1 - terms.clip), 1 + terms.clip)
    cdef double spread = 0
    cdef double kl = 0
    cdef double scale = log(max(row.count, 2))
    cdef double pull, own
    cdef int i
    for i in range(row.count):
        spread -= row.share[i] * row.log_share[i]
        kl += row.share[i] * (row.log_share[i] - reference[row.action[i]])
    pull = ratio * advantage if ratio * advantage <= kept * advantage else 0
    for i in range(row.count):
        own = pull * ((i == chosen) - row.share[i])
        own -= terms.entropy * row.share[i] * (row.log_share[i] + spread) / scale
        own -= terms.kl * row.share[i] * (row.log_share[i] - reference[row.action[i]] - kl)
        grad[row.action[i]] = <float>(-part * own)
    sums[0] += fmin(ratio * advantage, kept * advantage)
    sums[1] += spread / scale
    sums[2] += kl
    sums[3] += ratio - 1 - moved
    sums[4] += ratio != kept


def policy_loss(logits, mask, action, log_prob, advantage, reference, clip, entropy, kl):
    cdef int count = len(logits)
    cdef const float[:, ::1] rows = given(logits, "logits", (count, ACTIONS), np.float32)
    cdef const uint8_t[:, ::1] legal = given(mask, "mask", (count, ACTIONS), np.uint8)
    cdef const uint8_t[::1] taken = given(action, "action", (count,), np.uint8)
    cdef const float[::1] before = given(log_prob, "log_prob", (count,), np.float32)
    cdef const float[::1] worth = given(advantage, "advantage", (count,), np.float32)
    cdef const float[:, ::1] held = given(reference, "reference", (count, ACTIONS), np.float32)
    cdef Terms terms
    cdef double[5] sums
    cdef int d
    cdef Row row
    grad = np.zeros((count, ACTIONS), np.float32)
    cdef float[:, ::1] into = grad
    _check_legal(mask, action, "action")
    terms.clip, terms.entropy, terms.kl = clip, entropy, kl
    memset(&sums[0], 0, sizeof(sums))
    with nogil:
        for d in range(count):
            look(&rows[d, 0], &legal[d, 0], &row)
            improve(&row, place_of(&row, taken[d]), before[d], worth[d], &held[d, 0], &terms,
                    1.0 / count, &into[d, 0], &sums[0])
    return grad, np.array([sums[k] for k in range(5)]) / max(count, 1)


cdef double follow(const Row* row, const double* want, double even, double part,
                   float* grad) noexcept nogil:
    # Returns: the cross-entropy of one decision with the shares wanted of the legal actions
    cdef double loss = 0
    cdef double own
    cdef int i
    for i in range(row.count):
        own = even / row.count + (1 - even) * want[i]
        loss -= own * row.log_share[i]
        grad[row.action[i]] = <float>(part * (row.share[i] - own))
    return loss


def label_loss(logits, mask, label, smoothing):
    cdef int count = len(logits)
    cdef const float[:, ::1] rows = given(logits, "logits", (count, ACTIONS), np.float32)
    cdef const uint8_t[:, ::1] legal = given(mask, "mask", (count, ACTIONS), np.uint8)
    cdef const uint8_t[::1] wanted = given(label, "label", (count,), np.uint8)
    cdef double even = smoothing
    cdef double total = 0
    cdef double[ACTIONS] want
    cdef int d, i, at
    cdef Row row
    grad = np.zeros((count, ACTIONS), np.float32)
    cdef float[:, ::1] into = grad
    _check_legal(mask, label, "label")
    with nogil:
        for d in range(count):
            look(&rows[d, 0], &legal[d, 0], &row)
            at = place_of(&row, wanted[d])
            for i in range(row.count):
                want[i] = i == at
            total += follow(&row, want, even, 1.0 / count, &into[d, 0])
    return grad, total / max(count, 1)


def preference_loss(logits, mask, preference, smoothing):
    cdef int count = len(logits)
    cdef const float[:, ::1] rows = given(logits, "logits", (count, ACTIONS), np.float32)
    cdef const uint8_t[:, ::1] legal = given(mask, "mask", (count, ACTIONS), np.uint8)
    cdef const float[:, ::1] wanted = given(
        preference, "preference", (count, ACTIONS), np.float32
    )
    cdef double even = smoothing
    cdef double total = 0
    cdef double sum_wanted
    cdef double[ACTIONS] want
    cdef int d, i
    cdef Row row
    grad = np.zeros((count, ACTIONS), np.float32)
    cdef float[:, ::1] into = grad
    _check_preferred(mask, preference)
    with nogil:
        for d in range(count):
            look(&rows[d, 0], &legal[d, 0], &row)
            sum_wanted = 0
            for i in range(row.count):
                sum_wanted += wanted[d, row.action[i]]
            for i in range(row.count):
                want[i] = wanted[d, row.action[i]] / sum_wanted
            total += follow(&row, want, even, 1.0 / count, &into[d, 0])
    return grad, total / max(count, 1)


def _check_preferred(mask, preference):
    preferred = np.where(mask != 0, preference, 0.0)
    wrong = (preferred < 0).any(axis=1) | ~(preferred.sum(axis=1) > 0)
    if wrong.any():
        raise ValueError(f"row {int(np.argmax(wrong))} prefers no legal action")


def _check_legal(mask, action, str name):
    if not len(action):
        return
    at = np.minimum(action, ACTIONS - 1)[:, None]
    legal = (action < ACTIONS) & (np.take_along_axis(mask, at, 1)[:, 0] != 0)
    if not legal.all():
        row = int(np.argmin(legal))
        raise ValueError(f"{name} {action[row]} of row {row} is not legal")
