"""A ladder as one HTML page with its plots inside."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shugi.training.judge.ladder import Ladder
from shugi.training.judge.ladder_table import LadderTable, ranking
from shugi.training.judge.picture import axes_picture
from shugi.training.judge.web import render, table, write
from shugi.training.terminal.interval import mean_and_half

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write_page(folder: Path, ladder: Ladder, found: LadderTable, unit: str) -> Path:
    """Write ``folder/index.html`` and return its path.

    Args:
        folder: made if it is not there.
        ladder: as it was played.
        found: what ``judge_ladder`` found of it.
        unit: name of the unit of gains, such as "chips".

    Raises:
        UserError: matplotlib is not installed, or the folder cannot be written.
    """
    plots = [
        (
            f"{unit} per hand against the field, with 95 % intervals over walls",
            axes_picture(lambda axes: _ratings(axes, found, unit)),
        ),
        (
            f"{unit} per hand that the row gains against the column",
            axes_picture(lambda axes: _matrix(axes, found)),
        ),
    ]
    return write(folder, _page(ladder, found, unit, plots))


def _ratings(axes: "Axes", found: LadderTable, unit: str) -> None:
    order = ranking(found)
    ones = [found.ratings[i] for i in order]
    means = np.array([rating.rating for rating in ones])
    half = [rating.high - rating.rating if math.isfinite(rating.high) else 0.0 for rating in ones]
    axes.errorbar(means, range(len(ones)), xerr=half, fmt="o", capsize=4)
    axes.axvline(0, color="gray", linewidth=0.8)
    axes.set_yticks(range(len(ones)), [rating.name for rating in ones])
    axes.set_ylim(len(ones) - 0.5, -0.5)
    axes.set_xlabel(f"{unit} per hand")


def _matrix(axes: "Axes", found: LadderTable) -> None:
    order = ranking(found)
    gain = found.gain[np.ix_(order, order)]
    most = float(np.nanquantile(np.abs(gain), 0.75)) or 1.0  # a random player would drown the rest
    axes.imshow(gain, cmap="RdBu", vmin=-most, vmax=most, aspect="auto")
    places = range(len(order))
    axes.set_xticks(places, [str(place + 1) for place in places])
    axes.set_yticks(places, [f"{n + 1} {found.ratings[i].name}" for n, i in enumerate(order)])
    for row in places:
        for column in places:
            if row != column:
                value = gain[row, column]
                color = "white" if abs(value) > 0.6 * most else "black"
                axes.text(column, row, f"{value:+.1f}", ha="center", va="center", color=color)


def _page(ladder: Ladder, found: LadderTable, unit: str, plots: list[tuple[str, str]]) -> str:
    order = ranking(found)
    return render(
        "ladder.html",
        title=f"{ladder.rules.name}: a ladder of {len(order)} agents",
        command="",
        found=found,
        seed=ladder.seed,
        choices=ladder.choices,
        unit=unit,
        pairs=len(order) * (len(order) - 1) // 2,
        ratings=_ratings_table(found, unit, order),
        lone=_ranking_data(found, order),
        plots=plots,
    )


def _ratings_table(found: LadderTable, unit: str, order: list[int]) -> dict[str, Any]:
    rows = []
    for place, i in enumerate(order, start=1):
        rating = found.ratings[i]
        skill = mean_and_half(rating.skill, rating.spread, 1, "-")
        interval = f"{rating.low:+.2f} to {rating.high:+.2f}"
        rows.append([rating.name, str(place), f"{rating.rating:+.2f}", interval, skill])
    return table(["agent", "place", f"{unit} per hand", "95 %", "Plackett-Luce"], rows)


def _ranking_data(found: LadderTable, order: list[int]) -> dict[str, Any]:
    rows = [
        [
            f"{place} {found.ratings[i].name}",
            *(
                ""
                if np.isnan(found.lone[i, j])
                else f"{found.lone[i, j]:+.2f}{'*' if found.proved[i, j] else ''}"
                for j in order
            ),
        ]
        for place, i in enumerate(order, start=1)
    ]
    return table(["agent", *(str(place + 1) for place in range(len(order)))], rows)
