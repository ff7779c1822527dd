"""What the choices at one position are worth, better known with every round of deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts, deal_key
from shugi.agents.plans.values import found_deals
from shugi.envs.common.arrays import F32, F64
from shugi.training.judge.estimate import Estimate
from shugi.training.lab.probe_value import ProbeValue, mean_interval
from shugi.training.lab.valued_probes import ClassValues, value_probes

ROUNDS = (8, 8, 16, 32, 64)
"""Deals of each round; all later ones are as long as the last."""


@dataclass(frozen=True)
class PlanEstimate:
    """One plan, in the unit of the rule set."""

    value: Estimate
    """What the seat gains to the hand's end."""
    behind: Estimate
    """Of the plan with the largest mean, on the same deals; that mean is overrated."""


@dataclass(frozen=True)
class PlanValues:
    """The plans of a position, and what they brought so far."""

    plans: Sequence[Plan]
    values: F32
    """(plans, deals); NaN: a deal that was not found."""

    @property
    def deals(self) -> int:
        """Those found."""
        return len(self._found()[0])

    def worths(self) -> list[PlanEstimate]:
        """What every plan is worth; nothing without two deals."""
        dealt = self._found()
        if dealt.shape[1] < 2:
            return []
        means = dealt.mean(axis=1)
        best = dealt[means.argmax()]
        return [
            PlanEstimate(
                mean_interval(float(mean), own),
                mean_interval(float(means.max() - mean), best - own),
            )
            for mean, own in zip(means, dealt, strict=True)
        ]

    def judged(self, played: int) -> ProbeValue | None:
        """The deals split, so that the best plan is found and valued on others.

        Args:
            played: the plan whose loss is asked for.

        Returns:
            None with fewer deals than two for each part, or a single plan.
        """
        act = np.arange(len(self.plans)) == played
        if len(self.plans) < 2:
            return None
        found = value_probes(ClassValues("position", "", [self.values], [act])).probes
        return found[0] if found else None

    def _found(self) -> F64:
        return found_deals(self.values).astype(np.float64)


def value_in_rounds(
    batch: Batch, playouts: Playouts, key: int, most: int, rounds: Sequence[int] = ROUNDS
) -> Iterator[PlanValues]:
    """What is known after each round, until ``most`` deals are played.

    How deals are parted into rounds makes no difference to their values, unless whoever plays on
    draws its actions.

    Args:
        batch: one game, at which the seat to decide has a choice; it stays as it is.
        playouts: how plans are played out.
        key: of the re-deals.
        most: deals in all.
        rounds: deals of the first rounds; the last number goes on.
    """
    rng, row = np.random.default_rng(key), np.zeros(1, np.int64)
    plans = plans_of(batch, row)
    values = np.zeros((len(plans[0]), 0), np.float32)
    number = 0
    while (done := values.shape[1]) < most:
        deals = min(rounds[min(number, len(rounds) - 1)], most - done)
        keys = np.array([deal_key(key, done)], np.uint64)
        (more,) = playouts.values(batch, row, plans, keys, rng, deals)
        values, number = np.concatenate([values, more], axis=1), number + 1
        yield PlanValues(plans[0], values)


def position_key(seed: int, number: int) -> int:
    """The key of the re-deals at one of a game's decisions."""
    return int(np.random.default_rng([seed, number]).integers(2**63))
