"""What stands between two hands, and what the engine says it is worth."""

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.net.standing import STANDING_NAMES, STANDING_SHAPES, EngineStanding
from shugi.envs.gains import Gains, prices_of
from shugi.envs.rulesets.rules import load_rules
from tests.support.bot_games import led_on
from tests.support.rule_sets import RULE_SETS
from tests.support.standings import any_standing

SOME = ["super_bingo_home_run", "toriuchi", "sanma_base", "xiamen", "wuhan", "ninety_nine+race3"]


def number(standings: NDArray[np.float32], name: str) -> NDArray[np.float32]:
    return standings[..., STANDING_NAMES.index(name)]


@pytest.mark.parametrize("name", RULE_SETS)
def test_gains_of_a_game_add_up_to_its_result(name: str) -> None:
    """Whatever standings are said to be worth."""
    rules = load_rules(name)
    batch = Batch(rules, 4, 5)
    gains = Gains(batch, standing=any_standing(rules))
    prices = prices_of(rules, standing=gains.standing)
    total, actions, over = np.zeros((4, batch.seats)), np.zeros(4, np.uint8), 0
    while over < 4:
        batch.baseline(actions)
        batch.step(actions)
        total += prices.of(gains.at_hand_end())
        for i in np.flatnonzero(batch.done):
            assert total[i] == pytest.approx(batch.final_result[i], abs=1e-2)
            total[i], over = 0.0, over + 1


@pytest.mark.parametrize("name", SOME)
def test_it_stays_as_it_was_when_the_hand_began(name: str) -> None:
    """Riichi sticks and payments within a hand do not change what stood at its beginning."""
    batch = Batch(load_rules(name), 16, 3)
    stood, moved, actions = batch.standings(), 0, np.zeros(16, np.uint8)
    for _ in range(1500):
        batch.baseline(actions)
        batch.step(actions)
        now, same = batch.standings(), ~batch.hand_done
        assert np.allclose(now[same], stood[same], atol=1e-5)
        moved += int(batch.points[same].any())
        stood = now
    assert moved or name in ("toriuchi", "wuhan", "ninety_nine+race3", "xiamen")


def test_seats_see_the_same_table_from_their_places() -> None:
    batch = Batch(load_rules("super_bingo_home_run"), 64, 2)
    led_on(batch, 900)
    seen = batch.standings()
    for name in ("points", "dealer", "marker"):
        own = number(seen, f"{name}_0")
        assert own.any()
        for next_ in range(1, batch.seats):
            assert (number(seen, f"{name}_{next_}") == np.roll(own, -next_, axis=1)).all()
    assert (number(seen, "dealer_0").sum(axis=1) == 1).all()
    points = number(seen, "points_0")
    for p in range(batch.seats):
        others = np.delete(points, p, axis=1)
        assert np.allclose(number(seen, "lead")[:, p], points[:, p] - others.max(axis=1))
        assert np.allclose(number(seen, "cushion")[:, p], points[:, p] - others.min(axis=1))
        assert (number(seen, "place")[:, p] == (others > points[:, p, None]).sum(axis=1)).all()


@pytest.mark.parametrize("name", SOME)
def test_the_engine_works_out_what_the_weights_say(name: str) -> None:
    batch = Batch(load_rules(name), 8, 1)
    led_on(batch, 700)
    standing = any_standing(batch.rules)
    weights = standing.weights()
    hidden = np.maximum(batch.standings() @ weights["first"] + weights["bias"], 0)
    value = hidden @ weights["last"]
    value -= value.mean(axis=1, keepdims=True)
    found = batch.value_standings(standing)
    assert np.allclose(found, value, rtol=1e-4, atol=1e-3) and found.any()
    assert np.allclose(found.sum(axis=1), 0, atol=1e-3)
    where = np.arange(8) % 2 == 0
    assert (batch.value_standings(standing, where)[~where] == 0).all()
    again = pickle.loads(pickle.dumps(standing))
    assert (batch.value_standings(again) == found).all()


def test_a_game_that_is_over_is_worth_nothing() -> None:
    batch = Batch(load_rules("sanma_base"), 2, 1, auto_reset=False)
    while not (over := batch.seat < 0).all():
        led_on(batch, 1)
        assert (batch.value_standings(any_standing(batch.rules))[over] == 0).all()
    assert batch.bonus.any() and np.allclose(batch.bonus.sum(axis=1), 0)


def test_bad_weights_and_arrays_are_refused() -> None:
    rules = load_rules("super_bingo")
    good = any_standing(rules).weights()
    for wrong, said in (
        ({**good, "more": good["bias"]}, "no weight 'more'"),
        ({k: v for k, v in good.items() if k != "last"}, "needs the weight 'last'"),
        ({**good, "bias": good["bias"][:-1]}, "must have shape"),
        ({**good, "bias": good["bias"] * np.nan}, "not finite"),
    ):
        with pytest.raises(ValueError, match=said):
            EngineStanding(wrong, rules)
    batch = Batch(load_rules("toriuchi"), 2)
    with pytest.raises(ValueError, match="standing of 'super_bingo' cannot value 'toriuchi'"):
        batch.value_standings(any_standing(rules))
    with pytest.raises(ValueError, match="where"):
        batch.value_standings(any_standing(batch.rules), np.ones(3, np.bool_))
    with pytest.raises(ValueError, match="out"):
        batch.standings(np.zeros((2, 3, 1), np.float32))
    assert set(good) == set(STANDING_SHAPES)
