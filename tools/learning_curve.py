"""A learning curve: what the earlier policies of a run gain on the rule baseline, as a picture.

    shugi train super_bingo_short --run-dir runs/curve --set opponents.newest=200
    python tools/learning_curve.py runs/curve --points 8 --sets 300 --out curve.png

Each policy plays duplicate games alone at a table of baselines, all of them on the same walls.
Several runs make one picture.
"""

import argparse
import json
from pathlib import Path

import matplotlib
import numpy as np

from shugi.agents import Baseline, make_agent
from shugi.envs import load_rules
from shugi.training import compete, load_config
from shugi.training.judge.estimate import Estimate

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def decisions(run: Path) -> dict[int, int]:
    """By update, how many decisions were learnt from until its end."""
    rows = map(json.loads, (run / "metrics.jsonl").read_text("utf-8").splitlines())
    return {row["update"]: row["decisions"] for row in rows}


def chosen(run: Path, points: int) -> list[Path]:
    """Snapshots, evenly spread over the run, the first and the last among them."""
    paths = sorted((run / "snapshots").glob("*.safetensors"), key=lambda path: int(path.stem))
    places = np.unique(np.linspace(0, len(paths) - 1, points).round().astype(int))
    return [paths[place] for place in places]


def gain(rules: str, path: Path, sets: int, seed: int) -> tuple[Estimate, str]:
    """Per hand, of one seat among baselines."""
    agents = {"policy": make_agent(str(path), load_rules(rules)), "baseline": Baseline()}
    outcome = compete(rules, agents, sets=sets, seed=seed)
    return outcome.agents[0].per_hand, outcome.unit.name


def curve(run: Path, points: int, sets: int, seed: int) -> tuple[list[list[float]], str]:
    """By policy: million decisions, gain per hand, half its interval; and the unit."""
    rules, at = load_config(str(run / "config.yaml")).rules, decisions(run)
    found, unit = [], ""
    for path in chosen(run, points):
        won, unit = gain(rules, path, sets, seed)
        found.append([at.get(int(path.stem), 0) / 1e6, won.mean, won.half])
        x, mean, half = found[-1]
        print(f"{run.name}: {x:.2f} million decisions: {mean:+.2f} ± {half:.2f} {unit} a hand")
    return found, unit


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument(
        "runs", type=Path, nargs="+", metavar="RUN", help="folder of a training run of one rule set"
    )
    parser.add_argument("--points", type=int, default=8, help="policies of each (default: 8)")
    parser.add_argument("--sets", type=int, default=300, help="of games, of each (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the walls (default: 1)")
    parser.add_argument("--out", type=Path, default=Path("curve.png"), help="the picture")
    given = parser.parse_args()
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    unit = ""
    for run in given.runs:
        found, unit = curve(run, given.points, given.sets, given.seed)
        x, y, half = zip(*found, strict=True)
        axes.errorbar(x, y, yerr=half, fmt="o-", capsize=4, label=run.name)
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xlabel("million decisions learnt from")
    axes.set_ylabel(f"{unit} a hand over the rule baseline")
    if len(given.runs) > 1:
        axes.legend()
    figure.savefig(given.out, dpi=110)


if __name__ == "__main__":
    main()
