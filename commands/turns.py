"""Rates measured in turn, so that a slow moment of the machine falls on all, and their table."""

import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Measure = Callable[[], Mapping[str, float]]


def measured(tables: Mapping[str, Measure], repeats: int, rate: str) -> list[dict[str, Any]]:
    """A row for all that is measured of a rule set: the median over repeats, and the range.

    Args:
        tables: by rule set, what measures each of its rows once.
        repeats: how often everything is measured.
        rate: what rows call the median.
    """
    rates: dict[tuple[str, str], list[float]] = {}
    for repeat in range(repeats):
        for rules, measure in tables.items():
            for row, found in measure().items():
                rates.setdefault((rules, row), []).append(found)
        print(f"repeat {repeat + 1} of {repeats}", file=sys.stderr)
    return [
        {"rules": rules, "row": row, rate: statistics.median(found)}
        | {"low": min(found), "high": max(found)}
        for (rules, row), found in rates.items()
    ]


def rate_table(rows: Sequence[Mapping[str, Any]], row: str, rate: str) -> str:
    """Rows of ``measured`` in Markdown.

    Args:
        rows: of one kind of rate.
        row: the heading above what was measured.
        rate: what the rows call the median, such as "decisions_per_s".
    """
    unit = rate.replace("_per_", "/")
    lines = [f"| rules | {row} | {unit} | range | us |", "| --- | --- | ---: | ---: | ---: |"]
    lines += [
        f"| {one['rules']} | {one['row']} | {one[rate]:,.0f} "
        f"| {one['low'] / 1000:,.1f}-{one['high'] / 1000:,.1f} k | {1e6 / one[rate]:.2f} |"
        for one in rows
    ]
    return "\n".join(lines)
