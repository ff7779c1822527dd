"""What the plans of one probe are worth, its deals split into parts."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shugi.training.judge.estimate import Estimate, t_quantile
from shugi.training.lab.ranking import Floats


@dataclass(frozen=True)
class ProbeValue:
    """One probe, its deals split into parts."""

    probe: int
    """Its index in ``ClassValues``."""
    means: Floats
    """(plans,) over all deals; what a page shows. The largest of them is overrated."""
    errors: Floats
    """(plans,) standard error of a plan's mean less the largest one."""
    parts: Floats
    """(parts, plans) means over the deals of each part."""
    best: NDArray[np.int64]
    """(parts,) the best plan by the deals outside each part; then of those that act, or do not."""
    best_act: NDArray[np.int64]
    best_other: NDArray[np.int64]
    deals: Floats
    """(plans, deals) values on the deals found,"""
    weight: Floats
    """(deals,) which add up to one,"""
    inside: NDArray[np.bool_]
    """(parts, deals) and which deals are of each part."""
    difference_error: float
    """Standard error of dQ."""
    effective_deals: float
    """So many deals of equal weight would be worth as much."""

    def value_of(self, plans: NDArray[np.int64]) -> float:
        """Of one plan for each part, on the deals of the part."""
        return float(self.parts[np.arange(len(self.parts)), plans].mean())

    @property
    def outside(self) -> Floats:
        """(parts, plans) means over the deals outside each part."""
        return weighted_means(self.deals, self.weight * ~self.inside)

    @property
    def value(self) -> float:
        """Of the best plan."""
        return self.value_of(self.best)

    @property
    def difference(self) -> float:
        """dQ: the best plan that acts less the best that does not."""
        return self.value_of(self.best_act) - self.value_of(self.best_other)

    def differences(self, means: Floats) -> Floats:
        """(parts,) dQ of each part by these means (parts, plans)."""
        rows = np.arange(len(means))
        found: Floats = means[rows, self.best_act] - means[rows, self.best_other]
        return found

    def loss(self, shares: NDArray[np.float32]) -> float:
        """What is lost against the best by playing plans in these shares (plans,)."""
        return self.value - float((self.parts @ np.asarray(shares, np.float64)).mean())

    def loss_interval(self, shares: NDArray[np.float32]) -> Estimate:
        """``loss`` with its 95 % interval, over deals."""
        part = self.inside.argmax(axis=0)  # of each deal
        best = self.deals[self.best[part], np.arange(len(part))]
        lost = best - np.asarray(shares, np.float64) @ self.deals
        return mean_interval(self.loss(shares), lost, self.weight)


def mean_interval(mean: float, values: Floats, weight: Floats) -> Estimate:
    """A mean with its 95 % interval, over deals.

    Args:
        mean: the middle of the interval.
        values: (deals,).
        weight: (deals,) of each deal; they add up to one.
    """
    error = float(standard_errors(values[None], weight)[0])
    half = t_quantile(0.975, 1 / float((weight**2).sum()) - 1) * error
    return Estimate(mean, mean - half, mean + half, math.nan)


def standard_errors(values: Floats, weight: Floats) -> Floats:
    """(plans,) of the weighted means of (plans, deals)."""
    off = values - (values @ weight)[:, None]
    most = max(1 - float((weight**2).sum()), 1e-12)
    errors: Floats = np.sqrt((off**2 @ weight**2) / most)
    return errors


def weighted_means(values: Floats, weights: Floats) -> Floats:
    """Of (plans, deals) by (parts, deals) -> (parts, plans)."""
    means: Floats = (weights @ values.T) / weights.sum(axis=1, keepdims=True)
    return means
