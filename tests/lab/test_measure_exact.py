"""Values that are known without noise: few tiles left, and every arrangement of them played out."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.core.actions import action_id
from shugi.agents import Baseline
from shugi.agents.plans.plan import Plan, plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares
from shugi.envs.gains import prices_of
from shugi.training.lab.measure import measure
from shugi.training.lab.valued_probes import ClassValues, value_probes
from tests.support.endings import Ending, exact_values

RIICHI = (action_id("riichi"),)
ENDINGS = {
    # ready on 4s and 7s with nothing that wins silently off another but pinfu; 9p may deal in
    "wide": Ending(
        "123456p11s56789s", "9p", {"4s": 4, "7s": 3, "9p": 3, "4z": 4, "4p": 3, "3z": 1}, 3
    ),
    # a set of Whites; riichi costs a stick for few chances
    "value": Ending(
        "234456p11s56s555z", "9p", {"4s": 4, "7s": 4, "9p": 3, "4z": 4, "3z": 3}, 3, dora="1s"
    ),
    # nobody can win on the own wait any more: all of it lies in the rivers
    "dead": Ending(
        "123456p11s56789s", "9p", {"4p": 3, "5p": 3, "9p": 3, "4z": 4, "3z": 3, "6p": 2}, 3
    ),
}


@cache
def known(name: str) -> tuple[Ending, list[Plan], NDArray[np.float64]]:
    """Riichi, the same discard in silence, a pair broken up, and a safe tile off a set."""
    ending = ENDINGS[name]
    batch = ending.batch()
    wanted = [RIICHI, (action_id("9p"),), (action_id("1s"),), (action_id("6p"),)]
    plans = [plan for plan in plans_at(batch, 0) if plan in wanted]
    assert plans == sorted(wanted)
    return ending, plans, exact_values(ending, plans)


def played(ending: Ending, plans: list[Plan], deals: int, keys: range) -> list[NDArray[np.float32]]:
    batch = ending.batch()
    playouts = Playouts(batch.rules, Baseline(), deals, worth=prices_of(batch.rules))
    return playouts.values(
        batch,
        np.zeros(len(keys), np.int64),
        [plans] * len(keys),
        np.array(keys, np.uint64),
        np.random.default_rng(1),
    )


@pytest.mark.parametrize("name", ENDINGS)
def test_playouts_find_the_exact_values(name: str) -> None:
    ending, plans, exact = known(name)
    values = played(ending, plans, 3000, range(1))[0].astype(np.float64)
    assert not np.isnan(values).any()
    assert np.ptp(exact) > 0.3  # something is at stake
    for p in range(len(plans)):
        gap, error = values[p].mean() - exact[p], values[p].std() / np.sqrt(values.shape[1])
        assert abs(gap) < 4.5 * error + 1e-6, plans[p]
        paired = values[p] - values[exact.argmax()]
        gap = paired.mean() - (exact[p] - exact.max())
        assert abs(gap) < 4.5 * paired.std() / np.sqrt(len(paired)) + 1e-6, plans[p]
    assert values.mean(axis=1).argmax() == exact.argmax()


@pytest.mark.parametrize("name", ENDINGS)
def test_regret_is_the_exact_one(name: str) -> None:
    """Of each plan chosen always, from few deals of many keys."""
    ending, plans, exact = known(name)
    values = played(ending, plans, 64, range(100, 180))
    act = [np.array([plan == RIICHI for plan in plans])] * len(values)
    valued = value_probes(ClassValues("riichi", "points/1000", values, act))
    choices = {
        str(p): PlanShares([share] * len(values), [share] * len(values))
        for p, share in enumerate(np.eye(len(plans), dtype=np.float32))
    }
    found = measure(valued, choices, str(exact.argmin()))
    for p, own in enumerate(found.agents):
        true = exact.max() - exact[p]
        low = own.regret.low - own.regret.half - 1e-6
        assert low < true < own.regret.high + found.slack + 1e-6, plans[p]
    best = found.of(str(exact.argmax()))
    assert best.regret.low <= 0 and best.skill.value > 0.95
    riichi = plans.index(RIICHI)
    others = np.delete(exact, riichi).max()
    gap = found.difference
    assert gap.low - gap.half - 1e-6 < exact[riichi] - others < gap.high + gap.half + 1e-6
    assert found.never.mean == pytest.approx(exact.max() - others, abs=0.15)
    assert found.always.mean == pytest.approx(exact.max() - exact[riichi], abs=0.15)


def test_chances_of_the_arrangements_add_up() -> None:
    for name in ("wide", "dead"):
        assert sum(chance for chance, _ in ENDINGS[name].arrangements()) == pytest.approx(1)
