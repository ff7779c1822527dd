"""What acting is worth by two numbers that a player can count, in cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from shugi.envs.common.arrays import F64, Bools
from shugi.training.decisions.countable import Count
from shugi.training.judge.estimate import Estimate
from shugi.training.lab.measure import mean_of

LEAST = 8  # positions of a cell that is shown
LEAST_PANEL = 40  # positions of a panel
STEPS = 4  # of a number
THREATS = "threats"
THREAT_WORDS = ("nobody has declared", "one opponent has declared", "two or more have declared")

# By class: the numbers of two maps, rows and columns, the first that differ being taken.
TURNS, STAKES = ("turn", "left"), ("behind", "pays", "stays", "left")
WAITS = (("wait", "kinds"), TURNS)
HELD = (("value", "calls", "kinds", "their_calls"), STAKES)
MAPS: Mapping[str, tuple[tuple[Sequence[str], Sequence[str]], ...]] = {
    "float": ((("pays", "value"), TURNS), (("value", "their_calls"), ("stays", "left"))),
    "go_on": ((("pays", "value"), TURNS), (("value", "their_calls"), ("stays", "left"))),
    "kong": ((("steps", "wait"), TURNS), HELD),
    "lay_aside": ((("value", "steps"), TURNS), (("value", "their_calls"), STAKES)),
    "push_fold": ((("steps", "wait"), TURNS), HELD),
    "call": ((("steps", "calls"), TURNS), HELD),
    "discard": ((("steps", "wait"), TURNS), HELD),
}
USUAL = (WAITS, HELD)


@dataclass(frozen=True)
class Cell:
    """Positions alike in both numbers."""

    row: int
    column: int
    positions: int
    acts: float
    """How often the agent acts there."""
    worth: Estimate


@dataclass(frozen=True)
class Panel:
    title: str
    positions: int
    cells: list[Cell]


@dataclass(frozen=True)
class Map:
    """Panels with the same rows and columns."""

    rows: str
    """The name of a count,"""
    columns: str
    row_cuts: list[float]
    """and where its steps begin; the last one is beyond all."""
    column_cuts: list[float]
    panels: list[Panel]


def maps_of(name: str, numbers: Mapping[str, F64], worth: F64, does: Bools) -> list[Map]:
    """The maps of a class of decisions; the first has a panel for each number of threats.

    Args:
        name: of the class.
        numbers: (positions,) of each count, by name.
        worth: (positions,) what acting is worth more than not acting, in the unit of the values.
        does: (positions,) whether the agent acts.
    """
    maps = []
    for place, (rows, columns) in enumerate(MAPS.get(name, USUAL)):
        pair = [_first(names, numbers) for names in (rows, columns)]
        if None in pair:
            continue
        row, column = (str(one) for one in pair)
        panels = _panels(numbers) if place == 0 else {"": np.ones(len(worth), np.bool_)}
        cuts = [edges(numbers[one]) for one in (row, column)]
        cells = {
            title: _cells(numbers, row, column, cuts, own, worth, does)
            for title, own in panels.items()
        }
        charts = [Panel(title, int(own.sum()), cells[title]) for title, own in panels.items()]
        maps.append(Map(row, column, cuts[0].tolist(), cuts[1].tolist(), charts))
    return [one for one in maps if any(panel.cells for panel in one.panels)]


def _first(names: Sequence[str], numbers: Mapping[str, F64]) -> str | None:
    """The first number that differs from position to position."""
    return next((one for one in names if one in numbers and np.ptp(numbers[one]) > 0), None)


def _panels(numbers: Mapping[str, F64]) -> dict[str, Bools]:
    every = {"": np.ones(len(next(iter(numbers.values()))), np.bool_)}
    if THREATS not in numbers:
        return every
    level = np.minimum(numbers[THREATS], len(THREAT_WORDS) - 1)
    found = {words: level == own for own, words in enumerate(THREAT_WORDS)}
    kept = {words: own for words, own in found.items() if own.sum() >= LEAST_PANEL}
    return kept or every


def edges(numbers: F64, parts: int = STEPS) -> F64:
    """Whole numbers that part them into about equal shares; the last one is beyond all."""
    different = np.unique(numbers)
    beyond = different[-1] + 1
    if len(different) <= parts:
        return np.append(different, beyond)
    cuts = np.quantile(numbers, np.linspace(0, 1, parts + 1)[:-1]).round()
    return np.append(np.unique(cuts), beyond)


def steps(count: Count, cuts: Sequence[float]) -> list[str]:
    """The names of a count's steps."""
    if count.is_fact:
        return ["yes" if low else "no" for low in cuts[:-1]]
    pairs = [(low, high - 1) for low, high in pairwise(cuts)]
    return [f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}" for low, high in pairs]


def _cells(
    numbers: Mapping[str, F64],
    row: str,
    column: str,
    cuts: Sequence[F64],
    own: Bools,
    worth: F64,
    does: Bools,
) -> list[Cell]:
    y, x = (
        np.searchsorted(cut, numbers[one], "right") - 1
        for cut, one in zip(cuts, (row, column), strict=True)
    )
    cells = []
    for i, j in np.ndindex(len(cuts[0]) - 1, len(cuts[1]) - 1):
        here = own & (y == i) & (x == j)
        if here.sum() >= LEAST:
            share = float(does[here].mean())
            cells.append(Cell(i, j, int(here.sum()), share, mean_of(worth[here])))
    return cells
