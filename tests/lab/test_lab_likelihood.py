"""Weights of deals: the table before a discard, what a policy says there, and tempering."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import Baseline, make_agent
from shugi.agents.base import Observation
from shugi.agents.plans.playouts import deal_key, redealt
from shugi.envs.notation.position import load_position
from shugi.envs.rulesets.rules import load_rules
from shugi.training.lab.likelihood import (
    FLOOR,
    Likelihood,
    _before,
    _readable,
    effective,
    tempered,
)
from tests.support.bot_games import midway

DEALS = 24
KEYS = np.array([7], np.uint64)


def weights(batch: Batch, policy: object, deals: int = DEALS) -> np.ndarray:
    found = Likelihood(batch.rules, policy).weights(batch, KEYS, deals, np.random.default_rng(1))
    assert found.shape == (1, deals)
    return found[0]


def worlds(batch: Batch, deals: int = DEALS) -> list[dict]:
    into, found = Batch(batch.rules, 1, auto_reset=False), []
    for k in range(deals):
        assert redealt(batch, 0, into, 0, int(batch.seat[0]), deal_key(int(KEYS[0]), k))
        found.append(into.state(0))
    return found


# ---- the table before


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "kawuxing", "wuhan", "xiamen"])
def test_the_discard_is_back_in_the_hand(name: str) -> None:
    batch = midway(name, 60, 50)
    into = Batch(batch.rules, 1, forced=False, auto_reset=False)
    count = 0
    for i in range(batch.n):
        seat, state = int(batch.seat[i]), batch.state(i)
        for other in range(batch.seats):
            if other == seat or not _readable(state, other):
                continue
            river, hand = state["seats"][other]["river"], state["seats"][other]["hand"]
            case = _before(state, seat, other)
            assert batch.state(i) == state  # it was a copy
            if case is None:
                continue
            before, code = case
            into.set_state(0, before)  # a table that can be
            assert into.seat[0] == other and into.is_legal(0, code)
            after = into.state(0)["seats"][other]
            assert after["river"] == river[:-1] and river[-1] == code
            assert sorted(after["hand"]) == sorted([*hand, code])
            count += 1
    assert count > 20


def test_the_discard_made_is_the_one_asked_for() -> None:
    """Right after a discard nothing else has changed: the baseline would make it again."""
    batch = Batch(load_rules("sanma_base"), 40, seed=2, forced=False)
    into = Batch(batch.rules, 1, forced=False, auto_reset=False)
    actions, asked, agreed = np.zeros(40, np.uint8), 0, 0
    for _ in range(60):
        batch.baseline(actions)
        state = [batch.state(i) for i in range(40)]
        batch.step(actions)
        for i in range(40):
            after = batch.state(i)
            made = state[i]["phase"] == "own" and actions[i] < 64 and not batch.hand_done[i]
            other = state[i]["actor"]
            if not made or batch.seat[i] == other or not _readable(after, other):
                continue
            case = _before(after, int(batch.seat[i]), other)
            if case is None:
                continue
            into.set_state(0, case[0])
            again = np.zeros(1, np.uint8)
            into.baseline(again)
            asked += 1
            agreed += int(again[0] == actions[i])
            assert case[1] == actions[i]
    # not after a call, when some tiles may not go, nor after a kan that turned an indicator since
    assert asked > 200 and agreed > 0.98 * asked


@pytest.mark.parametrize(
    ("seat1", "readable"),
    [
        ("river=3z6z", True),
        ("river=", False),
        ("river=3z6z'", False),  # called away
    ],
)
def test_what_tells_nothing_is_left_out(seat1: str, readable: bool) -> None:
    state = load_position(position(seat1)).state(0)
    assert _readable(state, 1) is readable


def position(seat1: str) -> str:
    called = "hand=123789p1199s+5z melds=pon(6z6z'6z)<1"
    called = called if "'" in seat1 else "hand=123456789p11s99s+5z"
    return f"""
        rules sanma_base
        turn own 0
        seat0 {called} river=1z2z
        seat1 hand=1377799p1133s22z {seat1}
        seat2 hand=234678s22p44456s
        dora 8s"""


# ---- weights


class Knows:
    """Discards the West if it has one, else the first tile."""

    name = "knows"

    def act(
        self, observation: Observation, mask: np.ndarray, seat: np.ndarray, rng: object
    ) -> np.ndarray:
        return np.where(mask[:, 29], 29, mask.argmax(axis=1)).astype(np.uint8)


def test_deals_that_explain_the_discard_count_more() -> None:
    # seat 1 discarded a North: this policy would have kept it with a West in hand, or with
    # anything before it
    batch = load_position(position("river=3z4z"))
    found = weights(batch, Knows(), 200)
    kept = [29 in state["seats"][1]["hand"] for state in worlds(batch, 200)]
    first = [min(state["seats"][1]["hand"]) < 30 for state in worlds(batch, 200)]
    assert any(kept) and all(first)
    assert np.unique(found).size == 1  # no deal explains it: nothing is learned

    class Wests(Knows):
        """Discards a North only without a West."""

        def act(
            self, observation: Observation, mask: np.ndarray, seat: np.ndarray, rng: object
        ) -> np.ndarray:
            return np.where(mask[:, 29], 29, 30).astype(np.uint8)

    found = weights(batch, Wests(), 200)
    kept_weights = found[np.array(kept)]
    others = found[~np.array(kept)]
    assert kept_weights.max() < others.min()
    assert kept_weights[0] / others[0] == pytest.approx(FLOOR, rel=1e-3)
    assert found.mean() == pytest.approx(1)


def test_nothing_to_ask_leaves_weights_even() -> None:
    batch = load_position(position("river="))
    assert (weights(batch, Baseline()) == 1).all()


def test_weights_repeat() -> None:
    batch = midway("super_bingo", 6, 40)
    keys = np.arange(6, dtype=np.uint64)
    policy = make_agent("baseline")
    first, second = (
        Likelihood(batch.rules, policy).weights(batch, keys, 8, np.random.default_rng(1))
        for _ in range(2)
    )
    assert (first == second).all() and np.unique(first).size > 3
    alone = Likelihood(batch.rules, policy).weights(
        batch.clone(np.array([4])), keys[4:5], 8, np.random.default_rng(1)
    )
    assert (alone[0] == first[4]).all()


def test_more_deals_than_are_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = load_position(position("river=3z4z"))
    whole = weights(batch, Baseline())
    monkeypatch.setattr("shugi.training.lab.likelihood.ROOM", 5)
    assert (weights(batch, Baseline()) == whole).all()


# ---- tempering


def test_tempering_leaves_deals_enough() -> None:
    log = np.log(np.array([1.0, *[1e-6] * 99]))
    found = tempered(log, 0.25)
    assert effective(found) == pytest.approx(25, rel=0.02)
    assert found.mean() == pytest.approx(1, rel=1e-5)
    assert found[0] > found[1] == found[2]


def test_weights_that_are_even_enough_stay() -> None:
    log = np.log(np.array([2.0, 1.0, 1.0, 1.0]))
    assert tempered(log, 0.25) == pytest.approx([1.6, 0.8, 0.8, 0.8])
    assert effective(np.ones(8)) == 8 and effective(np.zeros(3)) == 0
