"""The luck of draws: its mean is zero, no draw is missed, and taking it away changes no mean."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import LUCK_TERMS, Batch
from shugi._fast.rules.compile import Rules
from shugi.agents import AgentError, make_agent
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.luck import FOLDS, LEAST_SETS, TERMS, DrawLuck, without_luck
from shugi.training.judge.match import Match
from tests.support.shell import Shell

RULES = [
    "super_bingo", "super_bingo_atama", "far_flying_fish", "shouhai_mighty", "toriuchi",
    "sanma_tenhou", "riichi_tenhou", "hangzhou", "xiamen", "quanzhou", "kawuxing",
    "kawuxing+four_people", "wuhan",
]  # fmt: skip


def made(rules: Rules, n: int, seed: int = 3) -> Batch:
    return Batch(rules, n, seed=seed, forced=False, auto_reset=False, expected=True)


def played(batch: Batch) -> Iterator[NDArray[np.uint8]]:
    """What the baseline does, until every game is over; done when the next one is asked for."""
    actions = np.zeros(batch.n, np.uint8)
    while (batch.seat >= 0).any():
        batch.baseline(actions)
        yield actions
        batch.step(actions)


def luck_after(batch: Batch, state: dict[str, object], action: int) -> NDArray[np.float32]:
    batch.set_state(0, state)
    luck, counted = np.zeros((1, batch.seats, LUCK_TERMS), np.float32), np.zeros((1, 2), np.int32)
    batch.add_luck(luck, counted)  # whatever was drawn before
    luck[:] = 0
    batch.step(np.array([action], np.uint8))
    batch.add_luck(luck, counted)
    return luck[0].astype(np.float64)


@pytest.mark.parametrize("name", RULES)
def test_over_all_tiles_that_could_be_drawn_the_luck_is_nothing(name: str) -> None:
    """Every tile of the live wall is drawn once in place of the one that was."""
    rules = load_rules(name)
    batch, trial = made(rules, 1), made(rules, 1)
    seen, some = 0, np.zeros(LUCK_TERMS, np.bool_)
    for number, actions in enumerate(played(batch)):
        state = batch.state(0)
        head, tail = state["head"], state["tail"]
        own = luck_after(trial, state, int(actions[0]))
        if not own.any() or trial.state(0)["hand_no"] != state["hand_no"] or number % 3:
            continue  # a call, or nobody could be lucky; or another hand's deal
        found = []
        for place in range(head, tail):
            wall = list(state["wall"])
            wall[head], wall[place] = wall[place], wall[head]
            found.append(luck_after(trial, {**state, "wall": wall}, int(actions[0])))
        assert np.allclose(np.mean(found, axis=0), 0, atol=1e-3 * max(1, np.abs(found).max()))
        some |= (np.array(found) != 0).any(axis=(0, 1))
        seen += 1
        if seen == 40:
            break
    assert seen > 10 and some[:10].any() and some[10:15].any() and some[15:17].any()


@pytest.mark.parametrize("name", RULES)
def test_no_draw_is_passed_over(name: str) -> None:
    """A step takes one tile from the front of the wall at most; further ones replace flowers."""
    batch = made(load_rules(name), 8)
    luck = np.zeros((batch.n, batch.seats, LUCK_TERMS), np.float32)
    counted = np.zeros((batch.n, 2), np.int32)
    batch.add_luck(luck, counted)
    draws, before = 0, [batch.state(i) for i in range(batch.n)]
    for step, _ in enumerate(played(batch)):
        if step == 500:
            break
        for i, old in enumerate(before):
            before[i] = now = batch.state(i)
            taken = now["head"] - old["head"]
            if now["hand_no"] != old["hand_no"] or now["phase"] == "over" or not taken:
                continue
            draws += 1
            laid = sum(len(one["aside"]) for one in now["seats"])
            laid -= sum(len(one["aside"]) for one in old["seats"])
            assert taken == 1 + laid or taken == 1
        batch.add_luck(luck, counted)
        once = luck.copy()
        batch.add_luck(luck, counted)  # asked twice
        assert (once == luck).all()
    assert draws > 200


def test_card_games_have_no_draws() -> None:
    rules = load_rules("piquet")
    batch = Batch(rules, 1)
    with pytest.raises(ValueError, match="piquet has no draws"):
        batch.add_luck(np.zeros((1, 2, LUCK_TERMS), np.float32), np.zeros((1, 2), np.int32))
    with pytest.raises(AgentError, match="no draws"):
        Match(rules, {"a": make_agent("baseline", rules)}, 1, luck=True)


def test_arrays_of_another_form_are_refused() -> None:
    batch = made(load_rules("super_bingo"), 2)
    with pytest.raises(ValueError, match="luck"):
        batch.add_luck(np.zeros((2, 3, 1), np.float32), np.zeros((2, 2), np.int32))
    with pytest.raises(ValueError, match="counted"):
        batch.add_luck(np.zeros((2, 3, LUCK_TERMS), np.float32), np.zeros((2, 1), np.int32))


@pytest.mark.parametrize("name", ["super_bingo", "xiamen"])
@pytest.mark.parametrize("head", [-(2**31), -1, 0, 1, 50, 2**31 - 1])
def test_any_numbers_may_stand_in_counted(name: str, head: int) -> None:
    batch = made(load_rules(name), 4)
    luck = np.zeros((4, batch.seats, LUCK_TERMS), np.float32)
    for step, _ in enumerate(played(batch)):
        counted = np.array([[batch.state(i)["hand_no"], head] for i in range(4)], np.int32)
        batch.add_luck(luck, counted)
        if step == 60:
            break
    assert np.isfinite(luck).all()


@pytest.mark.parametrize("name", ["super_bingo", "kawuxing", "riichi_tenhou"])
def test_a_match_is_the_same_with_and_without_it(name: str) -> None:
    rules = load_rules(name)
    agents = {spec: make_agent(spec, rules) for spec in ("baseline", "baseline:rusher")}
    plain, told = (Match(rules, agents, 7, luck=luck) for luck in (False, True))
    for match in (plain, told):
        match.play(6)
    assert (plain.played.result == told.played.result).all()
    assert (plain.played.tally == told.played.tally).all()
    assert plain.played.luck.shape[-1] == 0 and told.played.luck.shape[-1] == TERMS


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou"])
def test_the_mean_of_luck_is_nothing(name: str) -> None:
    """Over 600 games, each number's own games all alike distributed."""
    batch = made(load_rules(name), 600, seed=11)
    luck = DrawLuck(batch)
    for step, _ in enumerate(played(batch)):
        luck.look()
        if step == 400:
            break
    luck.look()
    sums = luck.sums.sum(axis=1).astype(np.float64)
    error = sums.std(axis=0, ddof=1) / np.sqrt(batch.n)
    told = error > 0
    assert told.sum() > 10
    assert (np.abs(sums.mean(axis=0)) < 4.5 * error)[told].all()


