"""A study judged: the measures of its classes, and everything about them as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shugi.envs.gains import Prices
from shugi.training.judge.plain import plain
from shugi.training.lab.ban import BanLoss
from shugi.training.lab.measure import ClassMeasure, measure, verdict
from shugi.training.lab.study import ClassStudy
from shugi.training.lab.valued_probes import Valued, value_probes


@dataclass(frozen=True)
class JudgedClass:
    """One class of decisions.

    ``measured``: None where no probe could be valued. ``bans``: by agent, those that were tested.
    """

    study: ClassStudy
    valued: Valued
    measured: ClassMeasure | None
    bans: Mapping[str, BanLoss]

    def as_json(self) -> dict[str, Any]:
        """For programs; infinite bounds become null."""
        decision = self.study.decision
        values: dict[str, Any] = {"class": decision.name, "title": decision.title}
        values["probes"] = len(self.study.probes)
        values["opportunities"] = {
            source: {
                "per_1000_hands": seen.per_1000_hands,
                "hands_per_1000": seen.hands_per_1000,
                "hands": seen.dealt,
            }
            for source, seen in self.study.exposure.items()
        }
        if self.measured is None:
            return {**values, "agents": []}
        values |= plain(self.measured)
        for agent in values["agents"]:
            ban = self.bans.get(agent["agent"])
            loss = None if ban is None else ban.per_hand
            agent["ban"] = plain(ban)
            agent |= verdict(self.measured, agent["agent"], loss).as_json()
        return values


def judge(
    study: ClassStudy, baseline: str, worth: Prices, bans: Mapping[str, BanLoss], seed: int = 1
) -> JudgedClass:
    """Measure the agents of a class.

    Args:
        baseline: the agent whose skill is 0.
        worth: what the values are counted in.
        seed: of the bootstrap.
    """
    valued = value_probes(study.values, choices=study.played)
    scale = worth.chip or 1.0  # where nothing is paid in chips
    measured = measure(valued, study.played, baseline, scale, seed) if valued else None
    return JudgedClass(study, valued, measured, bans)
