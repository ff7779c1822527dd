"""Training whose actors play on Ray: the run of one process, whoever dies."""

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from shugi.training.learn.cluster_actors import ClusterActors  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from tests.support.killing import kill_worker  # noqa: E402
from tests.support.runs import assert_same_runs  # noqa: E402
from tests.training.test_actors import KINDS, trainer  # noqa: E402

LONG = {  # segments take a second: time enough to die
    "games": 512,
    "steps": 64,
    "decisions": 120_000,
    "imitation": {"decisions": 30_000, "minibatch": 2048},
    "ppo": {"minibatch": 2048},
    "opponents": {"snapshot_every": 1, "snapshots": 0.4, "scripted": [0.2, 0.2]},
}


@pytest.mark.parametrize("kind", ["in the engine", "of several rule sets", "while learning"])
def test_workers_play_the_run_of_one_process(workers: Any, kind: str, tmp_path: Path) -> None:
    here = trainer(tmp_path / "here", **KINDS[kind])
    there = trainer(tmp_path / "there", workers, **KINDS[kind])
    assert here.run() and there.run()
    assert_same_runs(there, here)


def killing(run: Trainer, kills: int) -> list[int]:
    """Workers are killed while they play; the list fills with them."""
    assert isinstance(run.actors, ClusterActors)
    channel, chance, killed = run.actors.channel, random.Random(1), list[int]()
    come = channel.next

    def deadly() -> Any:
        if len(killed) < kills and (pid := kill_worker(chance)) is not None:
            killed.append(pid)
        return come()

    channel.next = deadly  # type: ignore[method-assign]
    return killed


def test_actors_outlive_their_workers(workers: Any, tmp_path: Path) -> None:
    whole = trainer(tmp_path / "whole", **LONG)
    other = trainer(tmp_path / "other", workers, **LONG)
    assert not other.run(stop=lambda: other.update > 0)  # there are workers now
    killed = killing(other, 3)
    assert whole.run() and other.run()
    assert len(killed) == 3
    assert_same_runs(other, whole)


def test_segments_that_come_first(workers: Any, tmp_path: Path) -> None:
    run = trainer(tmp_path, workers, **LONG | {"actors": 4, "segments": 1})
    assert not run.run(stop=lambda: run.update > 0)
    killed = killing(run, 2)
    assert run.run() and run.count >= 120_000 and len(killed) == 2
