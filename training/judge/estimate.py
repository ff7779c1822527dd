"""Means with intervals where the unit of independence is a set of games, not a hand."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from scipy.special import stdtr, stdtrit

from shugi.envs.common.arrays import F64

POWER = 0.80


@dataclass(frozen=True)
class Estimate:
    """A mean, its 95 % interval, and the smallest true value that would show in 80 % of runs."""

    mean: float
    low: float
    high: float
    smallest_effect: float
    KEYS: ClassVar[Mapping[str, None]] = {"smallest_effect": None}

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Share:
    """How often something was so, with Wilson's 95 % interval."""

    count: int
    of: int

    @property
    def mean(self) -> float:
        return self.count / self.of if self.of else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        from scipy.stats import binomtest  # half a second to import

        if not self.of:
            return 0.0, 1.0
        found = binomtest(self.count, self.of).proportion_ci(method="wilson")
        return float(found.low), float(found.high)

    def as_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "ci95": list(self.interval), "of": self.of}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Share":
        return cls(round(told["mean"] * told["of"]), told["of"])


@dataclass(frozen=True)
class Ratio:
    """A sum per unit of weight over independent sets, and how each set deviates from it."""

    mean: float
    residual: F64  # (sets,), in units of the ratio; its mean is zero


def ratio(total: F64, weight: F64) -> Ratio:
    """Sum of ``total`` over sum of ``weight``; (sets,) each. First-order deviations."""
    if not weight.sum():
        return Ratio(math.nan, np.zeros(len(total)))
    mean = float(total.sum() / weight.sum())
    return Ratio(mean, (total - mean * weight) / weight.mean())


def estimate(mean: float, residual: F64) -> Estimate:
    """The interval of a mean whose sets deviate by ``residual``; infinite below two sets."""
    sets = len(residual)
    if sets < 2:
        return Estimate(mean, -math.inf, math.inf, math.inf)
    error = math.sqrt(float((residual**2).sum()) / (sets - 1) / sets)
    half = t_quantile(0.975, sets - 1) * error
    visible = (t_quantile(0.975, sets - 1) + NormalDist().inv_cdf(POWER)) * error
    return Estimate(mean, mean - half, mean + half, visible)


def t_quantile(p: float, freedom: float) -> float:
    """Student's t quantile."""
    return float(stdtrit(freedom, p))


def t_chance(t: float, freedom: int) -> float:
    """How likely Student's t is to be as far from zero as ``t``; 1 without any freedom."""
    return 1.0 if freedom < 1 else float(2 * stdtr(freedom, -abs(t)))
