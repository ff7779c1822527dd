"""How fast a training run learns: decisions a second by phase, of variants of a config.

    python benchmarks/learner.py                                  # super_bingo_short as it stands
    python benchmarks/learner.py --case now --case "wide network.hidden=512"
    python benchmarks/learner.py --torch                          # and with torch for the learning

A case is a name and settings to change.  Each repeat trains every case in turn, in a folder that
is deleted, so that a slow moment of the machine falls on all of them.  Rates are those of the run's
own metrics: decisions of the policy per second of wall time, without saving; in the warm start, of
the teacher.  CPU time is that of all threads and both phases; the last columns are what a pass of
PPO takes of it, over a decision, for each network, the optimiser within.  Medians of all updates.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console

from shugi.training.learn.learner import Learner, Minibatches
from shugi.training.learn.mixture import load_sets
from shugi.training.learn.trainer import Trainer
from shugi.training.run.config import TrainConfig, load_config
from shugi.training.terminal.progress import Meter

PHASES = ("imitation", "ppo")
WARM_UP = 1  # updates of each phase that do not count


def cases_of(words: Iterable[str]) -> dict[str, list[str]]:
    """Settings by the name of their case, from "NAME [KEY=VALUE ...]"."""
    return {name: changes for name, *changes in (word.split() for word in words)}


def config_of(name: str, changes: list[str], decisions: int, warm: float = 0.5) -> TrainConfig:
    """A config with that many decisions, a share of them the warm start's."""
    budget = ["minutes=null", "imitation.minutes=null", "distil={}", f"decisions={decisions}"]
    budget.append(f"imitation.decisions={round(warm * decisions)}")
    return load_config(name, [*changes, *budget])


class Stopwatch:
    """CPU time of the passes of PPO that a learner makes: microseconds a decision."""

    def __init__(self, learner: Learner) -> None:
        self.policy, self.critic = list[float](), list[float]()
        learn_policy, learn_values = learner.learn_policy, learner.learn_values

        def policy(passes: Minibatches, *rest: Any) -> dict[str, float]:
            start = time.thread_time()
            found = learn_policy(passes, *rest)
            self._note(self.policy, start, passes[: int(found["passes"])])
            return found

        def critic(passes: Minibatches, rate: float) -> float:
            start = time.thread_time()
            found = learn_values(passes, rate)
            self._note(self.critic, start, passes)
            return found

        learner.learn_policy, learner.learn_values = policy, critic  # type: ignore[assignment, method-assign]

    def _note(self, seen: list[float], start: float, passes: Minibatches) -> None:
        count = sum(len(rows) for minibatches in passes for rows in minibatches)
        seen.append(1e6 * (time.thread_time() - start) / count)


def rates_of(config: TrainConfig, by_torch: bool) -> dict[str, list[float]]:
    """By column: decisions per second of every update of a phase, and microseconds of CPU time.

    Args:
        config: of the run.
        by_torch: whether torch works out the gradients, where the engine would.
    """
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(config, load_sets(config), Path(folder), Meter(Console(quiet=True)))
        if by_torch:
            trainer.learner.taught.clear()
        watch, start = Stopwatch(trainer.learner), time.process_time()
        trainer.run()
        spent = time.process_time() - start
        lines = (Path(folder) / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    seen = [json.loads(line) for line in lines]
    rates = {
        phase: [line["decisions_per_s"] for line in seen if line["phase"] == phase][WARM_UP:]
        for phase in PHASES
    }
    cpu = {"cpu": [1e6 * spent / trainer.count], "policy": watch.policy}
    # of the warm start, too: its minibatches are smaller
    return rates | cpu | {"critic": watch.critic[-len(watch.policy) :]}


def main() -> None:
    summary = str(__doc__).split("\n\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("--config", default="super_bingo_short", help="name or file")
    parser.add_argument(
        "--case", action="append", metavar="NAME [KEY=VALUE ...]", help="default: now"
    )
    parser.add_argument("--decisions", type=int, default=200_000, help="of each phase (200000)")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--torch", action="store_true", help="each case by torch, too")
    given = parser.parse_args()
    cases = cases_of(given.case or ["now"])
    by_case: dict[str, dict[str, list[float]]] = {}
    for repeat in range(given.repeats):
        for name, changes in cases.items():
            for by_torch in (False, True)[: 1 + given.torch]:
                config = config_of(given.config, changes, 2 * given.decisions)
                columns = by_case.setdefault(f"{name}, torch" if by_torch else name, {})
                for column, values in rates_of(config, by_torch).items():
                    columns.setdefault(column, []).extend(values)
        print(f"repeat {repeat + 1} of {given.repeats}", file=sys.stderr)
    print(
        "| case | imitation, decisions/s | PPO, decisions/s | CPU, us | policy, us | critic, us |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, columns in by_case.items():
        cells = [f"{statistics.median(columns[phase]):,.0f}" for phase in PHASES]
        cells += [f"{statistics.median(columns[part]):.1f}" for part in ("cpu", "policy", "critic")]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
