"""Several rule sets in one run."""

import json
import warnings
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml

from shugi._fast.batch.batch import TALLY, Batch
from shugi.envs.rulesets.rules import load_rules

torch = pytest.importorskip("torch")

from safetensors import safe_open  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from shugi.agents import Baseline  # noqa: E402
from shugi.agents.checkpoint import describe  # noqa: E402
from shugi.agents.columns import rule_values  # noqa: E402
from shugi.agents.network import Network  # noqa: E402
from shugi.commands.cli import main  # noqa: E402
from shugi.training.learn import rollout as rollout_module  # noqa: E402
from shugi.training.learn.buffer import ABSENT, LEARNER, RolloutBuffer  # noqa: E402
from shugi.training.learn.imitation import teacher  # noqa: E402
from shugi.training.learn.mixture import kinds_of, load_sets, lots_of, reach_of  # noqa: E402
from shugi.training.learn.play import RolloutRequest  # noqa: E402
from shugi.training.learn.rollout import GameRollout  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, load_config, parse_config  # noqa: E402
from shugi.training.run.sets import RuleSetGames, names_of, split  # noqa: E402
from tests.support.runs import (  # noqa: E402
    SMALL,
    actor_of,
    assert_same_runs,
    metrics_of,
    run_of,
    stopped_after,
)

BINGO, HANGZHOU, WUHAN = (load_rules(name) for name in ("super_bingo", "hangzhou", "wuhan"))
TINY = SMALL | {
    "decisions": 6000,
    "games": 20,
    "steps": 40,
    "imitation": {"decisions": 1700, "minibatch": 256},
    "opponents": {"snapshot_every": 2, "snapshots": 0.3, "scripted": [0.3, 0.3]},
    "mixture": [
        {"rules": "super_bingo", "share": 2},
        {"rules": "hangzhou"},
        {"rules": "kawuxing", "options": {"max_doubles": 4}},
    ],
}


def trainer(folder: Path, **changes: object) -> Trainer:
    return run_of(TINY | changes, folder)


# ---- how games are shared


def test_games_are_split_in_proportion() -> None:
    assert split(20, [2, 1, 1]) == [10, 5, 5]
    assert split(3, [100, 1, 1]) == [1, 1, 1]
    assert sum(split(101, [0.5, 0.3, 0.1])) == 101
    with pytest.raises(ConfigError, match="3 rule sets"):
        split(2, [1, 1, 1])


def test_lots_of_a_mixture() -> None:
    config = parse_config(TINY)
    sets = load_sets(config)
    lots = lots_of(config, sets)
    assert [(lot.rules.name, lot.games) for lot in lots] == [
        ("super_bingo", 10),
        ("hangzhou", 5),
        ("kawuxing", 5),
    ]
    assert names_of([*sets, sets[0]]) == ["super_bingo", "hangzhou", "kawuxing", "super_bingo#2"]


def test_kinds_and_range_hold_all_of_them() -> None:
    first, stop = kinds_of([BINGO, HANGZHOU])
    for rules in (BINGO, HANGZHOU):
        own = kinds_of([rules])
        assert first <= own[0] and own[1] <= stop
    chips, _ = reach_of([RuleSetGames(BINGO, 1), RuleSetGames(WUHAN, 1)])
    assert chips >= 3 * max(WUHAN.options["caps"]) > reach_of([RuleSetGames(BINGO, 1)])[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mixture": [{"rules": "super_bingo"}, {"rules": "piquet"}]}, "one network cannot"),
        ({"mixture": [{"rules": "super_bingo", "shar": 1}]}, r"'mixture\.0\.shar'.*'share'"),
        ({"mixture": [{"rules": "super_bingo", "share": 0}]}, "share must be at least"),
        ({"games": 2}, "3 rule sets need"),
        ({"payment_randomisation": {"share": 0.5}}, "pay as their rule sets say"),
    ],
)
def test_bad_mixtures_are_refused(changes: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=said):
        trainer(tmp_path, **changes)


# ---- rollouts of several rule sets


