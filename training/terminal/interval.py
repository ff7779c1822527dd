"""Means with half of their 95 % interval, as people read them: ``+0.46 ± 0.16``."""

import math
from collections.abc import Mapping
from typing import Any, Protocol


class Measured(Protocol):
    """Whatever has a mean and half of an interval, such as ``shugi.training.judge.estimate``'s."""

    @property
    def mean(self) -> float: ...

    @property
    def half(self) -> float: ...


def interval(value: Measured, digits: int = 2, sign: str = "+") -> str:
    """The text of an estimate, see ``mean_and_half``.

    Args:
        value: the mean and half of its interval.
        digits: behind the point.
        sign: "+" also before what is not negative, or "-" before what is negative alone.
    """
    return mean_and_half(value.mean, value.half, digits, sign)


def interval_in(value: Mapping[str, Any], sign: str = "+") -> str:
    """The text of ``{"mean": ..., "ci95": [low, high]}``, where what is not known is None."""
    low, high = value["ci95"]
    known = low is not None and high is not None
    return mean_and_half(value["mean"], (high - low) / 2 if known else None, sign=sign)


def mean_and_half(mean: float | None, half: float | None, digits: int = 2, sign: str = "+") -> str:
    """A mean and half of its interval as text; no minus before a zero.

    Args:
        mean: nothing is said where it is None or not finite.
        half: "?" where it is None or not finite, as over a single set of games.
        digits: behind the point.
        sign: "+" also before what is not negative, or "-" before what is negative alone.

    Returns:
        "+0.46 ± 0.16", "+0.46 ± ?" or "".
    """
    if mean is None or not math.isfinite(mean):
        return ""
    known = half is not None and math.isfinite(half)
    width = f"{half:.{digits}f}" if known else "?"
    return f"{round(mean, digits) + 0.0:{sign}.{digits}f} ± {width}"
