"""Service times of a training run and of pure work on this machine, and rates of real runs."""

import pickle
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cluster
import numpy as np
import psutil  # type: ignore[import-untyped]
from cluster_model import FIRST, OVERLAP, WAIT, WARM_UP, Times
from rich.console import Console

from shugi.training.cluster.work import Here, Workers
from shugi.training.learn.cluster_actors import ClusterActors, Played, arrays_of
from shugi.training.learn.mixture import load_sets
from shugi.training.learn.ppo import Trainer
from shugi.training.run.config import load_config
from shugi.training.terminal.progress import Meter

CONFIG = "super_bingo_3min"
ACTORS, GAMES, STEPS = 4, 512, 96
SEGMENT = GAMES * STEPS // ACTORS  # decisions
MODES = {WAIT: ["overlap=false"], OVERLAP: ["overlap=true"], FIRST: ["overlap=false", "segments=1"]}
DEATHS = 3600.0  # an hour, of workers that play, in the run that has some
PIECES = 120  # of the ladder


def trainer(folder: Path, workers: Workers | None, changes: Sequence[str]) -> Trainer:
    """A run that learns from its first update on."""
    begin = [f"games={GAMES}", f"steps={STEPS}", f"actors={ACTORS}", "threads=1"]
    begin += ["imitation.decisions=0", "imitation.minutes=null", "minutes=null"]
    begin += ["decisions=1000000000", "checkpoint_seconds=1000000"]
    config = load_config(CONFIG, [*begin, *changes])
    return Trainer(config, load_sets(config), folder, Meter(Console(quiet=True)), workers)


def mean_of(found: Sequence[Times]) -> Times:
    """Of several measurements: a shared host is faster now and slower then."""
    rows = [asdict(one) for one in found]
    return Times(**{name: statistics.fmean(row[name] for row in rows) for name in rows[0]})


def service_times(updates: int) -> Times:
    """Of one core each."""
    play, learn = _spans_of(MODES[WAIT], updates)
    learn_aged = statistics.fmean(_spans_of(MODES[FIRST], ACTORS * updates)[1])
    act = statistics.fmean(play) / ACTORS
    # of one segment, not of the mean of several
    spread = float(np.std(play) / np.mean(play)) * ACTORS**0.5
    with tempfile.TemporaryDirectory() as folder, cluster.by(1) as workers:
        run = trainer(Path(folder), workers, MODES[WAIT])
        played = _kept(run)
        one = statistics.fmean(_spans(run, updates)[0]) / ACTORS
        written = pickle.dumps(played[-1], protocol=5)
        part = run.troupe.buffer(1)
        take = _seconds(lambda: part.join([pickle.loads(written).buffer]))
        publish = _seconds(lambda: workers.share(arrays_of(run.policy)))
        again = statistics.median(_again(run, one) for _ in range(3))
        tasks = _tasks_per_s()
    return Times(
        decisions=SEGMENT,
        act=act,
        spread=spread,
        turn=max(0.0, one - act - take / ACTORS),  # the last one's intake is waited for
        take=take,
        learn=statistics.fmean(learn) / ACTORS,
        learn_aged=learn_aged,
        publish=publish,
        again=again,
        bytes_segment=len(written),
        bytes_state=len(pickle.dumps(played[-1].state)),
        bytes_weights=len(pickle.dumps(arrays_of(run.policy))),
        tasks_per_s=tasks,
    )


