"""Rates measured in turn, so that a slow moment of the machine falls on all, and their table."""

import statistics
import sys
from collections.abc import Callable, Mapping

from shugi.envs.common.markdown import table

Measure = Callable[[], Mapping[str, float]]


def rate_table(tables: Mapping[str, Measure], repeats: int, row: str, unit: str) -> str:
    """Measure in turn; medians over repeats and their range, in Markdown.

    Args:
        tables: by rule set, what measures each of its rows once.
        repeats: how often everything is measured.
        row: the heading above what is measured.
        unit: of the rates, such as "decisions/s".
    """
    rates: dict[tuple[str, str], list[float]] = {}
    for repeat in range(repeats):
        for rules, measure in tables.items():
            for name, rate in measure().items():
                rates.setdefault((rules, name), []).append(rate)
        print(f"repeat {repeat + 1} of {repeats}", file=sys.stderr)
    rows = []
    for (rules, name), found in rates.items():
        middle, low, high = statistics.median(found), min(found) / 1000, max(found) / 1000
        span = f"{low:,.1f}-{high:,.1f} k"
        rows.append((rules, name, f"{middle:,.0f}", span, f"{1e6 / middle:.2f}"))
    return table(("rules", row, unit, "range", "us"), rows, numbers=3)
