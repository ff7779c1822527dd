"""The same work in this process, and by one and two workers of a local Ray cluster.

    python benchmarks/cluster.py             # as markdown
    python benchmarks/cluster.py --json      # for a program

Every row is a job of its own: sets of an arena with the rule baseline, the same with networks,
portions of a ladder, positions valued as `shugi decisions` and `shugi distil` do, and segments that
actors play for `shugi train`. A worker has one core, and so has this process. Nobody, one worker
and two take turns; a figure is the median over repeats of pieces a second, of wall time. A second
table tells what goes to and fro. The start of the cluster, and of the first piece on each worker
(imports, agents), is told apart: it is paid once.
"""

import argparse
import json
import os
import pickle
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from shugi.agents.spec import make_agent
from shugi.envs import load_rules
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.connection import connect
from shugi.training.cluster.work import Job, LocalWorkers, Workers
from shugi.training.decisions.classes import class_named
from shugi.training.judge.ladder import LadderJob, LadderPortion, Seating
from shugi.training.judge.match import MatchJob
from shugi.training.lab.chunks import chunks_of
from shugi.training.lab.collect import ProbeCollector
from shugi.training.lab.jobs import ProbeValueJob
from shugi.training.lab.settings import Settings
from shugi.training.learn.cluster_actors import ActorJob, Turn, arrays_of
from shugi.training.learn.mixture import load_sets
from shugi.training.learn.play import RolloutRequest
from shugi.training.learn.trainer import Trainer
from shugi.training.run.config import load_config
from shugi.training.terminal.progress import Meter

RULES = "super_bingo"
NETWORK = "checkpoint:super_bingo"
WORKERS = (0, 1, 2)


@dataclass(frozen=True)
class Work:
    """A job, and pieces enough for some seconds of one core."""

    job: Job[Any, Any]
    pieces: Callable[[Workers], Sequence[Any]]
    """May share values with the workers."""


def arena(pieces: int, *agents: str) -> Work:
    job = MatchJob(load_rules(RULES), dict(zip("ab", agents, strict=True)), seed=1)
    made = {spec: make_agent(spec, job.rules) for spec in agents}
    sets = job.match(made, 1).sets_at_once
    cut = list(job.match(made, 1).pieces(pieces * sets))
    return Work(job, lambda _: cut)


