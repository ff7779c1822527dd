"""Strength over time: what a run of given CPU time is worth, by passes, minibatch and network size.

    python benchmarks/frontier.py --out runs/frontier                     # the cases below
    python benchmarks/frontier.py --out runs/frontier --seconds 300 900 --seeds 1 2 3
    python benchmarks/frontier.py --case "now" --case "one_pass ppo.epochs=1"

First a case learns for a short while, which tells what a decision costs. Then it is trained with as
many decisions as the CPU seconds of --seconds pay for (of all threads; the warm start has the share
of --warm), for each seed, and its agent plays the rule baseline in duplicate. So a busy machine
changes when a table is done, not what it says. Everything is kept in the folder of --out: after a
stop (Ctrl-C saves) the same command goes on. Intervals are of the matches, 95 % over sets; the last
column is the mean over seeds, with the interval of that mean from the matches alone.
"""

import argparse
import json
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matches
from cases import cases_of, trained
from learner import config_of, rates_of
from matches import shown

from shugi.envs.common.files import write_atomically
from shugi.envs.rulesets.rules import load_rules
from shugi.training.cluster.work import LocalWorkers
from shugi.training.run.config import load_config

CASES = (
    "now",
    "one_pass ppo.epochs=1",
    "three_passes ppo.epochs=3",
    "minibatch_1024 ppo.minibatch=1024",
    "minibatch_4096 ppo.minibatch=4096",
    "narrow network.hidden=128",
    "wide network.hidden=512",
    "critic_256 critic.hidden=256",
    "overlap overlap=true",
)


def main(words: Sequence[str] | None = None) -> int:
    """0 when the table is complete, 130 when training was interrupted."""
    given = parser().parse_args(words)
    return matches.written(given.out, lambda: _made(given))


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = matches.parser_of(__doc__, "runs/frontier")
    parser.add_argument("--config", default="super_bingo_short", help="name or file")
    parser.add_argument("--case", action="append", metavar="NAME [KEY=VALUE ...]")
    parser.add_argument("--seconds", type=int, nargs="+", default=[300], help="of CPU time (300)")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2], help="of the runs (1 2)")
    parser.add_argument("--warm", type=float, default=0.35, help="warm start's decisions (0.35)")
    parser.add_argument("--sets", type=int, default=10_000, help="of each match (10000)")
    parser.add_argument("--trial", type=int, default=150_000, help="decisions that tell the cost")
    return parser


def _made(given: argparse.Namespace) -> str | None:
    """Train and compare; the table, or nothing when training was interrupted."""
    rows = []
    cases = cases_of(given.case or CASES)
    for seconds in given.seconds:
        for name, changes in cases.items():
            found = [_judged(given, name, changes, seconds, seed) for seed in given.seeds]
            if None in found:
                print(f"stopped in {name}; the same command goes on", file=sys.stderr)
                return None
            rows.append((name, seconds, found))
    return table(rows, given)


def _judged(
    given: argparse.Namespace, name: str, changes: list[str], seconds: int, seed: int
) -> dict[str, Any] | None:
    """The match of a case against the baseline; None: training was interrupted."""
    cost = cost_of(given, name, changes)
    decisions = round(1e6 * seconds / cost)
    folder = given.out / f"{name}_{seconds}_{seed}"
    budget = ["minutes=null", "imitation.minutes=null", f"seed={seed}", f"threads={given.threads}"]
    budget += [f"decisions={decisions}", f"imitation.decisions={round(given.warm * decisions)}"]
    if not trained(folder, given.config, [*changes, *budget]):
        return None
    config = load_config(given.config, changes)
    rules = load_rules(config.rules, **(config.options or {}))
    asked = {"sets": given.sets, "seed": 2, "decisions": decisions, "cost": cost}
    agents = (str(folder), "baseline")
    return matches.played(folder / "match.json", rules, agents, asked, LocalWorkers(given.threads))


def cost_of(given: argparse.Namespace, name: str, changes: list[str]) -> float:
    """CPU time of a decision in microseconds, as kept or measured now."""
    kept = Path(given.out) / f"{name}_cost.json"
    asked = {"changes": changes, "trial": given.trial, "warm": given.warm}
    if kept.exists():
        found = json.loads(kept.read_text())
        if {key: found.get(key) for key in asked} == asked:
            return float(found["us"])
    config = config_of(given.config, changes, given.trial, given.warm)
    _, cost = rates_of(config)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(asked | {"us": cost}, indent=1).encode())
    return cost


def table(rows: list[tuple[str, int, list[Any]]], given: argparse.Namespace) -> str:
    """The rows as Markdown."""
    unit = rows[0][2][0]["unit"]
    seeds = [f"seed {seed}" for seed in given.seeds]
    heads = ["case", "CPU seconds", "us a decision", "decisions", *seeds, "mean"]
    lines = [
        f"{unit} a hand, agent - baseline, with 95 % intervals over {given.sets:,} duplicate sets; "
        f"config {given.config}",
        "",
        f"| {' | '.join(heads)} |",
        f"| --- {'| ---: ' * (len(heads) - 1)}|",
    ]
    for name, seconds, found in rows:
        mean = statistics.fmean(one["mean"] for one in found)
        half = math.sqrt(sum((one["high"] - one["low"]) ** 2 for one in found)) / 2 / len(found)
        cells = [name, str(seconds), f"{found[0]['cost']:.1f}", f"{found[0]['decisions']:,}"]
        cells += [*map(shown, found), f"{mean:+.2f} ± {half:.2f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
