"""Means and intervals as people read them, in tables, reports and pages alike."""

import math

import pytest

from shugi.training.judge.estimate import Estimate
from shugi.training.terminal.interval import interval, interval_in, mean_and_half


@pytest.mark.parametrize(
    ("mean", "half", "wanted"),
    [
        (0.456, 0.161, "+0.46 ± 0.16"),
        (-0.001, 0.161, "+0.00 ± 0.16"),
        (-1.5, math.inf, "-1.50 ± ?"),
        (1.0, None, "+1.00 ± ?"),
        (math.nan, 0.1, ""),
        (None, None, ""),
    ],
)
def test_means_and_halves(mean: float | None, half: float | None, wanted: str) -> None:
    assert mean_and_half(mean, half) == wanted
    bare = wanted.removeprefix("+")
    assert mean_and_half(mean, half, sign="-") == bare


def test_digits() -> None:
    assert mean_and_half(12.345, 0.0549, 1, "-") == "12.3 ± 0.1"


def test_estimates_and_what_files_keep_of_them() -> None:
    assert interval(Estimate(0.5, 0.25, 0.75, 0.4), 3) == "+0.500 ± 0.250"
    assert interval_in({"mean": 0.5, "ci95": [0.25, 0.75]}) == "+0.50 ± 0.25"
    assert interval_in({"mean": -0.001, "ci95": [0.0, 0.0]}, "-") == "0.00 ± 0.00"
    assert interval_in({"mean": 0.5, "ci95": [None, None]}) == "+0.50 ± ?"
    assert interval_in({"mean": None, "ci95": [None, None]}) == ""
