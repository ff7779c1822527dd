"""Nagashi mangan where the payments between tenpai and noten are left out (fish 5, mighty 5)."""

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import kind_of
from shugi.envs.rulesets.rules import load_rules

PASS = action_id("pass")


def is_orphan(code: int) -> bool:
    kind = kind_of(code)
    return kind is not None and (kind >= 27 or kind % 9 in (0, 8))


def drawn_out(name: str, **options: Any) -> dict[str, Any]:
    """A hand in which everybody discards what he draws: player 1 terminals and honours only."""
    rules = load_rules(name, **options)
    size, live = {"flying_fish": (13, 55), "shouhai_mighty": (12, 68)}[name]
    orphans = [code for code in rules.tiles if is_orphan(code)]
    simples = [code for code in rules.tiles if not is_orphan(code) and kind_of(code) is not None]
    end = [code for code in rules.tiles if kind_of(code) is None]  # flowers are drawn by nobody
    draws = [(orphans if i % 3 == 1 else simples).pop() for i in range(live)]
    while len(end) < len(rules.tiles) - 3 * size - live:
        end.append(orphans.pop())
    rest = orphans + simples
    hands = [code for player in range(3) for code in rest[player::3]]
    batch = Batch(rules, 1, auto_reset=False, episode="hand")
    batch.set_wall(0, np.array([*hands, *draws, *end], np.uint8))
    while not batch.hand_done[0]:
        legal = batch.legal_actions(0)
        batch.step_one(0, PASS if PASS in legal else batch.state(0)["drawn"])
    return dict(batch.state(0))


@pytest.mark.parametrize("name", ["flying_fish", "shouhai_mighty"])
def test_it_is_paid_and_tenpai_is_not(name: str) -> None:
    state = drawn_out(name)
    assert state["last"]["how"] == "draw"
    assert state["last"]["points"] == [-5000, 8000, -3000]
    lines = [(line["reason"], line["payer"], line["payee"]) for line in state["ledger"]]
    assert [line for line in lines if line[0] not in ("placement", "leftover")] == [
        ("nagashi", 0, 1),
        ("nagashi", 2, 1),
    ]
    assert not any(line["chips"] for line in state["ledger"])
    assert drawn_out(name, nagashi_mangan=False)["last"]["points"] == [0, 0, 0]
