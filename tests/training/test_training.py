"""Training: returns, rollouts, opponents, configs, whole small runs, and going on after a stop."""

import signal
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from shugi._fast.batch.batch import TALLY, Batch
from shugi._fast.bots.style import STYLES
from shugi.envs.rulesets.rules import load_rules

torch = pytest.importorskip("torch")


from shugi.agents import make_agent  # noqa: E402
from shugi.agents.checkpoint import CheckpointError, Description  # noqa: E402
from shugi.agents.model import Policy  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.training.learn import returns  # noqa: E402
from shugi.training.learn import rollout as rollout_module  # noqa: E402
from shugi.training.learn.acting import with_floor  # noqa: E402
from shugi.training.learn.beginning import resolve  # noqa: E402
from shugi.training.learn.buffer import FinishedHands, RolloutBuffer  # noqa: E402
from shugi.training.learn.imitation import teacher  # noqa: E402
from shugi.training.learn.mixture import load_sets, lots_of  # noqa: E402
from shugi.training.learn.pool import Pool, Snapshot  # noqa: E402
from shugi.training.learn.rollout import GameRollout  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import (  # noqa: E402
    ConfigError,
    OpponentConfig,
    load_config,
    names,
    parse_config,
)
from shugi.training.run.metrics import Metrics  # noqa: E402
from shugi.training.run.scale import robust_scale  # noqa: E402
from shugi.training.run.state import load_state  # noqa: E402
from shugi.training.terminal.interrupt import Interrupt  # noqa: E402
from tests.support.runs import (  # noqa: E402
    SMALL,
    actor_of,
    assert_same_runs,
    metrics_of,
    quiet,
    run_of,
    same_weights,
    stopped_after,
)
from tests.support.shell import Shell  # noqa: E402

RULES = load_rules("super_bingo")
TINY = SMALL | {"decisions": 8000, "imitation": {"decisions": 2300, "minibatch": 256}}


def trainer(folder: Path, **changes: object) -> Trainer:
    return run_of(TINY | changes, folder)


# ---- returns


def column(*values: float) -> NDArray[np.float32]:
    return np.array(values, np.float32)[:, None, None]


def test_advantages_of_interleaved_seats() -> None:
    # one game: seats 0 1 0 1 0; the hand ends with the last action
    seat = np.array([[0], [1], [0], [1], [0]], np.int8)
    reward = column(0, 0, 2, 5, -1)  # seat 0 gained 2, then -1, before its 2nd and 3rd decision
    value = column(10, 20, 30, 40, 50)
    ended = np.array([[False], [False], [False], [False], [True]])
    end = np.zeros((5, 1, 2, 1), np.float32)
    end[4, 0, :, 0] = (7, -7)
    one = returns.seat_advantages(seat, reward, value, ended, end, lam=1.0)
    assert one.known.all()
    # lambda 1: all that the seat still gets, less the value
    assert one.target[:, 0, 0].tolist() == [2 - 1 + 7, 5 - 7, -1 + 7, -7, 7]
    zero = returns.seat_advantages(seat, reward, value, ended, end, lam=0.0)
    assert zero.advantage[:, 0, 0].tolist() == [2 + 30 - 10, 5 + 40 - 20, -1 + 50 - 30, -47, -43]
    half = returns.seat_advantages(seat, reward, value, ended, end, lam=0.5)
    assert half.advantage[0, 0, 0] == 22 + 0.5 * (19 + 0.5 * -43)


def test_credit_stops_at_the_end_of_a_hand() -> None:
    seat = np.array([[0], [1], [0], [0]], np.int8)
    reward = column(9, 9, 0, 4)
    value = column(1, 1, 1, 1)
    ended = np.array([[False], [True], [False], [True]])
    end = np.zeros((4, 1, 2, 1), np.float32)
    end[1, 0, :, 0] = (3, -3)
    end[3, 0, :, 0] = (5, 6)
    found = returns.seat_advantages(seat, reward, value, ended, end, lam=1.0)
    assert found.target[:, 0, 0].tolist() == [3, -3, 4 + 5, 5]


