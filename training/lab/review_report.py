"""A review as plain values: totals and the dearest mistakes of each player."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.agents.plans.plan import Plan
from shugi.envs.gains import prices_of
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.plain import plain
from shugi.training.lab.review import ChoiceVerdict, Reviewer

Plain = dict[str, Any]


class Reviewed:
    """What a reviewer has found so far.

    Args:
        reviewer: of the game.
        names: of the players, by seat; empty where nobody said.
    """

    def __init__(self, reviewer: Reviewer, names: Sequence[str] = ()) -> None:
        self.rules, self.reviewer, self.names = reviewer.rules, reviewer, names
        self.verdicts = reviewer.verdicts()
        worth = prices_of(self.rules)
        self.unit, self.least = worth.unit, reviewer.settings.least * (worth.chip or 1.0)

    def summary(self) -> Plain:
        """Without the choices one by one."""
        reviewer = self.reviewer
        settings = {
            k: v for k, v in asdict(reviewer.settings).items() if k not in ("seats", "classes")
        }
        return {
            "rules": self.rules.name,
            "unit": self.unit,
            **settings,
            "continuation": reviewer.continuation.name,
            "agents": list(reviewer.agents),
            "choices": len(reviewer.taken),
            "judged": len(self.verdicts),
            "left_out": len(reviewer.positions) - len(self.verdicts),
            "players": [self._player(seat) for seat in reviewer.seats],
        }

    def as_json(self) -> Plain:
        """Everything: of each choice what its plans are worth and what agents do."""
        return self.summary() | {"decisions": [self._whole(one) for one in self.verdicts]}

    def mistakes(self, seat: int) -> list[ChoiceVerdict]:
        """The dearest first: by what they surely cost, as far as the deals show."""
        dear = [
            verdict
            for verdict in self._of(seat)
            if verdict.cost.mean >= self.least and verdict.other
        ]
        return sorted(dear, key=lambda verdict: (-verdict.cost.low, -verdict.cost.mean))

    def _of(self, seat: int) -> list[ChoiceVerdict]:
        return [one for one in self.verdicts if one.taken.seat == seat]

    def _player(self, seat: int) -> Plain:
        own = self._of(seat)
        names = sorted({verdict.name for verdict in own})
        return {
            "seat": seat,
            "name": self.names[seat] if self.names else None,
            "choices": len(own),
            "cost": plain(total([verdict.cost for verdict in own])),
            "agents": {
                agent: plain(total([verdict.costs[agent] for verdict in own]))
                for agent in self.reviewer.agents
            },
            "classes": [
                self._class(name, [verdict for verdict in own if verdict.name == name])
                for name in names
            ],
            "mistakes": [self._short(verdict) for verdict in self.mistakes(seat)],
        }

    def _class(self, name: str, own: Sequence[ChoiceVerdict]) -> Plain:
        sure = [
            verdict
            for verdict in own
            if verdict.other and not verdict.close and verdict.cost.mean >= self.least
        ]
        cost = plain(total([verdict.cost for verdict in own]))
        return {"class": name, "choices": len(own), "mistakes": len(sure), "cost": cost}

    def _short(self, one: ChoiceVerdict) -> Plain:
        return {
            "decision": one.taken.number,
            "hand": one.taken.hand,
            "seat": one.taken.seat,
            "class": one.name,
            "played": plan_steps(self.rules, one.taken.plan),
            "best": plan_steps(self.rules, one.plans[one.best]),
            "cost": plain(one.cost),
            "close": one.close,
            "deals": one.deals,
        }

    def _whole(self, one: ChoiceVerdict) -> Plain:
        return self._short(one) | {
            "agents": {agent: plain(cost) for agent, cost in one.costs.items()},
            "plans": [
                {
                    "plan": plan_steps(self.rules, plan),
                    "value": plain(worth.value),
                    "behind": plain(worth.behind),
                    "agents": {agent: float(own[k]) for agent, own in one.shares.items()},
                }
                for k, (plan, worth) in enumerate(zip(one.plans, one.worths, strict=True))
            ],
        }


def plan_steps(rules: Rules, plan: Plan) -> list[Plain]:
    """The actions of a plan, with their names."""
    layout = layout_of(rules)
    return [{"id": int(action), "name": layout.action_name(action)} for action in plan]


def total(costs: Sequence[Estimate]) -> Estimate:
    """The sum of costs; the deals of one position know nothing of those of another."""
    mean = math.fsum(one.mean for one in costs)
    half = math.sqrt(math.fsum(one.half**2 for one in costs))
    return Estimate(mean, mean - half, mean + half, math.nan)
