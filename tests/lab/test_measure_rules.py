"""Rule sets in which a decision is easy: the measure says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi.agents import Agent, Baseline, Observation
from shugi.agents.plans.plan import Plan, plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.rules import load_rules
from shugi.training.lab.ban import BanTest
from shugi.training.lab.measure import ClassMeasure, measure
from shugi.training.lab.valued_probes import ClassValues, value_probes

RIICHI, OPEN = action_id("riichi"), action_id("open_riichi")
PROBES, DEALS = 150, 64


@dataclass(frozen=True)
class Case:
    options: dict[str, Any]
    verb: int
    wrong: Agent
    right: Agent
    pays: bool
    """The act is always right, or never."""


CASES = {
    "riichi is free and wins more": Case(
        {"riichi_cost": 0, "chip_ura": 3, "shugi_value": 3000},
        RIICHI,
        Baseline("silent"),
        Baseline(riichi=100),
        True,
    ),
    "riichi costs more than a hand": Case(
        {"riichi_cost": 30_000, "riichi_min_points": 0},
        RIICHI,
        Baseline(riichi=100),
        Baseline("silent"),
        False,
    ),
    "open riichi shows the hand for nothing": Case(
        {"open_riichi": True, "open_riichi_extra_han": 0},
        OPEN,
        Baseline(open_riichi=100),
        Baseline(open_riichi=0, riichi=3),
        False,
    ),
}


def positions(rules: Rules, verb: int, player: Agent) -> Batch:
    """Where the verb is legal for the first time in a hand."""
    batch = Batch(rules, PROBES, seed=4)
    found = Batch(rules, PROBES, auto_reset=False)
    hands = np.zeros(PROBES, np.bool_)
    n, rng = 0, np.random.default_rng(1)
    while n < PROBES:
        mask = batch.legal()
        for row in np.flatnonzero(mask[:, verb].astype(np.bool_) & ~hands)[: PROBES - n]:
            found.copy_from(batch, [row], [n])
            hands[row] = True
            n += 1
        batch.step(player.act(Observation(batch, mask=mask), rng))
        hands &= ~batch.hand_done
    return found


def plan_of(agent: Agent, batch: Batch, i: int, own: list[Plan]) -> Plan:
    after, plan = batch.clone([i]), []
    while tuple(plan) not in own:
        seen = Observation(after)
        rng = np.random.default_rng(1)
        plan.append(int(agent.act(seen, rng)[0]))
        after.step_one(0, plan[-1])
    return tuple(plan)


def one_hot(chosen: Sequence[Plan], plans: Sequence[list[Plan]]) -> PlanShares:
    shares = [
        np.array([plan == own for plan in some], np.float32)
        for own, some in zip(chosen, plans, strict=True)
    ]
    return PlanShares(shares, shares)


@cache
def found(name: str) -> ClassMeasure:
    """Two agents, one of which is right, at the probes of a class; the right one plays on.

    Plans are what the two play and some others.
    """
    case = CASES[name]
    rules = load_rules("sanma_base", **case.options)
    batch = positions(rules, case.verb, case.wrong)
    every = [plans_at(batch, i) for i in range(PROBES)]
    chosen = [
        [plan_of(agent, batch, i, own) for i, own in enumerate(every)]
        for agent in (case.wrong, case.right)
    ]
    plans = [
        sorted({*pair, own[0], next(plan for plan in own if plan[0] == case.verb)})
        for own, *pair in zip(every, *chosen, strict=True)
    ]
    values = Playouts(rules, case.right, DEALS).values(
        batch,
        np.arange(PROBES),
        plans,
        np.arange(PROBES, dtype=np.uint64) * np.uint64(977),
        np.random.default_rng(1),
    )
    act = [np.array([plan[0] == case.verb for plan in own]) for own in plans]
    source = ClassValues("riichi", prices_of(rules).unit, values, act)
    agents = {"wrong": one_hot(chosen[0], plans), "right": one_hot(chosen[1], plans)}
    return measure(value_probes(source), agents, "wrong")


@pytest.mark.parametrize("name", CASES)
def test_the_right_policy_has_no_regret(name: str) -> None:
    case, own = CASES[name], found(name)
    always, never = own.always, own.never
    right, wrong = (always, never) if case.pays else (never, always)
    assert right.low <= 0.05 and wrong.low > 0
    assert right.mean < 0.1 * wrong.mean
    assert (own.difference.low > 0) if case.pays else (own.difference.high < 0)


@pytest.mark.parametrize("name", CASES)
def test_the_right_agent_has_all_the_skill(name: str) -> None:
    judged = found(name)
    own = judged.of("right")
    assert own.acts == (1.0 if CASES[name].pays else 0.0)
    assert own.skill.low > 0.4 and own.skill.value > 0.85
    assert own.skill.cautious <= 1 + 1e-9 and own.skill.high >= 1
    assert own.regret.low <= 0 < judged.of("wrong").regret.low


def test_the_ban_costs_where_riichi_is_free_and_saves_where_it_ruins() -> None:
    free, ruinous = (CASES[name] for name in list(CASES)[:2])
    for case, agent, costs in ((free, free.right, True), (ruinous, ruinous.wrong, False)):
        test = BanTest(load_rules("sanma_base", **case.options), agent, ["riichi"])
        test.play(60)
        loss = test.result().per_hand
        assert loss.low > 0 if costs else loss.high < 0
    nothing = BanTest(load_rules("sanma_base", **ruinous.options), ruinous.right, ["riichi"])
    nothing.play(20)
    assert nothing.result().uses == 0