def test_a_decision_without_successor_lends_its_value() -> None:
    seat = np.array([[0], [1], [0]], np.int8)
    value = column(1, 2, 30)
    nothing = np.zeros((3, 1, 2, 1), np.float32)
    ended = np.zeros((3, 1), np.bool_)
    found = returns.seat_advantages(seat, column(0, 0, 4), value, ended, nothing, lam=0.9)
    assert found.known[:, 0].tolist() == [True, False, False]
    assert found.target[0, 0, 0] == 4 + 30


def test_credit_is_of_seats_that_there_are() -> None:
    seat, ended = np.array([[2]], np.int8), np.array([[True]])
    end = np.zeros((1, 1, 2, 1), np.float32)
    with pytest.raises(ValueError, match="seats must lie below 2, there is 2"):
        returns.seat_advantages(seat, column(0), column(0), ended, end, lam=1.0)
    with pytest.raises(ValueError, match="reward must be a float32 array"):
        returns.seat_advantages(seat - 1, column(0, 0), column(0), ended, end, lam=1.0)


def test_seats_left_out_have_no_part() -> None:
    seat = np.array([[0], [-1], [0]], np.int8)
    ended = np.array([[False], [False], [True]])
    end = np.ones((3, 1, 2, 1), np.float32)
    found = returns.seat_advantages(seat, column(0, 99, 2), column(0, 99, 0), ended, end, lam=1.0)
    assert found.target[[0, 2], 0, 0].tolist() == [3, 1]
    assert not found.known[1, 0] and found.advantage[1, 0, 0] == 0


def test_scale_is_robust_and_clipping_is_counted() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(0, 5, 10_000).astype(np.float32)
    scale = robust_scale(values)
    assert scale == pytest.approx(5, rel=0.05)
    values[0] = 1e4
    assert robust_scale(values) == pytest.approx(scale, rel=1e-3)
    clipped, lost = returns.normalise(values, scale, 8.0)
    assert clipped.max() == 8.0
    excess = (values[0] - values.mean()) / scale - 8
    assert lost == pytest.approx(excess / np.abs((values - values.mean()) / scale).sum(), rel=1e-3)
    assert returns.normalise(np.zeros(4, np.float32), 1.0, 8.0)[1] == 0.0


def test_explained_variance() -> None:
    target = np.array([1.0, 2.0, 5.0], np.float32)
    assert returns.explained_variance(target, target) == 1.0
    assert returns.explained_variance(np.zeros(3, np.float32), target) == pytest.approx(0.0)
    assert returns.explained_variance(target, np.ones(3, np.float32)) == 0.0


# ---- rollouts


