"""What the plans of one probe are worth, its deals split into parts."""

import math
from dataclasses import dataclass

import numpy as np

from shugi.envs.common.arrays import F32, F64, I64, Bools
from shugi.training.judge.estimate import Estimate, t_quantile


@dataclass(frozen=True)
class ProbeValue:
    """One probe, its deals split into parts."""

    probe: int
    """Its index in ``ClassValues``."""
    means: F64
    """(plans,) over all deals; what a page shows. The largest of them is overrated."""
    errors: F64
    """(plans,) standard error of a plan's mean less the largest one."""
    parts: F64
    """(parts, plans) means over the deals of each part."""
    best: I64
    """(parts,) the best plan by the deals outside each part; then of those that act, or do not."""
    best_act: I64
    best_other: I64
    deals: F64
    """(plans, deals) values on the deals found,"""
    inside: Bools
    """(parts, deals) and which deals are of each part."""
    difference_error: float
    """Standard error of dQ."""

    @property
    def count(self) -> int:
        """Deals found."""
        return int(self.deals.shape[1])

    def value_of(self, plans: I64) -> float:
        """The worth of one plan for each part, on the deals of the part."""
        return float(self.parts[np.arange(len(self.parts)), plans].mean())

    @property
    def outside(self) -> F64:
        """(parts, plans) means over the deals outside each part."""
        return means_in(self.deals, ~self.inside)

    @property
    def value(self) -> float:
        """The worth of the best plan."""
        return self.value_of(self.best)

    @property
    def difference(self) -> float:
        """dQ: the best plan that acts less the best that does not."""
        return self.value_of(self.best_act) - self.value_of(self.best_other)

    def differences(self, means: F64) -> F64:
        """(parts,) dQ of each part by these means (parts, plans)."""
        rows = np.arange(len(means))
        found: F64 = means[rows, self.best_act] - means[rows, self.best_other]
        return found

    def loss(self, shares: F32) -> float:
        """What is lost against the best by playing plans in these shares (plans,)."""
        return self.value - float((self.parts @ np.asarray(shares, np.float64)).mean())

    def loss_interval(self, shares: F32) -> Estimate:
        """``loss`` with its 95 % interval, over deals."""
        part = self.inside.argmax(axis=0)  # of each deal
        best = self.deals[self.best[part], np.arange(len(part))]
        lost = best - np.asarray(shares, np.float64) @ self.deals
        return mean_interval(self.loss(shares), lost)


def mean_interval(mean: float, values: F64) -> Estimate:
    """A mean with its 95 % interval, over the deals of ``values`` (deals,), two at least."""
    half = t_quantile(0.975, len(values) - 1) * float(standard_errors(values[None])[0])
    return Estimate(mean, mean - half, mean + half, math.nan)


def standard_errors(values: F64) -> F64:
    """(plans,) of the means of (plans, deals)."""
    errors: F64 = values.std(axis=1, ddof=1) / math.sqrt(values.shape[1])
    return errors


def means_in(values: F64, inside: Bools) -> F64:
    """(parts, plans) means of values (plans, deals) over the deals of each part (parts, deals)."""
    means: F64 = (inside @ values.T) / inside.sum(axis=1, keepdims=True)
    return means
