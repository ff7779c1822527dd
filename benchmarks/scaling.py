"""A plan for many nodes: measured service times in a model of the work, and its check.

    python benchmarks/scaling.py --measure times.json   # 11 minutes of 2 quiet cores
    python benchmarks/scaling.py --times times.json     # the check and the plan

The model is a discrete-event simulation (``cluster_model``, with simpy). --measure takes the
service times of this machine and runs real training and a real ladder with 1 and 2 workers, which
the model then has to foretell. The plan is on paper: nothing of it has run.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cluster_model import FIRST, Cluster, Run, Times, pieces_per_s

LINK = 1.25e9  # bytes a second: 10 Gbit/s
LEARNERS = (1.0, 20.0, 200.0)
NODES = (1, 10, 100, 1000)
PIECES = (0.1, 1.0, 10.0, 60.0)  # seconds
PER_WORKER = 2  # actors: one that is played, one that waits
MOST_UPDATES = 8  # of a hundred segments or so
A_WORKER_DIES = 0.05  # times an hour
CHECK_UPDATES = 100  # simulated, so that there are deaths enough


@dataclass(frozen=True)
class Measured:
    """What --measure writes."""

    times: Times
    runs: list[dict[str, Any]]
    pieces: dict[str, float]

    @classmethod
    def read(cls, path: Path) -> "Measured":
        found = json.loads(path.read_text(encoding="utf-8"))
        return cls(Times(**found["times"]), found["runs"], found["pieces"])


def measured(updates: int) -> Measured:
    import cluster_times  # Ray's settings are made there

    before = cluster_times.service_times(updates)
    runs, pieces = cluster_times.real_runs(updates), cluster_times.real_pieces()
    return Measured(
        cluster_times.mean_of([before, cluster_times.service_times(updates)]), runs, pieces
    )


# ---- the check


def checked(found: Measured, actors: int = 4, cores: int = 2) -> list[str]:
    """The model beside what was measured on this machine, where driver and workers share cores."""
    lines = ["| work | workers | measured | model | model / measured |"]
    lines.append("| --- | ---: | ---: | ---: | ---: |")
    for run in found.runs:
        here = Cluster(run["workers"], actors, run["mode"], cores=cores, deaths=run["deaths"])
        rate = Run(found.times, here).told(CHECK_UPDATES).decisions_per_s
        name = f"training, {run['mode']}" + (", workers die" if run["deaths"] else "")
        lines.append(_row(name, run["workers"], run["decisions_per_s"], rate))
    for workers in (1, 2):
        real, model = found.pieces[f"{workers}"], _ladder(found, workers, cores)
        lines.append(_row("ladder, pieces", workers, real, model))
    return lines


def _ladder(found: Measured, workers: int, cores: int) -> float:
    pieces, tasks = found.pieces, found.times.tasks_per_s
    return pieces_per_s(pieces["seconds"], pieces["spread"], workers, tasks, cores)


def _row(name: str, workers: int, real: float, model: float) -> str:
    return f"| {name} | {workers} | {real:,.1f} | {model:,.1f} | {model / real:.2f} |"


# ---- the plan


def feeding(times: Times) -> list[str]:
    """Workers that one learner can use, by its speed, and what limits it at last."""
    turn = times.act + times.turn
    lines = ["| learner, times a core | decisions/s learnt | workers that feed it |"]
    lines.append("| ---: | ---: | ---: |")
    for learner in LEARNERS:
        # the driver takes in and learns by turns
        segment = times.learn_aged / learner + times.take
        lines.append(f"| {learner:g} | {times.decisions / segment:,.0f} | {turn / segment:.1f} |")
    lines.append("")
    most = {
        "the link, 10 Gbit/s": LINK / times.bytes_segment,
        "the driver takes segments in": 1 / times.take,
        "the driver hands out tasks": times.tasks_per_s,
    }
    lines += ["| limit | decisions/s | workers |", "| --- | ---: | ---: |"]
    for name, segments in most.items():
        lines.append(f"| {name} | {segments * times.decisions:,.0f} | {segments * turn:,.0f} |")
    return lines


def training(times: Times, cores: int) -> list[str]:
    """One run on ten, a hundred, a thousand nodes."""
    lines = ["| nodes | learner | decisions/s | workers play | learner | intake | link | age |"]
    lines.append("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for nodes in NODES:
        for learner in LEARNERS:
            told = Run(times, on(nodes, cores, learner)).told(MOST_UPDATES)
            cells = [f"{nodes:,}", f"{learner:g}", f"{told.decisions_per_s:,.0f}"]
            cells += [
                f"{share:.1%}" if share < 0.1 else f"{share:.0%}"
                for share in (told.acting, told.learning, told.taking, told.linked)
            ]
            lines.append(f"| {' | '.join([*cells, f'{told.age:.1f}'])} |")
    return lines


def on(nodes: int, cores: int, learner: float) -> Cluster:
    """A run that takes what comes first, an eighth of what its workers play at once."""
    workers = nodes * cores
    return Cluster(
        workers,
        PER_WORKER * workers,
        FIRST,
        segments=max(1, workers // 8),
        nodes=nodes,
        learner=learner,
        link=LINK,
        deaths=A_WORKER_DIES * workers,
    )


def pure(times: Times, cores: int, spread: float) -> list[str]:
    """The share of their time that workers have pieces, by how long a piece takes."""
    lines = [f"| nodes | {' | '.join(f'pieces of {one:g} s' for one in PIECES)} |"]
    lines.append(f"| ---: {'| ---: ' * len(PIECES)}|")
    for nodes in NODES:
        workers = nodes * cores
        shares = [
            pieces_per_s(one, spread, workers, times.tasks_per_s) * one / workers for one in PIECES
        ]
        lines.append(f"| {nodes:,} | {' | '.join(f'{min(1, share):.0%}' for share in shares)} |")
    return lines


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--measure", type=Path, metavar="FILE", help="measure, and write it there")
    source.add_argument("--times", type=Path, metavar="FILE", help="what was measured")
    parser.add_argument("--updates", type=int, default=6, help="of each real run (6)")
    parser.add_argument("--cores", type=int, default=32, help="of a node of the plan (32)")
    given = parser.parse_args(words)
    if given.measure is not None:
        found = measured(given.updates)
        given.measure.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
    found = Measured.read(given.times or given.measure)
    sections = [
        [f"{name}: {value:,.5g}" for name, value in asdict(found.times).items()],
        checked(found),
        feeding(found.times),
        training(found.times, given.cores),
        pure(found.times, given.cores, found.pieces["spread"]),
    ]
    print("\n\n".join("\n".join(lines) for lines in sections))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
