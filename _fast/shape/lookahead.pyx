# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint64_t
from libc.string cimport memset

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.shape.trial cimport Trial, trial_put, trial_ready_discards, trial_waits


cdef inline float rate_waits(const Ahead* a, Trial* hand) noexcept nogil:
    return a.rating(a.who, trial_waits(hand))


cdef float best_discard(const Ahead* a, Trial* hand) noexcept nogil:
    cdef uint64_t left = trial_ready_discards(hand)
    cdef float best = 0
    cdef int kind
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        trial_put(hand, kind, -1)
        best = max(best, rate_waits(a, hand))
        trial_put(hand, kind, 1)
    return best


cdef float rate_draws(const Ahead* a, Trial* hand, uint64_t steps, bint spare) noexcept nogil:
    cdef float total = 0
    cdef float tiles = 0
    cdef int drawn
    while steps:
        drawn = lowest(steps)
        steps = without_lowest(steps)
        if a.unseen[drawn] == 0:
            continue
        trial_put(hand, drawn, 1)
        total += a.unseen[drawn] * (rate_waits(a, hand) if spare else best_discard(a, hand))
        tiles += a.unseen[drawn]
        trial_put(hand, drawn, -1)
    if a.wilds > 0:
        hand.wild += 1
        total += a.wilds * (rate_waits(a, hand) if spare else best_discard(a, hand))
        tiles += a.wilds
        hand.wild -= 1
    return total / tiles if tiles > 0 else 0


cdef void best_of_pairs(const Ahead* a, Trial* hand, uint64_t kinds, float* best) noexcept nogil:
    # two of the kinds go: what one leads to when another follows, the other leads to as well
    cdef uint64_t seconds, waits
    cdef float worth
    cdef int first, second
    memset(best, 0, KINDS * sizeof(float))
    while kinds:
        first = lowest(kinds)
        seconds = kinds
        kinds = without_lowest(kinds)
        trial_put(hand, first, -1)
        while seconds:
            second = lowest(seconds)
            seconds = without_lowest(seconds)
            if hand.kind[second] == 0:
                continue
            trial_put(hand, second, -1)
            waits = trial_waits(hand)
            if hand.ready:
                worth = a.rating(a.who, waits)
                best[first] = max(best[first], worth)
                best[second] = max(best[second], worth)
            trial_put(hand, second, 1)
        trial_put(hand, first, 1)


cdef uint64_t joined_by(const uint64_t* steps, uint64_t kinds, int drawn) noexcept nogil:
    # of the kinds to discard, those after which this draw is a step
    cdef uint64_t out = 0
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        out |= (steps[kind] >> drawn & 1) << kind
    return out


cdef void rate_discards(const Ahead* a, Trial* hand, uint64_t good, const uint64_t* steps,
                        float* rates) noexcept nogil:
    cdef float[KINDS] best
    cdef float[KINDS] tiles
    cdef uint64_t kinds
    cdef uint64_t draws = 0
    cdef int drawn, kind
    kinds = good
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        draws |= steps[kind]
        rates[kind] = tiles[kind] = 0
    while draws:
        drawn = lowest(draws)
        draws = without_lowest(draws)
        if a.unseen[drawn] == 0:
            continue
        kinds = joined_by(steps, good, drawn)
        trial_put(hand, drawn, 1)
        best_of_pairs(a, hand, kinds, best)
        trial_put(hand, drawn, -1)
        while kinds:
            kind = lowest(kinds)
            kinds = without_lowest(kinds)
            rates[kind] += a.unseen[drawn] * best[kind]
            tiles[kind] += a.unseen[drawn]
    if a.wilds > 0:
        hand.wild += 1
        best_of_pairs(a, hand, good, best)
        hand.wild -= 1
    while good:
        kind = lowest(good)
        good = without_lowest(good)
        if a.wilds > 0:
            rates[kind] += a.wilds * best[kind]
            tiles[kind] += a.wilds
        rates[kind] = rates[kind] / tiles[kind] if tiles[kind] > 0 else 0