def test_games_of_a_mixture_play_as_they_would_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_module, "Batch", partial(Batch, tally=True))
    lots = [RuleSetGames(BINGO, 6), RuleSetGames(HANGZHOU, 5), RuleSetGames(WUHAN, 4)]
    rngs = [np.random.default_rng(0) for _ in range(3)]
    buffers = []
    for threads, rng in ((1, rngs[0]), (2, rngs[1])):
        rollout = GameRollout(lots, 15, seed=3, threads=threads)
        buffer = RolloutBuffer(120, 15, rollout.seats)
        finished = rollout.play(buffer, teacher(rollout, buffer, 0.0, rng))
        buffers.append(buffer)
        for lot, games in enumerate(rollout.games):
            hands = games.batch.tally[:, 0, TALLY.index("hands")].sum()
            assert (finished.lot == lot).sum() == hands > 0
            assert (finished.player[finished.lot == lot, games.batch.seats :] == ABSENT).all()
            assert not finished.gain[finished.lot == lot, games.batch.seats :].any()
    for name in ("mask", "action", "reward", "end_reward"):
        assert np.array_equal(getattr(buffers[0], name), getattr(buffers[1], name)), name
    rows = np.arange(120 * 15)
    for own, other in zip(*(buffer.lists for buffer in buffers), strict=True):
        assert np.array_equal(own.dense(rows), other.dense(rows))
    alone = GameRollout(BINGO, 6, seed=3, threads=1)
    buffer = RolloutBuffer(120, 6, BINGO.seats)
    alone.play(buffer, teacher(alone, buffer, 0.0, rngs[2]))
    assert np.array_equal(buffer.action, buffers[0].action[:, :6])
    assert np.array_equal(buffer.end_reward, buffers[0].end_reward[:, :6, :3])
    same = rows.reshape(120, 15)[:, :6].ravel()
    for own, other in zip(buffer.lists, buffers[0].lists, strict=True):
        assert np.array_equal(own.dense(np.arange(120 * 6)), other.dense(same))


def test_seating_leaves_absent_seats_alone(tmp_path: Path) -> None:
    run = trainer(tmp_path)
    run.actors.reseat(run.updater.scripted())
    rollout = actor_of(run).rollout
    absent = rollout.seating == ABSENT
    assert np.array_equal(absent, ~rollout.present)
    assert absent[:10, 3].all() and not absent[10:15].any()
    assert (rollout.seating == LEARNER).any(axis=1).all()


# ---- whole runs


def test_a_mixture_trains_and_a_stopped_one_ends_the_same(tmp_path: Path) -> None:
    whole = trainer(tmp_path / "whole", threads=2)
    assert whole.run()
    for stops in (1, 4):
        folder = tmp_path / f"stopped{stops}"
        assert not trainer(folder, threads=2).run(stop=stopped_after(stops))
        again = trainer(folder, threads=2)
        again.resume()
        assert again.run()
        assert_same_runs(again, whole)
    lines = metrics_of(tmp_path / "whole")
    for name in ("super_bingo", "hangzhou", "kawuxing"):
        hands = [line[f"{name}/hands"] for line in lines if line["phase"] == "ppo"]
        assert sum(hands) > 0
        assert lines[-1][f"{name}/advantage_scale"] > 0
        assert 0 <= lines[-1][f"{name}/clipped_mass"] < 1


