"""A learning curve: what the earlier policies of a run gain on the rule baseline, as a picture.

    shugi train super_bingo_1h --run-dir runs/curve --set opponents.newest=200
    python tools/learning_curve.py runs/curve --points 8 --sets 300 --out curve.png

Each policy plays duplicate games alone at a table of baselines, all of them on the same walls.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("run", type=Path, help="folder of a training run of one rule set")
    parser.add_argument("--points", type=int, default=8, help="policies (default: 8)")
    parser.add_argument("--sets", type=int, default=300, help="of games, of each (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the walls (default: 1)")
    parser.add_argument("--out", type=Path, default=Path("curve.png"), help="the picture")
    given = parser.parse_args()
    rules, at = load_config(str(given.run / "config.yaml")).rules, decisions(given.run)
    x, y, half, unit = [], [], [], ""
    for path in chosen(given.run, given.points):
        found, unit = gain(rules, path, given.sets, given.seed)
        x.append(at.get(int(path.stem), 0) / 1e6)
        y.append(found.mean)
        half.append(found.half)
        print(f"{x[-1]:8.2f} million decisions: {found.mean:+.2f} ± {found.half:.2f} {unit} a hand")
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    axes.errorbar(x, y, yerr=half, fmt="o-", capsize=4)
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xlabel("million decisions learnt from")
    axes.set_ylabel(f"{unit} a hand over the rule baseline")
    figure.savefig(given.out, dpi=110)


if __name__ == "__main__":
    main()