@pytest.fixture
def tallied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts count what happens in hands."""
    monkeypatch.setattr(rollout_module, "Batch", partial(Batch, tally=True))


@pytest.mark.usefixtures("tallied")
def test_gains_add_up_to_what_the_engine_paid() -> None:
    rollout, rng = GameRollout(RULES, 24, seed=2, threads=1), np.random.default_rng(0)
    buffer = RolloutBuffer(300, 24, RULES.seats)
    finished = rollout.play(buffer, teacher(rollout, buffer, 0.1, rng), oracle=False)
    points = [i for i, name in enumerate(TALLY) if name.startswith("points_")]
    hands = rollout.batch.tally[:, 0, TALLY.index("hands")].sum()
    assert len(finished.gain) == hands > 50
    paid = rollout.batch.tally[:, :, points].sum() / 1000
    assert finished.gain[..., 1].sum() == pytest.approx(paid, abs=1e-2)
    # chips of a hand are moved, never made; placement is left out
    assert np.abs(finished.gain[..., 0].sum(axis=1)).max() < 1e-2
    assert np.abs(finished.gain[..., 0]).max() > 5
    # every decision is legal, and what was drawn at random is not the label
    rows = np.indices(buffer.action.shape)
    assert buffer.mask[(*rows, buffer.action)].all()
    assert buffer.mask[(*rows, buffer.label)].all()
    assert 0.02 < (buffer.action != buffer.label).mean() < 0.15


@pytest.mark.usefixtures("tallied")
def test_expected_chips_are_the_chips_on_average() -> None:
    rollout, rng = GameRollout(RULES, 200, seed=4, threads=1), np.random.default_rng(0)
    buffer = RolloutBuffer(150, 200, RULES.seats)
    finished = rollout.play(buffer, teacher(rollout, buffer, 0.0, rng), oracle=False)
    chips = [
        i
        for i, name in enumerate(TALLY)
        if name.startswith("chips_") and not name.endswith("placement")
    ]
    paid = rollout.batch.tally[:, :, chips].sum(axis=2)
    moved = np.abs(finished.gain[..., 0]).sum()
    # what luck after the last decision adds is small beside what is moved, and centred
    in_play = rollout.hand_gain[..., 0]
    difference = paid.sum(axis=0) - finished.gain[..., 0].sum(axis=0) - in_play.sum(axis=0)
    assert np.abs(difference).max() < 0.1 * moved


# ---- policies and losses


def test_floor_keeps_rare_acts_alive() -> None:
    chance = torch.tensor([[0.9, 0.1, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    mask = torch.tensor([[1, 1, 1, 0], [1, 0, 0, 1]])
    rare = torch.tensor([0.0, 0.0, 1.0, 0.0])
    mixed = with_floor(chance, mask, rare, 0.1)
    assert torch.allclose(mixed.sum(1), torch.ones(2))
    assert float(mixed[0, 2]) == pytest.approx(0.1)
    assert torch.equal(mixed[1], chance[1])


# ---- opponents


def test_pool_keeps_the_newest_and_some_old(tmp_path: Path) -> None:
    pool, policy = Pool(tmp_path, OpponentConfig(newest=3, old=2)), Policy(ModelConfig(hidden=8))
    for update in range(0, 100, 10):
        pool.add(policy, Description(policy.config, "x", 1, update=update))
    kept = [snapshot.update for snapshot in pool.snapshots]
    assert kept[-3:] == [70, 80, 90] and len(kept) == 5
    pool.in_play = [Snapshot(50)]
    pool.forget()
    assert {path.stem for path in tmp_path.iterdir()} == {f"{u:06d}" for u in {*kept, 50}}


def test_pool_prefers_those_that_win(tmp_path: Path) -> None:
    pool, rng = Pool(tmp_path, OpponentConfig(newest=9, old=0)), np.random.default_rng(1)
    assert pool.draw(2, rng) == []
    pool.snapshots = [Snapshot(1, share=0.9), Snapshot(2, share=0.1)]
    drawn = [pool.draw(1, rng)[0].update for _ in range(300)]
    assert drawn.count(2) > 250
    assert {snapshot.update for snapshot in pool.draw(5, rng)} == {1, 2}


def test_seating_and_its_count(tmp_path: Path) -> None:
    run = trainer(tmp_path / "run")
    run.updater.add_snapshot()
    seating = np.zeros((3000, 3), np.int8)
    actor_of(run).opponents.reseat(np.arange(3000), seating, 0.2, run.rng)
    scripted, snapshot = (seating == 1).any(axis=1), (seating == 2).any(axis=1)
    assert scripted.mean() == pytest.approx(0.2, abs=0.03)
    assert snapshot.mean() == pytest.approx(0.4, abs=0.03)
    assert (seating == 0).any(axis=1).all() and not (scripted & snapshot).any()
    gain = np.zeros((1, 3, 2), np.float32)
    gain[0, :, 0] = (10, -5, -5)
    finished = FinishedHands(np.array([[0, 2, 0]], np.int8), gain, np.zeros(1, np.int64))
    run.pool.count(finished, gain[..., 0], first=2)
    assert run.pool.in_play[0].share > 0.5


# ---- configs


@pytest.mark.parametrize("name", names())
def test_configs_that_come_along_are_valid(name: str) -> None:
    config = load_config(name)
    lots_of(config, load_sets(config))
    for style in resolve(config, load_sets(config)).opponents.styles:
        make_agent(f"baseline:{style}" if style in STYLES else style)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sed": 1}, r"unknown key 'sed' \(did you mean 'seed'\?\)"),
        ({"ppo": {"clipp": 0.1}}, r"unknown key 'ppo\.clipp' \(did you mean 'clip'\?\)"),
        ({"ppo": {"clip": "wide"}}, r"ppo\.clip.*number"),
        ({"ppo": {"entropy": [0.1]}}, r"ppo\.entropy"),
        ({"ppo": {"gae_lambda": 1.5}}, "must be at most 1, not 1.5"),
        ({"ppo": {"learning_rate": [float("nan"), 0]}}, "finite"),
        ({"games": 0}, "games must be at least 1"),
        ({"decisions": -5}, "at least 1, not -5"),
        ({"decisions": None}, "a run needs an end"),
        ({"network": {"precision": "fp8"}}, "fp8|fp32"),
        ({"opponents": {"snapshots": 0.9, "scripted": [0.5, 0]}}, "more than all"),
        ({"imitation": 7}, "imitation"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_config(TINY | changes, "mine.yaml")


def test_bad_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no training config"):
        load_config("x" * 300)
    with pytest.raises(ConfigError, match="did you mean 'smoke'"):
        load_config("smok")
    with pytest.raises(ConfigError, match="No such file"):
        load_config(str(tmp_path / "none.yaml"))
    for text, said in (("[1, 2]", "keys and values"), ("a: [", "broken YAML")):
        (tmp_path / "bad.yaml").write_text(text)
        with pytest.raises(ConfigError, match=said):
            load_config(str(tmp_path / "bad.yaml"))
    with pytest.raises(ConfigError, match="key=value"):
        load_config("smoke", ["ppo.clip"])
    with pytest.raises(ConfigError, match="broken YAML"):
        load_config("smoke", ["ppo.clip=["])
    with pytest.raises(ConfigError, match="not a section"):
        load_config("smoke", ["rules.x=1"])
    assert load_config("smoke", ["ppo.clip=0.3"]).ppo.clip == 0.3


# ---- whole runs


def test_a_resumed_run_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = trainer(tmp_path / "whole")
    assert whole.run()
    assert whole.update > 8 and whole.count >= 8000
    for stops in (2, 6):  # in the warm start, in PPO
        folder = tmp_path / f"stopped{stops}"
        assert not trainer(folder).run(stop=stopped_after(stops))
        # the process is gone; a half-written file of it is left
        (folder / ".state.pt.123").write_bytes(b"half")
        again = trainer(folder)
        again.resume()
        assert again.update == stops
        assert again.run()
        assert_same_runs(whole, again)
        updates = [line["update"] for line in metrics_of(folder)]
        assert updates == list(range(1, whole.update + 1))


FAST = {"hidden": 16, "last": 8}


def test_a_run_that_acts_in_the_engine(tmp_path: Path) -> None:
    """Its actions and the reference come from the engine, and a stopped one ends the same."""
    changes: dict[str, object] = {"network": FAST, "critic": {"hidden": 8}}
    whole = trainer(tmp_path / "whole", **changes)
    assert whole.learner.passes.in_engine and whole.run()
    decisions = whole.learner.decisions
    learner = decisions.buffer.player == 0
    rows = torch.from_numpy(np.flatnonzero(learner))
    drawn = torch.from_numpy(decisions.buffer.log_prob[learner])
    # weights have moved since, and the engine rounds to 8 bits
    now = whole.learner.log_policy(whole.policy, rows)
    own = now.gather(1, decisions.action[rows].long()[:, None]).squeeze(1)
    assert torch.corrcoef(torch.stack([own, drawn]))[0, 1] > 0.9
    referred = whole.learner.referred(rows).exp()
    exact = whole.learner.log_policy(whole.learner.reference, rows).exp()
    assert (referred - exact).abs().max() < 0.1 and not torch.equal(referred, exact)
    assert not trainer(tmp_path / "again", **changes).run(stop=stopped_after(6))
    again = trainer(tmp_path / "again", **changes)
    again.resume()
    assert again.run()
    assert_same_runs(whole, again)


def test_threads_do_not_change_what_the_engine_draws(tmp_path: Path) -> None:
    run = trainer(tmp_path, network=FAST, threads=2)
    assert not run.run(stop=stopped_after(6))
    learner, rows, actor = run.learner, np.arange(201), actor_of(run)
    found = []
    for threads in (2, 1):
        learner.passes.threads = threads
        rng, buffer = np.random.default_rng(1), learner.decisions.buffer
        found.append(actor.acting.draw(buffer, rows, rng, 0.1, actor.rare))
        found.append((learner.referred(torch.from_numpy(rows)).numpy(), np.zeros(0)))
    for one, other in zip(found[:2], found[2:], strict=True):
        assert np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])
    assert len(found[0][0]) == 201


@pytest.mark.parametrize("network", [FAST, TINY["network"]], ids=["in the engine", "in torch"])
def test_playing_while_learning(tmp_path: Path, network: dict[str, object]) -> None:
    """The policy that plays is one update old; nothing else is left to chance."""
    changes = {"network": network, "overlap": True, "threads": 2}
    one, other = (trainer(tmp_path / name, **changes) for name in ("one", "other"))
    lags: list[bool] = []
    learn, fold = one.updater._improved, one.updater._sync_policy

    def improved(done: float) -> dict[str, float]:
        before = one.learner.policy.head.weight.detach().clone()
        values = learn(done)
        # ahead of learning, the next segment was begun with the policy as it was then
        lags.append(torch.equal(before, one.learner.policy.head.weight))
        return values

    folds: list[int] = []
    one.updater._improved = improved  # type: ignore[method-assign]
    one.updater._sync_policy = lambda: (folds.append(one.update), fold())[1]  # type: ignore[method-assign]
    assert one.run() and other.run()
    assert one.count >= 8000
    assert lags and not any(lags)
    assert len(folds) == len(lags) + 1 and folds[0] == folds[1]
    assert_same_runs(one, other)


def test_playing_while_learning_stops_and_goes_on(tmp_path: Path) -> None:
    assert not trainer(tmp_path, overlap=True).run(stop=stopped_after(6))
    again = trainer(tmp_path, overlap=True)
    again.resume()
    assert again.update == 6 and again.run()
    assert again.count >= 8000


def test_whoever_plays_ahead_may_fail(tmp_path: Path) -> None:
    run = trainer(tmp_path, overlap=True)
    steps = iter(range(70))

    def refuse(*_: object, **__: object) -> None:
        if next(steps, None) is None:
            raise RuntimeError("the table broke")

    actor_of(run).rollout.games[0]._check = refuse  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="the table broke"):
        run.run()


def test_same_seed_same_run_and_another_one_differs(tmp_path: Path) -> None:
    seeds = {"a": 1, "b": 1, "c": 2}
    one, same, other = (trainer(tmp_path / n, seed=s, decisions=3000) for n, s in seeds.items())
    assert one.run() and same.run() and other.run()
    assert_same_runs(one, same)
    assert not same_weights(one.policy, other.policy)


def test_the_warm_start_learns_the_baseline(tmp_path: Path) -> None:
    run = trainer(
        tmp_path,
        decisions=30_000,
        games=64,
        imitation={"decisions": 30_000, "epochs": 2, "minibatch": 256, "learning_rate": 3e-3},
        network={"hidden": 64, "precision": "fp32"},
    )
    assert run.run()
    lines = metrics_of(tmp_path)
    assert lines[0]["agreement"] < 0.45  # while it learns from them
    assert lines[-1]["agreement"] > 0.5
    assert lines[-1]["policy_loss"] < lines[0]["policy_loss"]
    assert make_agent(str(tmp_path), RULES).name == str(tmp_path)


def test_a_run_learns_in_the_engine_as_in_torch(tmp_path: Path) -> None:
    """From the same seed: losses stay close over the warm start and the first updates of PPO."""
    found = []
    for name in ("engine", "torch"):
        changes: dict[str, Any] = {"imitation": {"decisions": 3000}, "games": 32}
        run = trainer(tmp_path / name, network={"hidden": 32, "precision": "fp32"}, **changes)
        assert set(run.learner.taught) == {run.policy, run.critic}
        if name == "torch":
            run.learner.taught.clear()
        run.run(stop=stopped_after(4))
        found.append((metrics_of(tmp_path / name), run))
    (fast, there), (slow, here) = found
    assert [line["phase"] for line in slow] == ["imitation", "imitation", "ppo", "ppo"]
    for one, other in zip(fast, slow, strict=True):
        names = ("policy_loss", "value_loss", "kl_behaviour", "kl_reference", "policy_gain")
        for name in set(names) & other.keys():
            assert one[name] == pytest.approx(other[name], rel=1e-2, abs=1e-3), name
    for network in ("policy", "critic"):
        learnt = getattr(there, network).state_dict()
        for name, weight in getattr(here, network).state_dict().items():
            apart = float((learnt[name] - weight).norm())
            assert apart < 1e-2 * float(weight.norm()) + 1e-3, name


def test_the_critic_learns_returns(tmp_path: Path) -> None:
    run = trainer(tmp_path, network={"hidden": 64, "precision": "fp32"})
    run.updater.imitate()
    rows, before = run.updater.credit.assign(np.arange(16 * 48), lam=1.0)
    target = run.learner.decisions.target[torch.from_numpy(rows)].clone()
    run.learner.learn_values([[torch.from_numpy(rows)]] * 150, 1e-2)
    value = run.learner.values(torch.from_numpy(rows))
    for kind, name in ((0, "chips"), (1, "points")):
        explained = returns.explained_variance(value[:, kind], target[:, kind].numpy())
        assert before[f"explained_{name}"] < 0.3 < 0.8 < explained


def test_damaged_states_are_refused(tmp_path: Path) -> None:
    run = trainer(tmp_path / "run", decisions=1000)
    run.run()
    state = tmp_path / "run" / "state.pt"
    whole = state.read_bytes()
    for keep in (0, 100, len(whole) // 2):
        state.write_bytes(whole[:keep])
        with pytest.raises(CheckpointError, match="cut short"):
            run.resume()
    torch.save([1, 2], state)
    with pytest.raises(CheckpointError, match="not a training state"):
        run.resume()
    for written in (torch.tensor([2, 2]), torch.tensor(2), "2", None):  # the first has no one truth
        torch.save({"format": written}, state)
        with pytest.raises(CheckpointError, match="not a training state"):
            run.resume()
    state.unlink()
    with pytest.raises(CheckpointError, match=r"no state\.pt"):
        load_state(tmp_path / "run")
    with pytest.raises(CheckpointError, match="no such run"):
        load_state(tmp_path / "nowhere")
    state.write_bytes(whole)
    with pytest.raises(CheckpointError, match="other rules"):
        trainer(tmp_path / "run", rules="sanma_base").resume()
    with pytest.raises(CheckpointError, match="does not fit"):
        trainer(tmp_path / "run", network={"hidden": 8}).resume()


def test_metrics_of_a_lost_life_are_dropped(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    for update in (1, 2, 3):
        metrics.write(update, "ppo", {"x": update})
    metrics.close()
    with (tmp_path / "metrics.jsonl").open("a") as file:
        file.write('{"update": 4, "ph')
    Metrics(tmp_path, 2).close()
    assert [line["update"] for line in metrics_of(tmp_path)] == [1, 2]


# ---- the command


def config_file(folder: Path, **changes: object) -> str:
    path = folder / "tiny.yaml"
    path.write_text(yaml.safe_dump(TINY | {"decisions": 2500} | changes))
    return str(path)


def test_command_trains_and_goes_on(tmp_path: Path, shell: Shell) -> None:
    config, folder = config_file(tmp_path), str(tmp_path / "run")
    report = shell.tells("train", config, "--run-dir", folder)
    assert report["finished"] and report["decisions"] >= 2500
    assert Path(report["model"]).exists()
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    longer = shell.tells("train", config, "--run-dir", folder, "--set", "decisions=4000")
    assert longer["decisions"] >= 4000
    assert shell.tells("train", "--resume", folder, "--set", "decisions=5000")["decisions"] >= 5000
    said = shell.refuses("train", config, "--run-dir", folder, "--seed", "6")
    assert "seed: 5 there, 6 now" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give a config"),
        (("smok",), "did you mean 'smoke'"),
        (("--resume", "nowhere"), "no state.pt there"),
        (("smoke", "--set", "ppo.clipp=1"), "did you mean 'clip'"),
        (("smoke", "--minutes", "-1"), "more than 0"),
    ],
)
def test_command_refuses(words: tuple[str, ...], said: str, shell: Shell) -> None:
    assert said in shell.refuses("train", *words)


def test_interrupt_asks_first_and_stops_at_once_then() -> None:
    before = signal.getsignal(signal.SIGINT)  # a shell's background jobs ignore it
    with Interrupt(quiet()) as interrupt:
        assert not interrupt.asked()
        signal.raise_signal(signal.SIGINT)
        assert interrupt.asked()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is before
