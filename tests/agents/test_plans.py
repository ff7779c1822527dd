"""Plans of many games at once."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi.agents.plans.plan import ASKING, plans_at, plans_of
from shugi.envs.rulesets.rules import load_rules


@pytest.mark.parametrize("name", ["super_bingo", "kawuxing", "sanma_base", "piquet"])
def test_plans_of_many_games_are_those_of_each(name: str) -> None:
    batch = Batch(load_rules(name), 64, 8)
    actions, longer = np.zeros(64, np.uint8), 0
    for _ in range(40):
        rows = np.flatnonzero(batch.seat >= 0)[::3]
        before = [batch.save(int(row)) for row in rows]
        found = plans_of(batch, rows)
        assert [batch.save(int(row)) for row in rows] == before
        assert found == [plans_at(batch, int(row)) for row in rows]
        for row, plans in zip(rows, found, strict=True):
            assert sorted({plan[0] for plan in plans}) == batch.legal_actions(int(row))
            verbs = {plan[0] for plan in plans if len(plan) > 1}
            longer += len(verbs)
            assert name == "piquet" or verbs <= set(ASKING)
        batch.baseline(actions, style("rusher"))
        batch.step(actions)
    assert bool(longer) == (name != "piquet")


def test_no_games_have_no_plans() -> None:
    assert plans_of(Batch(load_rules("super_bingo"), 2), []) == []