def synthetic(sets: int) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.float64]]:
    """Results, the luck in them, and the results without it."""
    rng = np.random.default_rng(0)
    luck = rng.normal(size=(sets, 3, 2, 4)).astype(np.float32) * [1, 2, 3, 0]
    rest = rng.normal(size=(sets, 3, 2))
    return 5 + rest + luck @ [3.0, -1.0, 0.5, 0.0], luck.astype(np.float32), 5 + rest


def test_what_luck_is_worth_is_found() -> None:
    result, luck, rest = synthetic(400)
    found = without_luck(result, luck)
    assert np.abs(found - rest).max() < 0.5 < np.abs(result - rest).max()
    assert found.mean() == pytest.approx(rest.mean(), abs=0.02)


def test_a_set_says_nothing_about_the_worth_of_its_own_luck() -> None:
    result, luck, _ = synthetic(100)
    odd = result.copy()
    odd[30] += 1000
    change = without_luck(odd, luck) - without_luck(result, luck) - (odd - result)
    alike = np.arange(100) % FOLDS == 30 % FOLDS
    # but for the mean that results are compared with
    assert np.abs(change[30]).max() < np.abs(change[~alike]).max() / 5


def test_few_sets_stay_as_they_are() -> None:
    result, luck, _ = synthetic(LEAST_SETS - 1)
    assert (without_luck(result, luck) == result).all()


def arena(folder: Path, *words: str) -> list[str]:
    return [
        *["arena", "super_bingo", "--agents", "baseline", "baseline:rusher", "--seed", "5"],
        *["--threads", "1", "--run-dir", str(folder), *words],
    ]


def test_the_command_says_what_it_was_worth(tmp_path: Path, shell: Shell) -> None:
    words = arena(tmp_path, "--sets", "120")
    plain, told = shell.tells(*words), shell.tells(*words, "--without-luck")
    assert told["without_luck"] and not plain["without_luck"] and plain["worth_sets"] == 1
    width = [np.diff(one["agents"][0]["ci95"])[0] for one in (plain, told)]
    assert told["worth_sets"] == pytest.approx((width[0] / width[1]) ** 2, rel=1e-2)
    assert told["worth_sets"] > 1.3 and told["hands"] == plain["hands"]
    assert "times as many sets" in shell.says(*arena(tmp_path, "--sets", "20", "--without-luck"))


def test_games_are_not_recorded_with_it(tmp_path: Path, shell: Shell) -> None:
    words = arena(tmp_path, "--sets", "2", "--without-luck", "--record", str(tmp_path / "games"))
    assert "recorded" in shell.refuses(*words)
