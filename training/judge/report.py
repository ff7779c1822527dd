"""A match as one HTML page with its plots inside."""

import math
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shugi.training.judge.estimate import Estimate, t_quantile
from shugi.training.judge.match import MOST_GAIN, MatchRecord
from shugi.training.judge.outcome import Outcome
from shugi.training.judge.picture import axes_picture, label
from shugi.training.judge.web import render, table, write
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.extras import require
from shugi.training.terminal.interval import interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def check_writable(folder: Path, option: str) -> None:
    """See that a page with plots can be written there, before there is work to lose.

    Raises:
        UserError: matplotlib is not installed, or the folder cannot be made or written.
    """
    require(option, "matplotlib")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"{option} {folder}: {error.strerror or error}") from None


def write_report(folder: Path, record: MatchRecord, outcome: Outcome, command: str) -> Path:
    """Write ``folder/index.html`` and return its path.

    Args:
        folder: made if it is not there.
        record: what the match left behind.
        outcome: what ``judge`` found in it.
        command: the command line that made the page; it is shown on it.

    Raises:
        UserError: matplotlib is not installed, or the folder cannot be written.
    """
    plots = [
        ("Result per hand, with 95 % intervals over sets", lambda axes: _per_hand(axes, outcome)),
        ("By seat (seat 0 deals first)", lambda axes: _by_seat(axes, outcome)),
        (
            "What single hands bring, placement left out",
            lambda axes: _spread(axes, record, outcome),
        ),
        ("By cause, per 100 hands", lambda axes: _by_cause(axes, outcome)),
        ("In the course of the match", lambda axes: _course(axes, record, outcome)),
    ]
    pictures = [(title, axes_picture(draw)) for title, draw in plots]
    return write(folder, _page(outcome, pictures, command))


# ---- plots


def _per_hand(axes: "Axes", outcome: Outcome) -> None:
    names = [agent.name for agent in outcome.agents]
    means = [agent.per_hand.mean for agent in outcome.agents]
    halves = [_half(agent.per_hand) for agent in outcome.agents]
    axes.errorbar(means, range(len(names)), xerr=halves, fmt="o", capsize=5)
    axes.axvline(0, color="gray", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(f"{outcome.unit.name} per hand")


def _by_seat(axes: "Axes", outcome: Outcome) -> None:
    width = 0.8 / len(outcome.agents)
    for i, agent in enumerate(outcome.agents):
        at = [seat.seat + (i - (len(outcome.agents) - 1) / 2) * width for seat in agent.seats]
        means = [seat.per_hand.mean for seat in agent.seats]
        halves = [_half(seat.per_hand) for seat in agent.seats]
        axes.bar(at, means, width, yerr=halves, capsize=3, label=label(agent.name))
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xticks(sorted({seat.seat for agent in outcome.agents for seat in agent.seats}))
    axes.set_xlabel("seat")
    axes.set_ylabel(f"{outcome.unit.name} per hand")
    axes.legend()


def _spread(axes: "Axes", record: MatchRecord, outcome: Outcome) -> None:
    gains = np.arange(-MOST_GAIN, MOST_GAIN + 1)
    seen = np.flatnonzero(record.histogram.any(axis=0))
    low, high = (int(seen[0]), int(seen[-1]) + 1) if len(seen) else (0, 1)
    for agent, counts in zip(outcome.agents, record.histogram, strict=True):
        axes.step(
            gains[low:high],
            counts[low:high] / max(counts.sum(), 1),
            where="mid",
            label=label(agent.name),
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:g}")  # by default it is mathematics
    axes.set_xlabel(f"{outcome.unit.in_hands} in one hand")
    axes.set_ylabel("share of hands")
    axes.legend()


def _by_cause(axes: "Axes", outcome: Outcome) -> None:
    chips = outcome.unit.kind == "chips"
    paid = [agent.chips_by_cause if chips else agent.points_by_cause for agent in outcome.agents]
    causes = list(dict.fromkeys(cause for by_cause in paid for cause in by_cause))
    width = 0.8 / len(outcome.agents)
    for i, (agent, by_cause) in enumerate(zip(outcome.agents, paid, strict=True)):
        at = np.arange(len(causes)) + (i - (len(outcome.agents) - 1) / 2) * width
        axes.bar(at, [by_cause.get(cause, 0.0) for cause in causes], width, label=label(agent.name))
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xticks(range(len(causes)), [cause.replace("_", " ") for cause in causes], rotation=30)
    axes.set_ylabel(f"{outcome.unit.in_hands} per 100 hands")
    axes.legend()


def _course(axes: "Axes", record: MatchRecord, outcome: Outcome) -> None:
    sets = np.arange(1, len(record.result) + 1)
    for i, agent in enumerate(outcome.agents):
        mine = record.tables == i
        total = (record.result * mine).sum(axis=(1, 2))
        hands = (record.hands[:, :, None] * mine).sum(axis=(1, 2))
        mean = np.cumsum(total) / np.maximum(np.cumsum(hands), 1)
        (line,) = axes.plot(sets, mean, label=label(agent.name))
        if len(sets) > 2:
            deviation = total - mean[-1] * hands
            error = (
                t_quantile(0.975, len(sets) - 1) * deviation.std() / (hands.mean() * np.sqrt(sets))
            )
            axes.fill_between(sets, mean - error, mean + error, alpha=0.2, color=line.get_color())
    axes.axhline(0, color="gray", linewidth=0.8)
    widest = max((abs(a.per_hand.mean) + 6 * _half(a.per_hand) for a in outcome.agents), default=1)
    axes.set_ylim(-max(widest, 1), max(widest, 1))
    axes.set_xlabel("sets")
    axes.set_ylabel(f"{outcome.unit.name} per hand so far")
    axes.legend()


# ---- the page


def _page(outcome: Outcome, plots: list[tuple[str, str]], command: str) -> str:
    return render(
        "match.html",
        title=f"{outcome.rules}: " + " v ".join(agent.name for agent in outcome.agents),
        command=command,
        outcome=outcome,
        tables=[_results(outcome), _differences(outcome), _counts(outcome)],
        plots=plots,
    )


def _results(outcome: Outcome) -> dict[str, Any]:
    rows = [
        [
            agent.name,
            interval(agent.per_hand),
            interval(agent.per_game),
            f"{agent.per_hand.smallest_effect:.2f}",
            f"{agent.hands:,}",
        ]
        for agent in outcome.agents
    ]
    unit = outcome.unit.name
    return table(["agent", f"{unit} per hand", "per game", "smallest effect", "hands"], rows)


def _differences(outcome: Outcome) -> dict[str, Any]:
    rows = [
        [f"{d.first} - {d.second}", interval(d.per_hand), f"{d.per_hand.smallest_effect:.2f}"]
        for d in outcome.differences
    ]
    return table(["difference", f"{outcome.unit.name} per hand", "smallest effect"], rows)


def _counts(outcome: Outcome) -> dict[str, Any]:
    names = list(outcome.agents[0].per_100_hands)
    rows = [
        [agent.name, *(f"{agent.per_100_hands[name]:.2f}" for name in names)]
        for agent in outcome.agents
    ]
    return table(["per 100 hands", *(name.replace("_", " ") for name in names)], rows)


def _half(value: Estimate) -> float:
    return value.half if math.isfinite(value.half) else 0.0
