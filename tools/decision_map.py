"""A decision as a map: what it is worth to act, by two facts of the position, as a picture.

    python tools/decision_map.py super_bingo open_riichi --out docs/pictures/open_riichi.png

Positions of the class are collected and valued as by `shugi decisions`: plans are played out from
the same deals by the rule baseline. A cell is the mean of the best plan that acts less the best one
that does not; in grey where its 95 % interval holds zero, empty below 20 positions.
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np

from shugi.agents import make_agent
from shugi.envs import load_rules
from shugi.training import Study, StudySettings
from shugi.training.lab.valued import Valued, value_probes

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

LEAST = 20  # positions of a cell
SOURCES = ["baseline", "baseline:rusher"]
TITLES = {
    "turn": "own discards so far",
    "wait": "unseen tiles of the widest wait",
    "threats": "opponents who have declared",
    "value": "own dora, red and gold tiles",
    "left": "tiles left to draw",
}


def valued(rules: str, name: str, probes: int, deals: int, folder: Path) -> Valued:
    """The positions of a class, with what their plans are worth."""
    settings = StudySettings(rules, [name], SOURCES, probes=probes, deals=deals)
    agents = {agent: make_agent(agent) for agent in SOURCES}
    found = Study(settings, load_rules(rules), agents, folder).run(judged=["baseline"])[0]
    return value_probes(found.values)


def edges(numbers: np.ndarray, parts: int) -> np.ndarray:
    """Whole numbers that part them into about equal shares; the last one is beyond all."""
    cuts = np.unique(np.quantile(numbers, np.linspace(0, 1, parts + 1)).round())
    cuts[-1] = numbers.max() + 1
    return cuts


def named(cuts: np.ndarray) -> list[str]:
    return [
        f"{low:.0f}" if high - low == 1 else f"{low:.0f}-{high - 1:.0f}"
        for low, high in zip(cuts[:-1], cuts[1:], strict=True)
    ]


def draw(axes: "pyplot.Axes", found: Valued, rows: str, columns: str) -> None:
    x, y, worth = found.stratum(columns), found.stratum(rows), found.difference
    across, down = edges(x, 6), edges(y, 5)
    shape = (len(down) - 1, len(across) - 1)
    means, halves = np.full(shape, np.nan), np.full(shape, np.nan)
    for i, j in np.ndindex(shape):
        here = (y >= down[i]) & (y < down[i + 1]) & (x >= across[j]) & (x < across[j + 1])
        if here.sum() >= LEAST:
            means[i, j] = worth[here].mean()
            halves[i, j] = 1.96 * worth[here].std(ddof=1) / here.sum() ** 0.5
    most = float(np.nanmax(np.abs(means)))
    axes.imshow(means, cmap="RdBu", vmin=-most, vmax=most, aspect="auto", origin="lower")
    for i, j in np.ndindex(shape):
        if np.isfinite(means[i, j]):
            shown = abs(means[i, j]) > halves[i, j]
            strong = abs(means[i, j]) > 0.6 * most
            color = "white" if strong else "black" if shown else "gray"
            text = f"{means[i, j]:+.1f}\n± {halves[i, j]:.1f}"
            axes.text(j, i, text, ha="center", va="center", color=color, fontsize=8)
    axes.set_xticks(range(shape[1]), named(across))
    axes.set_yticks(range(shape[0]), named(down))
    axes.set_xlabel(TITLES[columns])
    axes.set_ylabel(TITLES[rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules")
    parser.add_argument("decision", help="a class of `shugi decisions`")
    parser.add_argument("--rows", choices=TITLES, default="wait")
    parser.add_argument("--columns", choices=TITLES, default="turn")
    parser.add_argument("--probes", type=int, default=2400)
    parser.add_argument("--deals", type=int, default=64)
    parser.add_argument("--folder", type=Path, help="where positions and values are kept")
    parser.add_argument("--out", type=Path, default=Path("decision_map.png"))
    told = parser.parse_args()
    folder = told.folder or Path("runs") / f"map-{told.rules}-{told.decision}"
    found = valued(told.rules, told.decision, told.probes, told.deals, folder)
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    draw(axes, found, told.rows, told.columns)
    act = told.decision.replace("_", " ")
    axes.set_title(f"{told.rules}: worth of {act}, {found.source.unit} ({len(found)} positions)")
    figure.savefig(told.out, dpi=130)
    print(told.out)


if __name__ == "__main__":
    main()
