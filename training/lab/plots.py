"""Plots of a class of decisions, as SVG; they need matplotlib."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from shugi.envs.common.arrays import F32, F64, I64, Bools
from shugi.training.judge.picture import label, picture
from shugi.training.lab.measure import ClassMeasure, mean_of
from shugi.training.lab.valued_probes import Valued

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GROUPS = 12  # of probes with like dQ
STEPS = 8  # of a stratum
LEAST = 5  # probes of a point

Shares = Sequence[F32]


def plots_of(
    valued: Valued, measured: ClassMeasure, chosen: Mapping[str, Shares]
) -> list[tuple[str, str]]:
    """Titles and pictures of a class.

    Args:
        chosen: of each agent, as ``Choices.chosen``.

    Raises:
        UserError: matplotlib is not installed.
    """
    acts = {agent: valued.act_share(shares) for agent, shares in chosen.items()}
    lost = {agent: valued.regret(shares) for agent, shares in chosen.items()}
    plots: list[tuple[str, Callable[[Figure], None]]] = [
        (
            "Acting, by what it is worth more than not acting",
            lambda figure: _by_difference(figure.add_subplot(), valued, acts),
        )
    ]
    for name in valued.source.strata:
        if len(np.unique(valued.stratum(name))) > 1:
            plots.append((f"By {name}", _by_stratum(valued, name, acts, lost)))
    plots.append(
        ("How often the act is the best, by how likely it is to be played", _reliability(measured))
    )
    return [(title, picture(draw)) for title, draw in plots]


def _by_difference(axes: "Axes", valued: Valued, acts: dict[str, F64]) -> None:
    difference = valued.difference
    groups = _even_groups(difference, GROUPS)
    for agent, share in acts.items():
        at = [difference[group].mean() for group in groups]
        axes.plot(at, [100 * share[group].mean() for group in groups], "o-", label=label(agent))
    axes.axvline(0, color="gray", linewidth=0.8)
    axes.set_ylim(-3, 103)
    axes.set_xlabel(f"dQ, {valued.source.unit} (groups of as many probes)")
    axes.set_ylabel("acts, %")
    axes.legend()


def _by_stratum(
    valued: Valued, name: str, acts: dict[str, F64], lost: dict[str, F64]
) -> "Callable[[Figure], None]":
    numbers, difference = valued.stratum(name), valued.difference
    levels = [numbers == level for level in np.unique(numbers)]
    if len(levels) > STEPS:
        levels = _even_groups(numbers, STEPS)
    groups = [group for group in levels if np.count_nonzero(_where(group, len(numbers))) >= LEAST]

    def draw(figure: "Figure") -> None:
        worth, share, regret = figure.subplots(1, 3)
        at = [float(numbers[group].mean()) for group in groups]
        means = [mean_of(difference[group]) for group in groups]
        worth.errorbar(at, [m.mean for m in means], yerr=[m.half for m in means], fmt="ko-")
        worth.axhline(0, color="gray", linewidth=0.8)
        worth.set_title(f"dQ, {valued.source.unit}")
        for agent in acts:
            acted = [100 * acts[agent][group].mean() for group in groups]
            share.plot(at, acted, "o-", label=label(agent))
            own = [mean_of(lost[agent][group]) for group in groups]
            regret.errorbar(
                at, [m.mean for m in own], yerr=[m.half for m in own], fmt="o-", capsize=3
            )
        share.set_title("acts, %")
        share.set_ylim(-3, 103)
        share.legend()
        regret.axhline(0, color="gray", linewidth=0.8)
        regret.set_title(f"regret, {valued.source.unit}")
        for axes in (worth, share, regret):
            axes.set_xlabel(name)

    return draw


def _reliability(measured: ClassMeasure) -> "Callable[[Figure], None]":
    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        axes.plot([0, 100], [0, 100], color="gray", linewidth=0.8)
        for own in measured.agents:
            bins = own.reliability.bins
            (line,) = axes.plot(
                [100 * one.said for one in bins],
                [100 * one.best for one in bins],
                label=f"{label(own.agent)} (error {own.reliability.error:.2f})",
            )
            size = [max(8.0, 400 * one.probes / measured.probes) for one in bins]
            axes.scatter(
                [100 * one.said for one in bins],
                [100 * one.best for one in bins],
                s=size,
                color=line.get_color(),
            )
        axes.set_xlabel("likely to be played, % (larger: more probes)")
        axes.set_ylabel("the best, %")
        axes.legend()

    return draw


def _even_groups(numbers: F64, groups: int) -> list[I64]:
    """Indices in parts of about as many, lowest numbers first; at least ``LEAST`` in each."""
    parts = max(1, min(groups, len(numbers) // LEAST))
    return [part for part in np.array_split(np.argsort(numbers, kind="stable"), parts) if len(part)]


def _where(group: NDArray[np.generic], n: int) -> Bools:
    found = np.zeros(n, np.bool_)
    found[group] = True
    return found
