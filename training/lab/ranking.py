"""How well a number follows what an act is worth: weighted AUC and reliability."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shugi.envs.common.arrays import F64

BINS = 10


class Ranking:
    """Weighted AUC of a score against the sign of a difference, with the difference as weight.

    The share, by weight, of pairs of a probe where acting is better and one where it is worse that
    the score puts in this order; pairs with equal scores count half. 1: it always knows, 0.5: it
    does not tell them apart.

    Args:
        score: (probes,).
        difference: (probes,) what acting is worth more than not acting.
    """

    def __init__(self, score: F64, difference: F64) -> None:
        self.order = np.argsort(score, kind="stable")
        ordered = score[self.order]
        self.starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])  # equal scores
        self.gains = np.maximum(difference, 0.0)[self.order]
        self.losses = np.maximum(-difference, 0.0)[self.order]

    def auc(self, counts: F64 | None = None) -> F64:
        """(samples,) for (samples, probes) how often each probe counts; by default one sample of
        all. NaN where a sample has no gains or no losses."""
        drawn = np.ones((1, len(self.order))) if counts is None else counts[:, self.order]
        if not drawn.shape[1]:
            return np.full(len(drawn), np.nan)
        gains = np.add.reduceat(drawn * self.gains, self.starts, axis=1)
        losses = np.add.reduceat(drawn * self.losses, self.starts, axis=1)
        below = losses.cumsum(axis=1) - losses
        right = (gains * (below + losses / 2)).sum(axis=1)
        pairs = gains.sum(axis=1) * losses.sum(axis=1)
        found = np.full(len(pairs), np.nan)
        np.divide(right, pairs, out=found, where=pairs > 0)
        return found


@dataclass(frozen=True)
class Bin:
    """Probes at which an act is about equally likely."""

    probes: int
    said: float
    """How likely it is to be played there, on average."""
    best: float
    """How often it was the best."""


@dataclass(frozen=True)
class Reliability:
    """How often the act is the best, against how likely it is to be played."""

    bins: list[Bin]
    error: float
    """Expected calibration error: the mean of |said - best| over probes."""
    KEYS: ClassVar[Mapping[str, str]] = {"error": "expected_calibration_error"}


def reliability(score: F64, difference: F64) -> Reliability:
    """How often the act is the best, against how likely it is to be played.

    Args:
        score: (probes,) probabilities of the act.
        difference: (probes,) what acting is worth more than not acting; a tie is half a best.
    """
    best = np.where(difference > 0, 1.0, np.where(difference < 0, 0.0, 0.5))
    where = np.clip((score * BINS).astype(np.int64), 0, BINS - 1)
    found = [
        Bin(int(own.sum()), float(score[own].mean()), float(best[own].mean()))
        for own in (where == number for number in range(BINS))
        if own.any()
    ]
    off = sum(one.probes * abs(one.said - one.best) for one in found)
    return Reliability(found, off / len(score) if len(score) else math.nan)
