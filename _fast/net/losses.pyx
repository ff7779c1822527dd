# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Losses of decisions, and their gradients in what a network says of them."""

import numpy as np

from libc.math cimport exp, expf, fmax, fmin, log
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.net.weights import given

cdef enum:
    ACTIONS = 128


cdef struct Row:             # the legal actions of a decision
    int count
    int action[ACTIONS]
    double log_share[ACTIONS]
    double share[ACTIONS]


cdef void look(const float* logits, const uint8_t* mask, Row* row) noexcept nogil:
    cdef double top = 0
    cdef double total = 0
    cdef double log_total
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
    log_total = log(total)
    for i in range(n):
        row.share[i] = row.share[i] / total
        row.log_share[i] = logits[row.action[i]] - top - log_total


cdef int place_of(const Row* row, int action) noexcept nogil:
    # of a legal action
    cdef int i
    for i in range(row.count):
        if row.action[i] == action:
            return i
    return -1


cdef class Loss:
    def __cinit__(self, *args, **settings):
        if type(self) is Loss:
            raise TypeError("a Loss is one of its kinds: make that")
        self.width, self._sums = ACTIONS, 1

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        pass

    def __len__(self):
        return self.count

    def _take_mask(self, mask):
        self.count, self.of_actions = len(mask), True
        self._mask = given(mask, "mask", (self.count, <int>ACTIONS), np.uint8)
        if without_action(self._mask) >= 0:
            raise ValueError("mask has a row without a legal action")

    def value(self, means):
        return float(means[0])

    def graded(self, said):
        cdef const float[:, ::1] rows = given(said, "said", (self.count, self.width), np.float32)
        cdef double[MOST_SUMS] sums
        cdef double part = 1.0 / max(self.count, 1)
        cdef int64_t d
        grad = np.zeros((self.count, self.width), np.float32)
        cdef float[:, ::1] into = grad
        memset(&sums[0], 0, sizeof(sums))
        with nogil:
            for d in range(self.count):
                self.grade(d, &rows[d, 0], part, &into[d, 0], &sums[0])
        return grad, np.array([sums[k] for k in range(self._sums)]) * part


cdef class PolicyLoss(Loss):
    cdef const uint8_t[::1] _action
    cdef const float[::1] _before, _advantage
    cdef const float[:, ::1] _reference
    cdef double _clip, _entropy, _kl

    def __cinit__(self, mask, action, log_prob, advantage, reference, clip, entropy, kl):
        self._take_mask(mask)
        count, self._sums = self.count, 5
        self._action = given(action, "action", (count,), np.uint8)
        _check_legal(self._mask, self._action, "action")
        self._before = given(log_prob, "log_prob", (count,), np.float32)
        self._advantage = given(advantage, "advantage", (count,), np.float32)
        self._reference = given(reference, "reference", (count, <int>ACTIONS), np.float32)
        self._clip, self._entropy, self._kl = clip, entropy, kl

    def value(self, means):
        return float(-means[0] - self._entropy * means[1] + self._kl * means[2])

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        # sums: gain, entropy, divergence from the reference, from the behaviour, clipped
        cdef Row legal
        look(said, &self._mask[row, 0], &legal)
        cdef const float* reference = &self._reference[row, 0]
        cdef double advantage = self._advantage[row]
        cdef int chosen = place_of(&legal, self._action[row])
        cdef double moved = legal.log_share[chosen] - self._before[row]
        cdef double ratio = exp(moved)
        cdef double kept = fmin(fmax(ratio, 1 - self._clip), 1 + self._clip)
        cdef double spread = 0
        cdef double kl = 0
        cdef double scale = log(max(legal.count, 2))
        cdef double pull, own
        cdef int i
        for i in range(legal.count):
            spread -= legal.share[i] * legal.log_share[i]
            kl += legal.share[i] * (legal.log_share[i] - reference[legal.action[i]])
        pull = ratio * advantage if ratio * advantage <= kept * advantage else 0
        for i in range(legal.count):
            own = pull * ((i == chosen) - legal.share[i])
            own -= self._entropy * legal.share[i] * (legal.log_share[i] + spread) / scale
            own -= self._kl * legal.share[i] * (
                legal.log_share[i] - reference[legal.action[i]] - kl)
            grad[legal.action[i]] = <float>(-part * own)
        sums[0] += fmin(ratio * advantage, kept * advantage)
        sums[1] += spread / scale
        sums[2] += kl
        sums[3] += ratio - 1 - moved
        sums[4] += ratio != kept


cdef void follow(const Row* row, const double* want, double even, double part, float* grad,
                 double* sums) noexcept nogil:
    # want: shares of the legal actions.  sums: cross-entropy with them, is the likeliest the same
    cdef double own
    cdef int i
    for i in range(row.count):
        own = even / row.count + (1 - even) * want[i]
        sums[0] -= own * row.log_share[i]
        grad[row.action[i]] = <float>(part * (row.share[i] - own))
    sums[1] += likeliest(row.count, row.log_share) == likeliest(row.count, want)


cdef int likeliest(int count, const double* of) noexcept nogil:
    cdef int i
    cdef int best = 0
    for i in range(1, count):
        if of[i] > of[best]:
            best = i
    return best


