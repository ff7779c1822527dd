"""Actors: several in a process, as pieces of work, of one policy or of several ages."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from shugi._fast.view.layouts import TILES  # noqa: E402
from shugi.agents.checkpoint import CheckpointError, load_policy  # noqa: E402
from shugi.envs import load_rules  # noqa: E402
from shugi.training.cluster.work import LocalWorkers  # noqa: E402
from shugi.training.learn import returns  # noqa: E402
from shugi.training.learn.actors import LocalActors  # noqa: E402
from shugi.training.learn.buffer import RolloutBuffer  # noqa: E402
from shugi.training.learn.cluster_actors import ClusterActors  # noqa: E402
from shugi.training.learn.imitation import teacher  # noqa: E402
from shugi.training.learn.rollout import GameRollout  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, parse_config  # noqa: E402
from tests.support.runs import SMALL, assert_same_runs, metrics_of, run_of, stopped_after  # noqa: E402

TINY = SMALL | {"actors": 2, "decisions": 4500, "steps": 40}
ENGINE = {"network": {"hidden": 16, "last": 8}}
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "while learning": {"overlap": True},
    "in the engine": ENGINE,
    "of several rule sets": {
        "mixture": [{"rules": "super_bingo"}, {"rules": "hangzhou"}],
    },
    "from kept positions": {"start_states": {"share": [0.3, 0.3], "acts": ["riichi"], "room": 32}},
    "of games with places": {"rules": "toriuchi"},
    "beside scripts": {"opponents": {"scripted": [0.4, 0.4], "styles": ["baseline", "rusher"]}},
    "of an own share": {"imitation": {"decisions": 2600, "own": [0.5, 0.5]}},
    "of a teacher's policy": {
        "imitation": {"decisions": 1300, "teacher": "checkpoint:super_bingo", "soft": True}
    },
}


def trainer(folder: Path, workers: LocalWorkers | None = None, **changes: Any) -> Trainer:
    return run_of(TINY | changes, folder, workers)


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_of_work_are_the_run_of_one_process(kind: str, tmp_path: Path) -> None:
    here = trainer(tmp_path / "here", **KINDS[kind])
    there = trainer(tmp_path / "there", LocalWorkers(), **KINDS[kind])
    assert isinstance(here.actors, LocalActors) and isinstance(there.actors, ClusterActors)
    assert here.run() and there.run()
    assert here.update > 4
    assert_same_runs(there, here)
    assert not any(run.learner.decisions.buffer.preferred for run in (here, there))


def test_actors_are_of_different_chance(tmp_path: Path) -> None:
    run = trainer(tmp_path)
    assert not run.run(stop=stopped_after(1))
    buffer = run.learner.decisions.buffer
    assert buffer.n == 16
    first, second = buffer.mask[:, :8], buffer.mask[:, 8:]
    assert first.any() and second.any() and not np.array_equal(first, second)


def test_a_block_that_there_is_not() -> None:
    with pytest.raises(ConfigError, match=r"no block 'step'.*did you mean 'steps'"):
        parse_config(TINY | {"network": {"blocks": ["step"]}})


def test_only_the_blocks_that_are_read_are_played_with(tmp_path: Path) -> None:
    run = trainer(tmp_path, network={"hidden": 16, "last": 8, "blocks": ["steps"]})
    assert not run.run(stop=stopped_after(1))
    lists = run.learner.decisions.buffer.kept_planes
    planes = lists.dense(np.arange(len(lists))).reshape(len(lists), TILES.planes, -1)
    filled = {
        row["name"]: planes[:, row["offset"] : row["offset"] + row["size"]].any()
        for row in TILES.plane_rows
    }
    assert filled["closer_tiles"] and filled["hand"]
    assert not any(filled.get(name) for name in run.learner.policy.config.unread)
    run.save()
    assert load_policy(tmp_path / "model.safetensors")[0].config.blocks == ("steps",)


@pytest.mark.parametrize("first", ["here", "there"])
def test_a_run_goes_on_elsewhere(first: str, tmp_path: Path) -> None:
    """Begun in one process and ended as pieces of work, or the other way round."""
    whole = trainer(tmp_path / "whole")
    assert whole.run()
    order = [None, LocalWorkers()] if first == "here" else [LocalWorkers(), None]
    assert not trainer(tmp_path / "moved", order[0]).run(stop=stopped_after(4))
    again = trainer(tmp_path / "moved", order[1])
    again.resume()
    assert again.update == 4 and again.run()
    assert_same_runs(again, whole)


# ---- segments as they come


def test_segments_of_several_ages(tmp_path: Path) -> None:
    run = trainer(tmp_path, actors=4, segments=1, decisions=4000)
    assert run.run()
    lines = [line for line in metrics_of(tmp_path) if line["phase"] == "ppo"]
    ages = [line["age"] for line in lines]
    # the one that comes was handed out when all others were
    assert max(ages) == 4 and ages[0] == 0
    assert run.learner.decisions.buffer.n == 4
    distrust = [line["distrust"] for line in lines]
    # the first is of the policy that learns; how far others are from it hangs on the network
    assert distrust[0] < 0.01 and 2 * distrust[0] < max(distrust)


def test_segments_of_several_ages_go_on(tmp_path: Path) -> None:
    changes = {"actors": 4, "segments": 2, "decisions": 4000}
    assert not trainer(tmp_path, **changes).run(stop=stopped_after(5))
    again = trainer(tmp_path, **changes)
    again.resume()
    assert again.update == 5 and again.run() and again.count >= 4000


def test_what_was_played_by_another_policy_is_carried_back_less() -> None:
    """By hand: one game of one seat, decisions worth nothing, 8 chips at the end."""
    steps = 3
    seat, ended = np.zeros((steps, 1), np.int8), np.array([[False], [False], [True]])
    value, reward = np.zeros((steps, 1, 1), np.float32), np.zeros((steps, 1, 1), np.float32)
    end = np.zeros((steps, 1, 1, 1), np.float32)
    end[2] = 8.0
    ratio = np.array([[1.0], [0.5], [0.25]], np.float32)
    found = returns.seat_advantages(seat, reward, value, ended, end, 1.0, ratio)
    # the last one is 8 too good; a quarter of that is believed, and of that a half
    assert found.advantage.ravel().tolist() == [1.0, 2.0, 8.0]
    assert found.target.ravel().tolist() == [1.0, 1.0, 2.0]
    likelier = returns.seat_advantages(seat, reward, value, ended, end, 0.5, 3 * ratio**0)
    same = returns.seat_advantages(seat, reward, value, ended, end, 0.5)
    assert np.array_equal(likelier.advantage, same.advantage)
    assert np.array_equal(likelier.target, same.target)


# ---- buffers


def filled(seed: int, n: int = 6) -> RolloutBuffer:
    rules = load_rules("super_bingo")
    rollout = GameRollout(rules, n, seed, 1)
    buffer = RolloutBuffer(50, n, rules.seats, preferred=True)
    rollout.play(buffer, teacher(rollout, buffer, 0.1, np.random.default_rng(seed)))
    return buffer


def assert_equal_buffers(one: RolloutBuffer, other: RolloutBuffer) -> None:
    for name in ("mask", "preference", *RolloutBuffer.BY_DECISION):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    rows = np.arange(one.steps * one.n)
    for name in RolloutBuffer.LISTS:
        assert np.array_equal(getattr(one, name).dense(rows), getattr(other, name).dense(rows))


def test_buffers_go_to_another_process() -> None:
    buffer = filled(1)
    assert buffer.ended.any() and (buffer.preference.sum(axis=2) == 1).all()
    written = pickle.dumps(buffer)
    decisions = buffer.steps * buffer.n
    assert len(written) / decisions < (buffer.kept_planes.width + buffer.kept_oracle.width) / 3
    assert_equal_buffers(pickle.loads(written), buffer)


def test_buffers_stand_side_by_side() -> None:
    one, other = filled(1), filled(2, 3)
    joined = RolloutBuffer(50, 9, one.seats, preferred=True)
    joined.join([one, other])
    for name in ("mask", "preference", *RolloutBuffer.BY_DECISION):
        parts = [getattr(part, name) for part in (one, other)]
        assert np.array_equal(getattr(joined, name), np.concatenate(parts, axis=1)), name
    for name in RolloutBuffer.LISTS:
        lists = [getattr(part, name) for part in (joined, one, other)]
        cells = [own.dense(np.arange(len(own))).reshape(50, -1, own.width) for own in lists]
        assert np.array_equal(cells[0], np.concatenate(cells[1:], axis=1)), name


# ---- what is refused, and older runs


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"actors": 3}, "cannot be shared evenly by 3 actors"),
        ({"segments": 1, "overlap": True}, "overlap"),
        ({"segments": -1}, "segments"),
    ],
)
def test_settings_that_do_not_go_together(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_config(TINY | changes)


def test_a_run_of_other_actors_is_refused(tmp_path: Path) -> None:
    assert not trainer(tmp_path).run(stop=stopped_after(2))
    for workers in (None, LocalWorkers()):
        with pytest.raises(CheckpointError, match="does not fit"):
            trainer(tmp_path, workers, actors=4).resume()
