"""What agents expect of their plans: play to the own next decision, then their critic's word.

Needs torch; only agents that are a network with its critic expect anything.
"""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Observation
from shugi.agents.beliefs import Belief
from shugi.agents.checkpoint import NoCritic, describe, load_critic
from shugi.agents.model import Critic
from shugi.agents.network import Network
from shugi.agents.plans import plans_of
from shugi.agents.playouts import Playouts
from shugi.agents.spec import files_of
from shugi.training.decisions.classes import DecisionClass
from shugi.training.lab.probe import Probe, keys_of, load_probes

DEALS = 16
OTHER_DEALS = np.uint64(0x9E6C63D0876A9A47)
"""Expectations are had on other deals than values: what a deal is worth is in both."""


class Foresight(Playouts):
    """Values plans by one's own critic.

    Args:
        rules: of the positions.
        agent: who plays, at every seat, until the seat to decide is asked again.
        critic: of the agent.
        deals: re-deals of each position.
        threads: of the engine.
        belief: how likely hands are dealt again.
    """

    def __init__(
        self,
        rules: Rules,
        agent: Network,
        critic: Critic,
        deals: int = DEALS,
        threads: int = 1,
        belief: Belief | None = None,
    ) -> None:
        super().__init__(rules, agent, deals, threads, belief=belief)
        self.critic = critic.eval()

    def _foreseen(self, asked: NDArray[np.bool_], total: NDArray[np.float32]) -> NDArray[np.bool_]:
        rows = np.flatnonzero(asked)
        if len(rows):
            total[rows] += self.expected(rows)
        return asked

    def expected(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """(k, 2) chips and thousands of points still to come for the seats to decide."""
        batch, layout = self.batch, self.batch.layout
        seats = np.full(batch.n, -1, np.int8)
        seats[rows] = batch.seat[rows]
        hidden = np.zeros((batch.n, layout.oracle_planes, layout.places), np.uint8)
        batch.observe_oracle(hidden, seats)
        seen = Observation(batch, rows)
        with torch.inference_mode():
            logits = self.critic(
                torch.from_numpy(seen.planes),
                torch.from_numpy(seen.globals),
                self.critic.of_rules([batch.rules]),
                torch.from_numpy(hidden[rows]),
            )
            found: NDArray[np.float32] = self.critic.value(logits).numpy()
        return found


def foresight_of(
    name: str, agent: object, rules: Rules, threads: int = 1, belief: Belief | None = None
) -> Foresight | None:
    """Of the agent that ``name`` means; None where it has no critic."""
    files = files_of(name)
    if not isinstance(agent, Network) or not files:
        return None  # nothing with a critic, or it was not made of a file
    try:
        critic = load_critic(files[0], describe(files[0]))
    except NoCritic:
        return None
    return Foresight(rules, agent, critic, threads=threads, belief=belief)


def expect_chunk(
    one: DecisionClass, probes: Sequence[Probe], foresight: Foresight, seed: Sequence[int]
) -> dict[str, NDArray[np.generic]]:
    """``expected`` (probes,): the best plan that acts less the best that does not."""
    batch = load_probes(foresight.batch.rules, probes)
    plans = plans_of(batch, range(len(probes)))
    keys = keys_of(probes) ^ OTHER_DEALS
    rng = np.random.default_rng(seed)
    values = foresight.values(batch, np.arange(len(probes)), plans, keys, rng)
    act = [one.act(batch, i, own) for i, own in enumerate(plans)]
    found = [_difference(*both) for both in zip(values, act, strict=True)]
    return {"expected": np.array(found, np.float64)}


def _difference(values: NDArray[np.float32], act: NDArray[np.bool_]) -> float:
    there = ~np.isnan(values).any(axis=0)
    if not there.any():
        return np.nan
    mean = values[:, there].mean(axis=1)
    return float(mean[act].max() - mean[~act].max())
