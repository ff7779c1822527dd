"""How often an agent plays each plan: shares that add up to one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi.agents.base import Agent, Observation, preferences
from shugi.agents.plans.plan import Plan
from shugi.envs.common.arrays import F32, Rng

NEVER = 1e-6  # what a verb's tile is, is not asked where the verb is less likely
Shares = F32


@dataclass(frozen=True)
class PlanShares:
    """What one agent does at some positions: for each of them (plans,) float32."""

    chosen: list[Shares]
    """How often it plays each; one-hot where it always does the same."""
    preferred: list[Shares]
    """Its policy; the same as ``chosen`` where it has none."""


def plan_shares(
    agent: Agent, batch: Batch, plans: Sequence[Sequence[Plan]], rng: Rng, least: float = NEVER
) -> PlanShares:
    """What an agent does in every game.

    Of a verb and its tile the product of both shares counts, each asked where it comes up.

    Args:
        agent: asked as if it sat there.
        batch: the games; they stay as they are.
        plans: of each.
        rng: the agent's chance.
        least: a verb's tiles are asked where its share is larger, and count alike elsewhere.
    """
    first = _ask(agent, batch, rng)
    tiles = Counter((i, plan[0]) for i, own in enumerate(plans) for plan in own if len(plan) > 1)
    verbs = [verb for verb in sorted(tiles) if max(shares[verb] for shares in first) > least]
    then = _ask(agent, _after(batch, verbs), rng) if verbs else first
    row = {verb: k for k, verb in enumerate(verbs)}

    def share(kind: int, i: int, plan: Plan) -> float:
        verb, tile = (i, plan[0]), 1.0
        if len(plan) > 1:
            tile = then[kind][row[verb], plan[1]] if verb in row else 1 / tiles[verb]
        return float(first[kind][verb] * tile)

    chosen, preferred = (
        [
            np.array([share(kind, i, plan) for plan in own], np.float32)
            for i, own in enumerate(plans)
        ]
        for kind in range(2)
    )
    return PlanShares(chosen, preferred)


def _ask(agent: Agent, batch: Batch, rng: Rng) -> tuple[Shares, Shares]:
    """(n, 128) each: how often it plays each action, and its policy."""
    seen = Observation(batch)
    preferred = preferences(agent, seen, rng)
    if draws(agent):
        return preferred, preferred
    return one_hot(agent.act(seen, rng), ACTION_COUNT), preferred


def one_hot(chosen: NDArray[np.integer] | Sequence[int], count: int) -> Shares:
    """(n, count) for (n,) numbers of what is always chosen."""
    shares: Shares = np.eye(count, dtype=np.float32)[np.asarray(chosen)]
    return shares


def draws(agent: object) -> bool:
    """Whether an agent draws its actions from its policy, by itself or within a wrapper."""
    return bool(getattr(agent, "sample", False)) or (hasattr(agent, "agent") and draws(agent.agent))


def _after(batch: Batch, verbs: Sequence[tuple[int, int]]) -> Batch:
    """A game for each (game, verb), that verb taken."""
    after = batch.clone(np.array([i for i, _ in verbs], np.int64))
    after.step(np.array([verb for _, verb in verbs], np.uint8))
    return after
