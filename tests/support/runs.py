"""What tests of training runs have in common."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from shugi.training.terminal.progress import Meter

if TYPE_CHECKING:
    from shugi.training.cluster.work import LocalWorkers
    from shugi.training.learn.actors import Actor
    from shugi.training.learn.trainer import Trainer

SMALL: dict[str, Any] = {
    "rules": "super_bingo",
    "seed": 5,
    "threads": 1,
    "games": 16,
    "steps": 48,
    "network": {"hidden": 16, "precision": "fp32"},
    "imitation": {"decisions": 1300, "minibatch": 256},
    "ppo": {"minibatch": 256, "refresh_reference": 2},
    "opponents": {"snapshot_every": 2, "snapshots": 0.4, "newest": 2, "old": 1},
}


def quiet() -> Meter:
    """Shows nothing."""
    return Meter(Console(quiet=True))


def run_of(settings: dict[str, Any], folder: Path, workers: LocalWorkers | None = None) -> Trainer:
    """A run in a folder, which is made where there is none; it shows nothing."""
    from shugi.training.learn.mixture import load_sets
    from shugi.training.learn.trainer import Trainer
    from shugi.training.run.config import parse_config

    folder.mkdir(parents=True, exist_ok=True)
    config = parse_config(settings)
    return Trainer(config, load_sets(config), folder, quiet(), workers)


def stopped_after(times: int) -> Callable[[], bool]:
    """A stop that comes true when it has been asked this often."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def actor_of(run: Trainer) -> Actor:
    """The only one, in this process."""
    from shugi.training.learn.actors import LocalActors

    assert isinstance(run.actors, LocalActors)
    (actor,) = run.actors.actors
    return actor


def metrics_of(folder: Path) -> list[dict[str, Any]]:
    """What a run has written down, update by update."""
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def same_weights(one: Any, other: Any) -> bool:
    """Whether two networks are the same to the last bit."""
    import torch

    found, wanted = one.state_dict(), other.state_dict()
    return found.keys() == wanted.keys() and all(torch.equal(found[k], wanted[k]) for k in wanted)


def assert_same_runs(one: Trainer, other: Trainer) -> None:
    """They are at the same point, have learnt the same, and have the same chance before them."""
    assert (one.update, one.count, one.phase) == (other.update, other.count, other.phase)
    assert same_weights(one.policy, other.policy) and same_weights(one.critic, other.critic)
    assert one.rng.bit_generator.state == other.rng.bit_generator.state
    assert [s.share for s in one.pool.snapshots] == [s.share for s in other.pool.snapshots]