def test_its_checkpoint_knows_all_its_rule_sets(tmp_path: Path) -> None:
    run = trainer(tmp_path)
    run.save()
    about = describe(tmp_path / "model.safetensors")
    assert [trained.name for trained in about.trained] == ["super_bingo", "hangzhou", "kawuxing"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rules in load_sets(run.config):
            assert about.of_rules(rules)
            Network.load(tmp_path, rules)
    with pytest.warns(UserWarning, match=r"trained for 'super_bingo'.*'hangzhou'.*'kawuxing'"):
        Network.load(tmp_path, load_rules("kawuxing"))  # with other options


def test_older_checkpoints_can_be_read(tmp_path: Path) -> None:
    """Of one rule set, and without what networks can be told to leave out now."""
    run = trainer(tmp_path, mixture=[])
    run.save()
    path = tmp_path / "model.safetensors"
    with safe_open(path, framework="pt") as file:
        header = json.loads(file.metadata()["shugi"])
        weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    assert header.pop("others") == []
    for key in ("rule_vector", "oracle", "two_hot"):
        del header["model"][key]
    save_file(weights, path, {"shugi": json.dumps(header)})
    about = describe(path)
    assert about.model == run.policy.config and about.of_rules(BINGO) and not about.others
    assert Network.load(path, BINGO).policy.config == run.policy.config


def test_every_rule_set_has_its_own_scale(tmp_path: Path) -> None:
    run = trainer(tmp_path, mixture=[{"rules": "super_bingo"}, {"rules": "kawuxing"}])
    actor_of(run).teach(run.learner.decisions.buffer, 0.0)
    rows, _ = run.updater.credit.assign(np.arange(20 * 40), lam=1.0)
    found = run.updater.credit.set_advantages(rows)
    assert found["super_bingo/advantage_scale"] > 2 * found["kawuxing/advantage_scale"]
    advantage = run.learner.decisions.advantage.numpy()[rows]
    for number, own in enumerate(run.updater.credit.by_set(rows)):
        raw = (run.updater.credit.raw_advantage[own] * run.stakes.prices[number]).sum(axis=-1)
        mine = advantage[np.isin(rows, own)]
        assert mine.std() > 0.3 and np.corrcoef(raw, mine)[0, 1] > 0.9
    # units have no points; points count by the standing, or at an average worth
    assert run.stakes.prices.tolist() == [[1.0, 0.0], [1.0, 0.0]]
    sets = [{"rules": "super_bingo"}, {"rules": "kawuxing"}]
    run = trainer(tmp_path / "other", mixture=sets, reward={"standing": False})
    assert run.stakes.prices.tolist() == [[1.0, pytest.approx(2.2)], [1.0, 0.0]]


def test_every_rule_set_has_its_own_teacher(tmp_path: Path) -> None:
    mixture = [{"rules": "super_bingo", "teacher": "baseline:plain"}, {"rules": "kawuxing"}]
    run = trainer(tmp_path, mixture=mixture, imitation={"decisions": 800, "noise": 0.0})
    actor = actor_of(run)
    assert actor.teachers is not None
    assert [agent.name for agent in actor.teachers] == ["baseline:plain", "baseline"]

    def least_or_most(most: bool) -> Any:
        def act(seen: Any, rng: Any) -> np.ndarray:
            legal = seen.mask > 0
            found = legal.shape[1] - 1 - legal[:, ::-1].argmax(1) if most else legal.argmax(1)
            return found.astype(np.uint8)

        return SimpleNamespace(name="most" if most else "least", act=act)

    lots, buffer = actor.rollout.lot_of, run.learner.decisions.buffer
    actor.teachers = [least_or_most(False), least_or_most(True)]
    actor.teach(buffer, 0.0)
    bingo = lots == 0
    legal = buffer.mask > 0
    least, most = legal.argmax(2), legal.shape[2] - 1 - legal[:, :, ::-1].argmax(2)
    assert (buffer.label == np.where(bingo, least, most)).all()
    assert (buffer.label == buffer.action).all() and (least != most).mean() > 0.5


def test_a_teacher_that_is_a_network_says_how_sure_it_is(tmp_path: Path) -> None:
    mixture = [{"rules": "super_bingo", "teacher": "checkpoint:super_bingo"}, {"rules": "kawuxing"}]
    imitation = {"decisions": 800, "noise": 0.0, "soft": True}
    run = trainer(tmp_path, mixture=mixture, imitation=imitation)
    actor, buffer = actor_of(run), run.learner.decisions.buffer
    actor.teach(buffer, 0.0)
    sure, legal = buffer.preference.max(axis=2), buffer.mask > 0
    network, choice = actor.rollout.lot_of == 0, legal.sum(axis=2) > 1
    assert (buffer.preference.argmax(axis=2) == buffer.label).all()
    assert (sure[:, ~network] == 1).all()  # the baseline
    assert 0.1 < (sure[:, network][choice[:, network]] < 0.9).mean() < 0.9
    assert np.allclose(buffer.preference.sum(axis=2), 1, atol=1e-3)
    assert not buffer.preference[~legal].any()
    assert np.isfinite(run.updater.imitate()["policy_loss"])


def test_a_policy_is_learnt_as_it_is(tmp_path: Path) -> None:
    """A pupil of the teacher's own shape comes as close to its policy as its choices allow."""
    teacher_run = trainer(tmp_path / "teacher", mixture=[{"rules": "super_bingo"}])
    assert teacher_run.run()
    far = []
    for soft in (False, True):
        imitation = {"decisions": 6000, "noise": 0.0, "smoothing": 0.0, "soft": soft}
        imitation |= {"teacher": str(tmp_path / "teacher"), "minibatch": 128, "epochs": 4}
        run = trainer(tmp_path / str(soft), mixture=[{"rules": "super_bingo"}], imitation=imitation)
        assert run.run()
        d = run.learner.decisions
        some = torch.arange(len(d.mask))
        own, wanted = (
            run.learner.log_policy(one, some) for one in (run.policy, teacher_run.policy)
        )
        far.append(float((wanted.exp() * (wanted - own)).sum(1).mean()))
    assert far[1] < far[0] / 2, far


@pytest.mark.parametrize("phase", ["imitation", "ppo"])
def test_threads_do_not_change_the_play_of_a_mixture(phase: str, tmp_path: Path) -> None:
    """The engine plays the policy, by the terms of each rule set; every set has its own chance."""
    found = []
    for threads in (1, 2):
        run = trainer(tmp_path / str(threads), threads=threads, network={"hidden": 16})
        order = RolloutRequest(
            imitated=phase == "imitation", noise=0.2, own=0.5, floor=0.1, scripted=0.4
        )
        assert run.learner.passes.in_engine
        run.updater.add_snapshot()
        run.actors.reseat(0.4)
        run.actors.sync_policy(run.policy)
        buffer = run.learner.decisions.buffer
        run.actors.play(order, buffer)
        rows = torch.arange(len(run.learner.decisions.action))
        found.append((buffer, run.learner.referred(rows)))
    (one, first), (other, second) = found
    for name in ("action", "label", "log_prob", "player", "seat", "reward"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert torch.equal(first, second) and len(np.unique(one.player)) == 3
    # as torch says it, to a rounding to 8 bits
    exact = run.learner.log_policy(run.learner.reference, rows)
    assert (second.exp() - exact.exp()).abs().max() < 0.1


def test_the_pupil_plays_its_share_itself(tmp_path: Path) -> None:
    imitation = {"decisions": 4000, "noise": 0.0, "own": [0.5, 0.5]}
    run = trainer(tmp_path, mixture=[{"rules": "super_bingo"}], imitation=imitation)
    run.actors.sync_policy(run.policy)
    buffer = run.learner.decisions.buffer
    actor_of(run).teach(buffer, 0.0, 0.5)
    choices = buffer.mask.sum(axis=2) > 3
    # a network that has learnt nothing seldom does what the teacher would
    assert 0.3 < (buffer.action != buffer.label)[choices].mean() < 0.5
    assert (np.take_along_axis(buffer.mask, buffer.action[..., None].astype(int), 2) > 0).all()
    values = run.updater.imitate()
    assert 0 < values["agreement"] < 1


def test_a_teacher_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="teacher: no agent 'bseline'"):
        trainer(tmp_path, imitation={"decisions": 800, "teacher": "bseline"})


def test_the_command_goes_on_with_a_mixture(tmp_path: Path) -> None:
    path = tmp_path / "mixed.yaml"
    path.write_text(yaml.safe_dump(TINY | {"decisions": 2500}))
    words = ["train", str(path), "--run-dir", str(tmp_path / "run")]
    assert main(words) == 0
    assert main([*words, "--set", "decisions=3500"]) == 0
    assert metrics_of(tmp_path / "run")[-1]["decisions"] >= 3500
    assert main([*words, "--set", "mixture=[{rules: super_bingo}]"]) == 2


def test_points_may_be_given_another_worth(tmp_path: Path) -> None:
    run = trainer(tmp_path, mixture=[], rules="super_bingo", reward={"chips_per_1000_points": 3})
    assert run.stakes.prices.tolist() == [[1.0, 3.0]]


def test_networks_are_told_the_rules_of_every_game(tmp_path: Path) -> None:
    run = trainer(tmp_path)
    rollout, buffer = actor_of(run).rollout, run.learner.decisions.buffer
    actor_of(run).teach(buffer, 0.0)
    entries = run.policy.config.rule_entries
    for games in rollout.games:
        lot = buffer.lot[:, games.columns]
        told = run.learner.passes.rules[torch.from_numpy(lot)].numpy()
        assert np.array_equal(told, np.broadcast_to(rule_values(games.rules, entries), told.shape))
    assert len({games.rules.hash for games in rollout.games}) == 3


def test_single_runs_have_one_batch_with_all_threads() -> None:
    config = load_config("super_bingo_short")
    assert len(lots_of(config, load_sets(config))) == 1
    rollout = GameRollout(BINGO, 8, 1, 2)
    assert rollout.batch.n == 8 and rollout.n == 8
    actions = rollout.ask(
        Baseline(), RolloutBuffer(1, 8, 3), 0, np.array([2, 5]), np.random.default_rng(0)
    )
    assert all(rollout.batch.is_legal(i, int(a)) for i, a in zip((2, 5), actions, strict=True))
