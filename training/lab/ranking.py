"""How well a number follows what an act is worth: weighted AUC and reliability."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.training.judge.estimate import Estimate
from shugi.training.terminal.console import finite

Floats = NDArray[np.float64]

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

    def __init__(self, score: Floats, difference: Floats) -> None:
        self.order = np.argsort(score, kind="stable")
        ordered = score[self.order]
        self.starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])  # equal scores
        self.gains = np.maximum(difference, 0.0)[self.order]
        self.losses = np.maximum(-difference, 0.0)[self.order]

    def auc(self, counts: Floats | None = None) -> Floats:
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

    def as_json(self) -> dict[str, Any]:
        rows = [{"probes": b.probes, "said": b.said, "best": b.best} for b in self.bins]
        return {"expected_calibration_error": finite(self.error), "bins": rows}


def reliability(score: Floats, difference: Floats, bins: int = BINS) -> Reliability:
    """How often the act is the best, against how likely it is to be played.

    Args:
        score: (probes,) probabilities of the act.
        difference: (probes,) what acting is worth more than not acting; a tie is half a best.
        bins: parts of equal width of 0 to 1.
    """
    best = np.where(difference > 0, 1.0, np.where(difference < 0, 0.0, 0.5))
    where = np.clip((score * bins).astype(np.int64), 0, bins - 1)
    found = [
        Bin(int(own.sum()), float(score[own].mean()), float(best[own].mean()))
        for own in (where == number for number in range(bins))
        if own.any()
    ]
    off = sum(one.probes * abs(one.said - one.best) for one in found)
    return Reliability(found, off / len(score) if len(score) else math.nan)


def as_interval(value: Estimate) -> dict[str, Any]:
    return {"mean": finite(value.mean), "ci95": [finite(value.low), finite(value.high)]}


def of_interval(told: Mapping[str, Any]) -> Estimate:
    """What ``as_interval`` wrote, without the smallest effect."""
    mean, (low, high) = told["mean"], told["ci95"]
    return Estimate(
        math.nan if mean is None else mean,
        -math.inf if low is None else low,
        math.inf if high is None else high,
        math.inf,
    )
