"""Random legal play with Grand Cross and called pairs: every promise of the engine is checked."""

from __future__ import annotations

import numpy as np
import pytest

from shugi.envs import format_position, load_position, load_rules
from shugi.envs.drawing import display
from tests.support.hidden import fond_play
from tests.support.walk import ask, ledger_balances

CALLS = ["grand_cross", "atama", "grand_cross+atama"]
VARIANTS = [
    f"super_bingo+{calls}{other}"
    for calls in CALLS
    for other in ("", "+rainbow_sevens", "+seven_rush", "+home_run")
]


@pytest.mark.parametrize("name", VARIANTS)
def test_play_keeps_every_promise(name: str) -> None:
    rules, seen = load_rules(name), set()
    for step, batch in enumerate(fond_play(rules, 16, 400, 11, True)):
        assert not batch.status.any()
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            ledger_balances(batch, int(i))
            crosses = [one for one in batch.ledger(i) if one["reason"] == "grand_cross"]
            assert all(one["chips"] in (10, 20, 30) for one in crosses)
            seen |= {"paid"} if crosses else set()
        i = step % batch.n
        text = format_position(batch, i)
        assert load_position(text).state(0) == batch.state(i), text
        seen |= {kind for kind in ("gc(", "atama(") if kind in text}
        if step % 12 == 0:
            ask(batch, i, step)
        if step % 100 == 0:
            display.picture(batch, i, "rgb_array")
    of_cross = {"gc(", "paid"} if rules.options["grand_cross"] else set()
    assert seen == of_cross | ({"atama("} if rules.options["atama"] else set())