def ladder(pieces: int) -> Work:
    job = LadderJob(load_rules(RULES), ["baseline", "baseline:rusher", NETWORK], seed=1)
    ways = [Seating(a, b) for a in range(3) for b in range(3) if a != b]
    cut = [LadderPortion(ways[k % len(ways)], k // len(ways), 20) for k in range(pieces)]
    return Work(job, lambda _: cut)


def valuing(pieces: int) -> Work:
    rules = load_rules(RULES)
    settings = Settings(RULES, ["riichi"], ["baseline"], deals=64)
    job = ProbeValueJob(settings, rules, "riichi")
    collector = ProbeCollector(
        rules, [class_named("riichi")], make_agent("baseline"), "baseline", [1]
    )
    chunks = chunks_of(collector.collect(256, 20_000))
    cut = [chunks[k % len(chunks)] for k in range(pieces)]
    return Work(job, lambda _: cut)


ACTORS, GAMES, STEPS = 4, 128, 96


def acting(pieces: int) -> Work:
    """Segments of actors, all from the same states; a policy that knows nothing plays."""
    changes = [f"games={ACTORS * GAMES}", f"steps={STEPS}", f"actors={ACTORS}", "threads=1"]
    config = load_config("super_bingo_short", changes)
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(config, load_sets(config), Path(folder), Meter(Console(quiet=True)))
    states, job = trainer.actors.states(), ActorJob(trainer.plan, trainer.policy.config)
    order = RolloutRequest(imitated=False)

    def cut(workers: Workers) -> list[Turn]:
        policy = workers.share(arrays_of(trainer.policy))
        return [Turn(k % ACTORS, states[k % ACTORS], order, 1, policy, {}) for k in range(pieces)]

    return Work(job, cut)


WORK: dict[str, Callable[[int], Work]] = {
    "arena, baseline": lambda pieces: arena(pieces, "baseline", "baseline:rusher"),
    "arena, network": lambda pieces: arena(pieces, NETWORK, "baseline"),
    "ladder": lambda pieces: ladder(8 * pieces),
    "positions valued": lambda pieces: valuing(2 * pieces),
    "acting": acting,
}


def by(count: int) -> Workers:
    if not count:
        return LocalWorkers(1)
    address = parse_address(f"local:{count}")
    connect(address)
    from shugi.training.cluster.ray_workers import RayWorkers

    return RayWorkers(address)


def measured(names: Sequence[str], pieces: int, repeats: int) -> list[dict[str, Any]]:
    """A row for each kind of work and number of workers."""
    works = {name: WORK[name](pieces) for name in names}
    rates: dict[tuple[str, int], list[float]] = {}
    starts: dict[int, list[float]] = {}
    for _ in range(repeats):
        for count in WORKERS:
            began = time.perf_counter()
            with by(count) as workers:
                starts.setdefault(count, []).append(time.perf_counter() - began)
                for name, work in works.items():
                    cut = work.pieces(workers)
                    taken(workers, work.job, cut[: 2 * count])
                    began = time.perf_counter()
                    taken(workers, work.job, cut)
                    rate = len(cut) / (time.perf_counter() - began)
                    rates.setdefault((name, count), []).append(rate)
    return [
        {
            "work": name,
            "workers": count,
            "pieces_per_s": statistics.median(found),
            "of_none": statistics.median(_ratios(found, rates[name, 0])),
            "of_one": statistics.median(_ratios(found, rates[name, 1])),
            "start_s": statistics.median(starts[count]),
            "repeats": repeats,
        }
        for (name, count), found in rates.items()
    ]


def taken(workers: Workers, job: Job[Any, Any], pieces: Sequence[Any]) -> None:
    """Results are let go one by one, as whoever learns from them or counts them does."""
    for _ in workers.run(job, pieces):
        pass


def _ratios(rates: Sequence[float], base: Sequence[float]) -> list[float]:
    """Of each repeat: a slow moment of the machine falls on both."""
    return [one / other for one, other in zip(rates, base, strict=True)]


def sizes() -> dict[str, float]:
    """Of a segment and of what goes with it, pickled."""
    work, here = acting(1), LocalWorkers(1)
    (turn,) = work.pieces(here)
    (played,) = here.run(work.job, [turn])
    decisions = GAMES * STEPS
    return {
        "decisions_of_a_segment": decisions,
        "bytes_of_a_decision": len(pickle.dumps(played.buffer)) / decisions,
        "bytes_of_an_actor": len(pickle.dumps(turn.state)),
        "bytes_of_the_weights": len(pickle.dumps(turn.policy)),
    }


def table(rows: Sequence[dict[str, Any]]) -> str:
    lines = [
        "| work | workers | pieces/s | of none | of one |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in sorted(rows, key=lambda row: (list(WORK).index(row["work"]), row["workers"])):
        one = f"{row['of_one']:.2f}" if row["workers"] else ""
        lines.append(
            f"| {row['work']} | {row['workers']} | {row['pieces_per_s']:.2f} | "
            f"{row['of_none']:.2f} | {one} |"
        )
    start = max(row["start_s"] for row in rows)
    return "\n".join([*lines, "", f"Starting the cluster took {start:.1f} s."])


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", nargs="+", choices=[*WORK], default=[*WORK], help="which rows")
    parser.add_argument("--pieces", type=int, default=12, help="of the arena's rows (12)")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each row (5)")
    parser.add_argument("--json", action="store_true", help="rows for a program, not a table")
    given = parser.parse_args(words)
    os.environ.setdefault("RAY_worker_niceness", "0")  # as important as this process
    rows = measured(given.work, given.pieces, given.repeats)
    told = sizes() if "acting" in given.work else {}
    if given.json:
        print(json.dumps({"rows": rows, **told}, indent=2))
        return 0
    print(table(rows))
    print("".join(f"\n{name.replace('_', ' ')}: {size:,.0f}" for name, size in told.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
