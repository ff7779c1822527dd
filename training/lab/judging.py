"""A study judged: the measures of its classes, and everything about them as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shugi.envs.gains import Worth
from shugi.training.lab.ban import BanLoss
from shugi.training.lab.measure import (
    Choices,
    ClassMeasure,
    ClassValues,
    Valued,
    measure,
    value_probes,
    verdict,
)
from shugi.training.lab.study import ClassStudy


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
        found: dict[str, Any] = {"class": decision.name, "title": decision.title}
        found["probes"] = len(self.study.probes)
        found["opportunities"] = {
            source: {
                "per_1000_hands": seen.per_1000_hands,
                "hands_per_1000": seen.hands_per_1000,
                "hands": seen.dealt,
            }
            for source, seen in self.study.exposure.items()
        }
        if self.measured is None:
            return {**found, "agents": []}
        found |= self.measured.as_json()
        for agent in found["agents"]:
            ban = self.bans.get(agent["agent"])
            loss = None if ban is None else ban.per_hand
            agent["ban"] = None if ban is None else ban.as_json()
            agent |= verdict(self.measured, agent["agent"], loss).as_json()
        return found


def judge(
    study: ClassStudy,
    baseline: str,
    worth: Worth,
    bans: Mapping[str, BanLoss],
    seed: int = 1,
) -> JudgedClass:
    """Measure the agents of a class.

    Args:
        baseline: the agent whose skill is 0.
        worth: what the values are counted in.
        seed: of the bootstrap.
    """
    values = study.values
    valued = value_probes(
        ClassValues(
            study.decision.name,
            worth.unit,
            values.values,
            values.act,
            values.weights,
            study.strata(),
        )
    )
    choices = [Choices(name, own.chosen, own.preferred) for name, own in study.played.items()]
    scale = worth.chip or 1.0
    measured = None
    if len(valued):
        measured = measure(valued, choices, baseline, unit_scale=scale, seed=seed)
    return JudgedClass(study, valued, measured, bans)
