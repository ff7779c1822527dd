"""Observations, rewards and masks are written in place, and other libraries share the memory."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import layout_of
from shugi.envs import load_rules
from shugi.envs.observation import flatten
from shugi.envs.seat import SeatGames
from shugi.envs.vector import SeatVectorEnv
from tests.support.rule_sets import RULE_SETS


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("threads", [1, 3])
def test_flat_rows_are_planes_and_numbers(name: str, threads: int) -> None:
    batch = Batch(load_rules(name), 24, seed=3, auto_reset=False, threads=threads)
    layout = layout_of(batch.rules)
    planes = np.zeros((24, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((24, layout.globals), np.float32)
    events = np.zeros((24, layout.history), np.uint16)
    flat = np.full((24, layout.features + 3), 7.0, np.float32)
    told, mask, actions = events.copy(), np.zeros((24, 128), np.uint8), np.zeros(24, np.uint8)
    for step in range(60):
        seats = np.full(24, step % (batch.seats + 1) - 1, np.int8)
        for who in (None, seats):
            batch.observe(planes, numbers, events, who)
            batch.features(flat, who, mask, told)
            rows = np.flatnonzero(batch.seat >= 0) if who is None else np.flatnonzero(who >= 0)
            wanted = flatten(planes, numbers, layout)[rows]
            np.testing.assert_array_equal(flat[rows, : layout.features], wanted)
            np.testing.assert_array_equal(told[rows], events[rows])
            decides = batch.seat >= 0 if who is None else batch.seat == who
            legal = np.where(decides[:, None], batch.legal(), 0)
            at = np.arange(24) if who is None else rows
            np.testing.assert_array_equal(mask[at], legal[at])
        batch.sample(actions, step)
        batch.step(actions)
    assert (flat[:, layout.features :] == 7.0).all()


def test_rows_that_do_not_fit_are_refused() -> None:
    batch = Batch(load_rules("sanma_base"), 2)
    width = batch.layout.features
    for bad in (
        np.zeros((2, width - 1), np.float32),
        np.zeros((2, width)),
        np.zeros((3, width), np.float32),
        np.zeros((2, width * 2), np.float32)[:, ::2],
        None,
    ):
        with pytest.raises(ValueError, match="into must be"):
            batch.features(bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="observations must be a float32 array"):
        SeatGames("sanma_base", 2).use(np.zeros((2, width)))


def test_other_libraries_share_the_memory() -> None:
    torch = pytest.importorskip("torch")
    env = SeatVectorEnv("sanma_base", 3, copy=False, opponents="random", history=True)
    seen, infos = env.reset(seed=1)
    shared = [
        (array, torch.from_dlpack(array))
        for array in (
            seen["observation"],
            seen["history"],
            infos["action_mask"],
            env.games.reward,
            env.games.batch.reward,
            env.games.batch.seat,
        )
    ]
    before = [tensor.clone() for _, tensor in shared]
    for _ in range(12):
        again, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert again["observation"] is seen["observation"]
    for array, tensor in shared:
        assert tensor.data_ptr() == array.ctypes.data
        np.testing.assert_array_equal(array, tensor.numpy())
    assert not torch.equal(shared[0][1], before[0])


def test_observations_go_where_the_caller_wants_them() -> None:
    ours, theirs = (SeatGames("sanma_base", 3, rule_vector=True, seat=0) for _ in range(2))
    block = np.zeros((2, 3, *ours.space.shape), np.float32)
    theirs.use(block[1])
    for games in (ours, theirs):
        games.seed(4)
        games.restart()
        games.look()
    np.testing.assert_array_equal(block[1], ours.features())
    assert not block[0].any() and block[1].any()


def test_the_benchmark_of_one_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "benchmarks"))
    single = importlib.import_module("single")
    assert single.main(["--seconds", "0.01", "--repeats", "1", "--rules", "piquet"]) == 0
    assert capsys.readouterr().out.count("| piquet |") == len(single.DOORS)


@pytest.mark.parametrize("mode", ["SAME_STEP", "NEXT_STEP", "DISABLED"])
def test_own_buffers_tell_what_copies_tell(mode: str) -> None:
    """At once after each step: also the ends of episodes whose successors SAME_STEP has begun."""
    env, buffered = (
        SeatVectorEnv(
            "hangzhou", 4, copy=copied, autoreset_mode=mode, opponents="random", episode="hand"
        )
        for copied in (True, False)
    )
    rng, ended = np.random.default_rng(1), 0
    env.reset(seed=3)
    buffered.reset(seed=3)
    for _ in range(150):
        actions = (rng.random((4, 128)) * env.action_masks()).argmax(axis=1)
        (*told, infos), (*seen, views) = env.step(actions), buffered.step(actions)
        for one, other in zip(told, seen, strict=True):
            assert np.array_equal(one, other)
        assert infos.keys() == views.keys()
        assert np.array_equal(infos["action_mask"], views["action_mask"])
        over = told[2] | told[3]
        ended += int(over.sum())
        if mode == "SAME_STEP" and over.any():
            result = infos["final_info"]["result"]
            assert np.array_equal(result, views["final_info"]["result"])
            for i in np.flatnonzero(over):
                assert np.array_equal(infos["final_obs"][i], views["final_obs"][i])
        if mode == "DISABLED" and over.any():
            env.reset(options={"reset_mask": over})
            buffered.reset(options={"reset_mask": over})
    assert ended > 4
