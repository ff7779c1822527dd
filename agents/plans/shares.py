"""How often an agent plays each plan: shares that add up to one."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi.agents.base import Agent, Observation, preferences
from shugi.agents.plans.plan import Plan

Floats = NDArray[np.float32]
Ask = Callable[[Batch], Mapping[str, Floats]]
NEVER = 1e-6  # what a verb's tile is, is not asked where the verb is less likely


@dataclass(frozen=True)
class PlanShares:
    """What one agent does at some positions: for each of them (plans,) float32."""

    chosen: list[Floats]
    """How often it plays each."""
    preferred: list[Floats]
    """Its policy; the same where it has none."""


def plan_shares(
    agent: Agent, batch: Batch, plans: Sequence[Sequence[Plan]], rng: np.random.Generator
) -> PlanShares:
    """What an agent does in every game.

    Of a verb and its tile the product of both shares counts, each asked where it comes up.

    Args:
        agent: asked as if it sat there.
        batch: the games; they stay as they are.
        plans: of each.
        rng: the agent's chance.
    """
    return PlanShares(**_of_plans(batch, plans, lambda games: _asked(agent, games, rng), NEVER))


def plan_chances(
    agent: Agent, batch: Batch, plans: Sequence[Sequence[Plan]], rng: np.random.Generator
) -> list[Floats]:
    """How much an agent prefers each plan of every game, the tiles of unlikely verbs too.

    Args:
        agent: asked as if it sat there.
        batch: the games; they stay as they are.
        plans: of each.
        rng: the agent's chance.

    Returns:
        for each game (plans,) float32 probabilities.
    """

    def ask(games: Batch) -> Mapping[str, Floats]:
        seen = Observation(games)
        return {"preferred": preferences(agent, seen, games.legal(), games.seat, rng)}

    return _of_plans(batch, plans, ask, least=-1.0)["preferred"]


def _of_plans(
    batch: Batch, plans: Sequence[Sequence[Plan]], ask: Ask, least: float
) -> dict[str, list[Floats]]:
    """Args: least: a verb's tiles are asked where its share is larger; elsewhere all are alike."""
    first = ask(batch)
    steps = [(i, plan) for i, own in enumerate(plans) for plan in own]
    tiles = Counter((i, plan[0]) for i, plan in steps if len(plan) > 1)
    likely = [v for v in sorted(tiles) if max(shares[v] for shares in first.values()) > least]
    then = ask(_after(batch, likely)) if likely else first
    row = {verb: k for k, verb in enumerate(likely)}

    def share(name: str, i: int, plan: Plan) -> float:
        verb = (i, plan[0])
        at_once = first[name][verb]
        if len(plan) == 1:
            return float(at_once)
        return float(at_once * (then[name][row[verb], plan[1]] if verb in row else 1 / tiles[verb]))

    return {
        name: [
            np.array([share(name, i, plan) for plan in own], np.float32)
            for i, own in enumerate(plans)
        ]
        for name in first
    }


def _asked(agent: Agent, batch: Batch, rng: np.random.Generator) -> dict[str, Floats]:
    """(n, 128) each: how often it plays each action, and its policy."""
    seen, mask, n = Observation(batch), batch.legal(), batch.n
    preferred = preferences(agent, seen, mask, batch.seat, rng)
    if draws(agent):
        return {"chosen": preferred, "preferred": preferred}
    chosen = np.zeros((n, 128), np.float32)
    chosen[np.arange(n), agent.act(seen, mask, batch.seat, rng)] = 1.0
    return {"chosen": chosen, "preferred": preferred}


def draws(agent: object) -> bool:
    """Whether an agent draws its actions from its policy, by itself or within a wrapper."""
    return bool(getattr(agent, "sample", False)) or (hasattr(agent, "agent") and draws(agent.agent))


def _after(batch: Batch, verbs: Sequence[tuple[int, int]]) -> Batch:
    """A game for each (game, verb), that verb taken."""
    after = batch.clone(np.array([i for i, _ in verbs], np.int64))
    after.step(np.array([verb for _, verb in verbs], np.uint8))
    return after
