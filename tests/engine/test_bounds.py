"""The room of a state's arrays: enough for the worst hand, and never passed in silence."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings

from shugi._fast.batch.batch import Batch
from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs import load_rules
from tests.support.rule_sets import PAIRS, RULE_SETS, mostly_allowed


@pytest.mark.parametrize("name", [*RULE_SETS, *PAIRS])
def test_the_worst_hand_has_room(name: str) -> None:
    for bound, room in load_rules(name).bounds().values():
        assert bound <= room


@settings(max_examples=100, deadline=None)
@given(mostly_allowed())
def test_any_rules_have_room_for_payments(options: dict) -> None:
    try:
        rules = Rules("test", options)
    except RulesError:
        return
    ledger, room = rules.bounds()["ledger"]
    assert ledger <= room


@pytest.mark.parametrize("name", RULE_SETS)
def test_play_stays_within_the_bounds(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 16, seed=9)
    actions = np.zeros(batch.n, np.uint8)
    most = {"ledger": 0, "river": 0, "aside": 0}
    for step in range(300):
        if step % 2:
            batch.sample(actions, step)
        else:
            batch.baseline(actions)
        batch.step(actions)
        for i in np.flatnonzero(batch.hand_done) if step > 20 else ():
            most["ledger"] = max(most["ledger"], len(batch.ledger(int(i))))
        state = batch.state(step % batch.n)
        for seat in state["seats"] if "river" in state["seats"][0] else ():
            most["river"] = max(most["river"], len(seat["river"]))
            most["aside"] = max(most["aside"], len(seat["aside"]))
    for key, (bound, _) in rules.bounds().items():
        assert most[key] <= bound, key


def full_ledger(room: int) -> list[dict]:
    """As many different payments as there is room for, none of them a win's."""
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    in_points = ("nagashi", "pao", "leftover", "uma", "kan", "disclosed")
    lines = [
        {
            "reason": reason,
            "payer": payer,
            "payee": payee,
            ("points" if reason in in_points else "chips"): 100,
        }
        for reason, (payer, payee) in itertools.product(REASON_NAMES[1:], pairs)
        if reason not in ("win", "honba", "sticks", "riichi", "noten")
    ]
    return lines[:room]


def test_a_payment_without_room_stops_the_game() -> None:
    batch = Batch(load_rules("sanma_base"), 1, auto_reset=False)
    room = batch.rules.bounds()["ledger"][1]
    actions = np.zeros(1, np.uint8)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for seed in range(50):
            batch.reset(np.array([seed], np.uint64))
            state = batch.state(0)
            state["ledger"] = full_ledger(room)
            assert len(state["ledger"]) == room
            batch.set_state(0, state)
            while not (batch.hand_done[0] or batch.status[0]):
                batch.baseline(actions)
                batch.step(actions)
            if batch.status[0]:
                break
    assert batch.status[0] == 2 and batch.seat[0] == -1 and batch.done[0]
    assert [str(one.message) for one in told if "more payments than the ledger" in str(one.message)]
    # it can be read, saved and loaded, and the next game is a whole one
    assert len(batch.ledger(0)) == room
    batch.load(0, batch.save(0))
    batch.reset()
    assert batch.ledger(0) == [] and batch.legal_actions(0)
