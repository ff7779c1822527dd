"""Hands that start where a rare act is legal: what is kept, dealt again, credited and counted."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules

pytest.importorskip("torch")

from shugi.training.learn.buffer import LEARNER, RolloutBuffer  # noqa: E402
from shugi.training.learn.imitation import teacher  # noqa: E402
from shugi.training.learn.rollout import GameRollout  # noqa: E402
from shugi.training.learn.start_states import StartStates  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, StartStatesConfig  # noqa: E402
from shugi.training.run.sets import RuleSetGames  # noqa: E402
from tests.support.runs import SMALL, actor_of, assert_same_runs, run_of, stopped_after  # noqa: E402

RULES = load_rules("super_bingo")
RIICHI = action_id("riichi")
TINY = SMALL | {
    "decisions": 7000,
    "imitation": {"decisions": 1500, "minibatch": 256},
    "opponents": {"snapshot_every": 2, "snapshots": 0.3, "scripted": [0.3, 0.3]},
    "start_states": {"share": [0.4, 0.2], "acts": ["riichi", "kan_closed"], "room": 40},
}


def trainer(folder: Path, **changes: object) -> Trainer:
    return run_of(TINY | changes, folder)


def starts_of(run: Trainer) -> StartStates:
    found = actor_of(run).start_states
    assert found is not None
    return found


def played(
    n: int = 48,
    steps: int = 300,
    share: float = 0.5,
    *,
    rules: Rules = RULES,
    player: int = LEARNER,
    **config: object,
) -> tuple[GameRollout, RolloutBuffer, StartStates]:
    """Baselines at all seats, after a first buffer that fills the store."""
    rollout, rng = GameRollout(rules, n, seed=2, threads=1), np.random.default_rng(0)
    rollout.seating[:] = player
    seeds = StartStates(StartStatesConfig(share=(share, share), **config), rollout, rng)  # type: ignore[arg-type]
    buffer = RolloutBuffer(steps, n, rollout.seats)
    rollout.play(buffer, teacher(rollout, buffer, 0.0, rng), oracle=False, start_states=seeds)
    return rollout, buffer, seeds


# ---- what is kept


def test_positions_are_kept_once_for_a_hand_and_seat() -> None:
    rollout, buffer, seeds = played(n=24, steps=150, share=0.0, acts=("riichi",), room=4000)
    store = seeds.stores[0]
    legal = buffer.mask[..., RIICHI] != 0
    expected = 0
    for i in range(24):
        seen: set[int] = set()
        for t in range(150):
            if legal[t, i] and buffer.seat[t, i] not in seen:
                seen.add(int(buffer.seat[t, i]))
                expected += 1
            if buffer.ended[t, i]:
                seen.clear()
    assert store.kept.tolist() == [expected] and expected > 20
    for slot in range(expected):
        assert RIICHI in store.batch.legal_actions(slot)
    assert not rollout.resumed.any()


def test_the_store_is_bounded_and_keeps_the_newest() -> None:
    _, _, seeds = played(acts=("riichi", "pon"), room=10)
    store = seeds.stores[0]
    assert store.batch.n == 10 and store.room == 5
    assert (store.kept > 20).all()
    for slot in range(5):
        assert RIICHI in store.batch.legal_actions(slot)
        assert action_id("pon") in store.batch.legal_actions(5 + slot)


def test_classes_of_decisions_are_acts_too() -> None:
    rules = load_rules("hangzhou")
    _, _, seeds = played(n=32, share=0.0, rules=rules, acts=("go_on", "1w"), room=400)
    store = seeds.stores[0]
    assert 0 < store.kept[0] < store.kept[1]
    for slot in range(min(store.kept[0], 200)):
        assert action_id("win") in store.batch.legal_actions(slot)


def test_only_positions_of_learners_are_kept() -> None:
    _, buffer, seeds = played(n=24, steps=100, share=0.0, player=1, acts=("riichi",))
    assert (buffer.mask[..., RIICHI] != 0).any() and not seeds.stores[0].kept.any()


# ---- how a game goes on from one


def test_what_the_seat_cannot_see_is_dealt_again() -> None:
    rollout, _, seeds = played(acts=("riichi",))
    store, batch = seeds.stores[0], rollout.batch
    differing = 0
    for slot in range(8):
        seat = store.resume(slot, 0, np.random.default_rng(slot))
        before, after = store.batch.state(slot), batch.state(0)
        assert before["seats"][seat]["hand"] == after["seats"][seat]["hand"]
        assert [s["river"] for s in before["seats"]] == [s["river"] for s in after["seats"]]
        differing += [s["hand"] for s in before["seats"]] != [s["hand"] for s in after["seats"]]
        assert RIICHI in batch.legal_actions(0) and batch.seat[0] == seat
    assert differing >= 6


def test_only_the_rest_of_the_hand_is_credited() -> None:
    """All decisions of a resumed hand gain what the games pay from the resumption on."""
    rollout, _, seeds = played(acts=("riichi",))
    store, games = seeds.stores[0], rollout.games[0]
    for slot in range(12):
        seat = store.resume(slot, 0, np.random.default_rng(slot))
        batch = games.batch.clone(np.array([0]))
        assert not games.gains.owed[0].any()
        rollout.hand_gain[0] = 0
        rollout.resumed[0] = True
        buffer = RolloutBuffer(120, rollout.n, rollout.seats)
        rng = np.random.default_rng(slot)
        scores = np.array(batch.scores(0))
        rollout.play(buffer, teacher(rollout, buffer, 0.0, rng), oracle=False)
        end = int(np.flatnonzero(buffer.ended[:, 0])[0])
        gained = np.zeros((3, 2))
        for t in range(end + 1):
            gained[buffer.seat[t, 0]] += buffer.reward[t, 0]
        gained += buffer.end_reward[end, 0]
        # the same play in a copy of the game: what scores changed by since, and nothing before
        for t in range(end + 1):
            batch.step_one(0, int(buffer.action[t, 0]))
        paid = np.array(batch.scores(0)) - scores
        assert np.allclose(gained[:, 1], paid / 1000, atol=1e-3), slot
        assert abs(gained[:, 0].sum()) < 1e-2
        assert buffer.seat[0, 0] == seat


def test_about_the_wanted_share_of_hands_starts_so_and_is_left_out() -> None:
    n, steps = 64, 250
    rollout, rng = GameRollout(RULES, n, seed=2, threads=1), np.random.default_rng(0)
    seeds = StartStates(StartStatesConfig(share=(0.3, 0.3), acts=("riichi",)), rollout, rng)
    hands, resumed = 0, 0
    for _ in range(4):
        buffer = RolloutBuffer(steps, n, rollout.seats)
        flags = track(rollout, buffer, rng, seeds)
        hands += flags[0]
        resumed += flags[1]
    assert resumed / hands == pytest.approx(0.3, abs=0.06)


def track(
    rollout: GameRollout, buffer: RolloutBuffer, rng: np.random.Generator, seeds: StartStates
) -> tuple[int, int]:
    """Play a buffer; hands that ended in it, and those of them that began from a position."""
    began: list[NDArray[np.bool_]] = []
    act = teacher(rollout, buffer, 0.0, rng)

    def choose(t: int) -> None:
        began.append(rollout.resumed.copy())
        act(t)

    finished = rollout.play(buffer, choose, oracle=False, start_states=seeds)
    resumed = int((np.array(began) & buffer.ended).sum())
    hands = int(buffer.ended.sum())
    assert len(finished.gain) == hands - resumed
    return hands, resumed


def test_a_new_game_follows_with_walls_of_its_own() -> None:
    rollout, _, seeds = played(acts=("riichi",))
    store = seeds.stores[0]
    store.resume(0, 0, np.random.default_rng(0))
    store.resume(0, 1, np.random.default_rng(1))
    store.begin(0, seeds.rng)
    store.begin(1, seeds.rng)
    first, second = rollout.batch.state(0), rollout.batch.state(1)
    assert first["hand_no"] == second["hand_no"] and first["seats"] != second["seats"]
    assert not rollout.games[0].gains.owed[:2].any()


def test_the_learner_gets_the_seat() -> None:
    rollout, _, seeds = played(acts=("riichi",))
    rollout.seating[0] = (1, LEARNER, 1)
    seeds._give_seat(0, 2)
    assert rollout.seating[0].tolist() == [1, 1, LEARNER]
    seeds._give_seat(0, 2)
    assert rollout.seating[0].tolist() == [1, 1, LEARNER]


def test_a_mixture_keeps_positions_of_each_rule_set() -> None:
    lots = [RuleSetGames(RULES, 24), RuleSetGames(load_rules("kawuxing"), 24)]
    rollout, rng = GameRollout(lots, 48, seed=2, threads=2), np.random.default_rng(0)
    config = StartStatesConfig(share=(0.4, 0.4), acts=("open_riichi",), room=64)
    seeds = StartStates(config, rollout, rng)
    buffer = RolloutBuffer(300, 48, rollout.seats)
    hands, resumed = track(rollout, buffer, rng, seeds)
    assert 0 < resumed < hands
    assert all(store.kept.sum() > 0 for store in seeds.stores)


# ---- whole runs


def test_a_stopped_run_with_kept_positions_ends_the_same(tmp_path: Path) -> None:
    whole = trainer(tmp_path / "whole")
    assert whole.run()
    assert starts_of(whole).stores[0].kept[0] > 5
    assert not trainer(tmp_path / "stopped").run(stop=stopped_after(5))
    again = trainer(tmp_path / "stopped")
    again.resume()
    assert starts_of(again).stores[0].kept[0] > 0
    assert again.run()
    assert_same_runs(whole, again)
    assert np.array_equal(*(actor_of(one).rollout.resumed for one in (whole, again)))


def test_a_warm_start_can_begin_hands_from_them(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        "decisions": 3000,
        "imitation": {"decisions": 3000},
        "start_states": {"share": [0.0, 0.0], "imitated": 0.4, "acts": ["riichi"]},
    }
    begun = []
    for imitated in (0.4, 0.0):
        changes["start_states"]["imitated"] = imitated
        run = trainer(tmp_path / str(imitated), **changes)
        run.run()
        begun.append(actor_of(run).start_states)
        if imitated:
            assert starts_of(run).stores[0].kept[0] > 5
            assert starts_of(run).share == 0.4
            assert actor_of(run).rollout.resumed.any()
    assert begun[1] is None


def test_the_share_falls(tmp_path: Path) -> None:
    run = trainer(tmp_path, start_states=TINY["start_states"] | {"share": [0.4, 0.0]})
    run.run()
    assert starts_of(run).share < 0.2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"acts": ["open_riich"]}, "did you mean 'open_riichi'"),
        ({"acts": []}, "at least one"),
        ({"share": [0.7, 0]}, "share: at most half"),
        ({"imitated": 0.7}, "imitated: at most half"),
        ({"room": 0}, "room must be at least 1"),
        ({"acts": ["declare"], "share": [0.1, 0]}, "has none of declare"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=said):
        trainer(tmp_path, start_states=TINY["start_states"] | changes)