cdef class LabelLoss(Loss):
    cdef const uint8_t[::1] _label
    cdef double _smoothing

    def __cinit__(self, mask, label, smoothing):
        self._take_mask(mask)
        self._sums = 2
        self._label = given(label, "label", (self.count,), np.uint8)
        _check_legal(self._mask, self._label, "label")
        self._smoothing = smoothing

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        cdef Row legal
        cdef double[ACTIONS] want
        cdef int i
        look(said, &self._mask[row, 0], &legal)
        for i in range(legal.count):
            want[i] = legal.action[i] == self._label[row]
        follow(&legal, want, self._smoothing, part, grad, sums)


cdef class PreferenceLoss(Loss):
    cdef const float[:, ::1] _preference
    cdef double _smoothing

    def __cinit__(self, mask, preference, smoothing):
        self._take_mask(mask)
        self._sums = 2
        self._preference = given(
            preference, "preference", (self.count, <int>ACTIONS), np.float32
        )
        odd = without_preference(self._mask, self._preference)
        if odd >= 0:
            raise ValueError(f"row {odd} prefers no legal action")
        self._smoothing = smoothing

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        cdef Row legal
        cdef double[ACTIONS] want
        cdef double total = 0
        cdef int i
        look(said, &self._mask[row, 0], &legal)
        for i in range(legal.count):
            total += self._preference[row, legal.action[i]]
        for i in range(legal.count):
            want[i] = self._preference[row, legal.action[i]] / total
        follow(&legal, want, self._smoothing, part, grad, sums)


cdef class GivenLoss(Loss):
    cdef const float[:, ::1] _gradient

    def __cinit__(self, mask, gradient):
        self._take_mask(mask)
        self._sums = 0
        self._gradient = given(gradient, "gradient", (self.count, <int>ACTIONS), np.float32)

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        memcpy(grad, &self._gradient[row, 0], ACTIONS * sizeof(float))


cdef class ValueLoss(Loss):
    cdef const float[:, ::1] _target, _bins

    def __cinit__(self, target, bins):
        self.count = len(target)
        self._target = given(target, "target", (self.count, 2), np.float32)
        self._bins = given(bins, "bins", (2, bins.shape[1]), np.float32)
        if not ((np.diff(bins, axis=1) > 0).all() if bins.shape[1] > 1 else bins.all()):
            raise ValueError("bins must ascend, and a single one must not be zero")
        self.width = 2 * self._bins.shape[1]

    cdef void grade(self, int64_t row, const float* said, double part, float* grad,
                    double* sums) noexcept nogil:
        cdef int count = self._bins.shape[1]
        cdef int k
        for k in range(2):
            if count == 1:
                sums[0] += self._plain(row, k, said[k], part, grad + k)
            else:
                sums[0] += self._binned(row, k, said + k * count, part, grad + k * count)

    cdef double _plain(self, int64_t row, int k, float said, double part,
                       float* grad) noexcept nogil:
        cdef double off = said - self._target[row, k] / self._bins[k, 0]
        grad[0] = <float>(part * off)
        return off * off / 2

    cdef double _binned(self, int64_t row, int k, const float* said, double part,
                        float* grad) noexcept nogil:
        cdef const float* bins = &self._bins[k, 0]
        cdef int count = self._bins.shape[1]
        cdef float top = said[0]
        cdef float total = 0
        cdef float value, share
        cdef double log_total
        cdef int b
        cdef int low = 0
        cdef int high = count - 1
        for b in range(1, count):
            top = max(top, said[b])
        for b in range(count):
            grad[b] = expf(said[b] - top)
            total += grad[b]
        for b in range(count):
            grad[b] *= <float>(part / 2 / total)
        value = min(max(self._target[row, k], bins[0]), bins[count - 1])
        while high - low > 1:
            b = (low + high) // 2
            low, high = (b, high) if bins[b] <= value else (low, b)
        share = (value - bins[low]) / (bins[high] - bins[low])
        grad[low] -= <float>(part / 2 * (1 - share))
        grad[high] -= <float>(part / 2 * share)
        log_total = top + log(total)
        return (log_total - (1 - share) * said[low] - share * said[high]) / 2


# ---- the first row that is not as it should be; -1: there is none

cdef int64_t without_action(const uint8_t[:, ::1] mask) noexcept nogil:
    cdef int64_t d
    cdef uint8_t some
    cdef int a
    for d in range(mask.shape[0]):
        some = 0
        for a in range(ACTIONS):
            some |= mask[d, a]
        if not some:
            return d
    return -1


cdef int64_t without_preference(const uint8_t[:, ::1] mask,
                                const float[:, ::1] preference) noexcept nogil:
    cdef int64_t d
    cdef float own, total
    cdef bint below
    cdef int a
    for d in range(mask.shape[0]):
        total, below = 0, False
        for a in range(ACTIONS):
            own = preference[d, a] if mask[d, a] else 0
            total += own
            below |= own < 0
        if below or not total > 0:
            return d
    return -1


cdef int _check_legal(const uint8_t[:, ::1] mask, const uint8_t[::1] action, str name) except -1:
    cdef int64_t d
    for d in range(action.shape[0]):
        if action[d] >= ACTIONS or not mask[d, action[d]]:
            raise ValueError(f"{name} {action[d]} of row {d} is not legal")
    return 0