def _spans_of(changes: Sequence[str], updates: int) -> tuple[list[float], list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        return _spans(trainer(Path(folder), None, changes), updates)


def _kept(run: Trainer) -> deque[Played]:
    """What came of the last turn, when there is one."""
    assert isinstance(run.actors, ClusterActors)
    channel, played = run.actors.channel, deque[Played](maxlen=1)
    come = channel.next

    def kept() -> tuple[int, Played]:
        number, found = come()
        played.append(found)
        return number, found

    channel.next = kept  # type: ignore[method-assign]
    return played


def _spans(run: Trainer, updates: int) -> tuple[list[float], list[float]]:
    """Seconds of playing, and of the rest of an update."""
    play, stamps = list[float](), [time.perf_counter()]
    before = run.actors.play

    def timed(*words: Any) -> Any:
        began = time.perf_counter()
        found = before(*words)
        play.append(time.perf_counter() - began)
        return found

    run.actors.play = timed  # type: ignore[assignment, method-assign]

    def stop() -> bool:
        stamps.append(time.perf_counter())
        return run.update >= WARM_UP + updates

    run.run(stop)
    whole = np.diff(stamps)[1:]  # asked before each update
    return play[WARM_UP:], list(whole - play[-len(whole) :])[WARM_UP:]


def _again(run: Trainer, one: float) -> float:
    """Seconds from a death in the middle of a segment until another worker plays it."""
    timer = threading.Timer(one / 2, lambda: next(_working()).kill())
    play = run.actors.play
    span = list[float]()

    def timed(*words: Any) -> Any:
        timer.start()
        began = time.perf_counter()
        found = play(*words)
        span.append(time.perf_counter() - began)
        return found

    run.actors.play = timed  # type: ignore[assignment, method-assign]
    last = run.update + 1
    run.run(lambda: run.update >= last)
    run.actors.play = play  # type: ignore[method-assign]
    return max(0.0, span[0] - ACTORS * one - one / 2)


def _working() -> Iterator[psutil.Process]:
    """The processes that work on pieces."""
    for one in psutil.Process().children(recursive=True):
        try:
            if "ray::_work" in " ".join(one.cmdline()):
                yield one
        except psutil.Error:
            continue  # it has just ended


def _tasks_per_s() -> float:
    """That do nothing; all on this machine, so that a driver with its own core does more."""
    import ray

    idle = ray.remote(num_cpus=1)(_nothing)
    ray.get([idle.remote() for _ in range(50)])
    return 1000 / _seconds(lambda: ray.get([idle.remote() for _ in range(1000)]), 3)


def _nothing() -> None:
    """A task."""


def _seconds(do: Callable[[], object], repeats: int = 7) -> float:
    """Median of some calls."""
    found = []
    for _ in range(repeats):
        began = time.perf_counter()
        do()
        found.append(time.perf_counter() - began)
    return statistics.median(found)


# ---- real runs


def real_runs(updates: int) -> list[dict[str, Any]]:
    """Decisions a second that were played and learnt from, by mode and number of workers."""
    found = [_real(mode, count, 0.0, updates) for count in (1, 2) for mode in MODES]
    return [*found, _real(WAIT, 2, DEATHS, 2 * updates)]


def _real(mode: str, count: int, deaths: float, updates: int) -> dict[str, Any]:
    whole = 1 if mode == FIRST else ACTORS  # segments of an update
    print(f"{mode}, {count} workers, {deaths:g} deaths an hour", file=sys.stderr)
    last, stamps = (WARM_UP + updates) * ACTORS // whole, list[float]()
    with tempfile.TemporaryDirectory() as folder, cluster.by(count) as workers:
        run = trainer(Path(folder), workers, MODES[mode])

        def stop() -> bool:
            stamps.append(time.perf_counter())
            return run.update >= last

        with _dying(deaths):
            run.run(stop)
    warm = WARM_UP * ACTORS // whole
    rate = (last - warm) * whole * SEGMENT / (stamps[last] - stamps[warm])
    return {"mode": mode, "workers": count, "deaths": deaths, "decisions_per_s": rate}


@contextmanager
def _dying(deaths: float) -> Iterator[None]:
    """Meanwhile so many of the workers that work are killed an hour."""
    over, chance = threading.Event(), random.Random(1)

    def kill() -> None:
        while not over.wait(chance.expovariate(deaths / 3600)):
            found = list(_working())
            if found:
                chance.choice(found).kill()

    thread = threading.Thread(target=kill)
    if deaths:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if deaths:
            thread.join()


def real_pieces() -> dict[str, float]:
    """Pieces of a ladder: seconds of one and their spread, and pieces a second by workers."""
    work, found = cluster.ladder(PIECES), dict[str, float]()
    with Here(1) as here:
        stamps = [time.perf_counter()]
        for _ in here.run(work.job, work.pieces(here)):
            stamps.append(time.perf_counter())
        seconds = np.diff(stamps)[1:]
        found |= {"seconds": float(seconds.mean()), "spread": float(seconds.std() / seconds.mean())}
    for count in (1, 2):
        with cluster.by(count) as workers:
            cut = work.pieces(workers)
            list(workers.run(work.job, cut[: 2 * count]))
            began = time.perf_counter()
            list(workers.run(work.job, cut))
            found[f"{count}"] = len(cut) / (time.perf_counter() - began)
    return found
