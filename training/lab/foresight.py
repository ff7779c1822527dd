"""What agents expect of their plans: play to the own next decision, then their critic's word.

Needs torch; only agents that are a network with its critic expect anything.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.beliefs import Hands
from shugi.agents.checkpoint import NoCritic, describe, load_critic
from shugi.agents.engine_policy import engine_critic
from shugi.agents.model import Critic
from shugi.agents.network import Network
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.values import found_deals, value_plans
from shugi.agents.spec import files_of
from shugi.training.decisions.classes import DecisionClass
from shugi.training.lab.probe import Probe, keys_of, load_probes

DEALS = 16
HORIZON = 1  # the critic is asked at the next decision of one's own
OTHER_DEALS = np.uint64(0x9E6C63D0876A9A47)
"""Expectations are had on other deals than values: what a deal is worth is in both."""


def critic_of(name: str, agent: Agent) -> Critic | None:
    """What an agent's checkpoint holds beside its policy; None where there is none."""
    files = files_of(name)
    if not isinstance(agent, Network) or not files:
        return None  # nothing with a critic, or it was not made of a file
    try:
        return load_critic(files[0], describe(files[0]))
    except NoCritic:
        return None


def foresight_of(
    name: str, agent: Agent, rules: Rules, threads: int = 1, belief: Hands | None = None
) -> Playouts | None:
    """Play-outs with an agent, up to its critic; None where it has none.

    Args:
        name: of the agent, which says where its files are.
        agent: that plays on.
        rules: of the positions.
        threads: of the engine.
        belief: what others are likely to hold; None: all that is possible is equally likely.
    """
    critic = critic_of(name, agent)
    if critic is None:
        return None
    return Playouts(
        rules,
        agent,
        DEALS,
        threads,
        belief=belief,
        critic=engine_critic(critic, rules),
        horizon=HORIZON,
    )


def expect_chunk(
    one: DecisionClass, probes: Sequence[Probe], foresight: Playouts, seed: Sequence[int]
) -> dict[str, NDArray[np.generic]]:
    """How much better to act the critic says it is at some probes.

    Args:
        one: the class of the probes.
        probes: the positions.
        foresight: play-outs up to the critic, as ``foresight_of`` gives them.
        seed: of the chance of whoever plays on.

    Returns:
        ``expected`` (probes,) float64: the best plan that acts less the best that does not; NaN
        where no deal was found.
    """
    batch = load_probes(foresight.batch.rules, probes)
    keys = keys_of(probes) ^ OTHER_DEALS
    plans, values = value_plans(batch, foresight, keys, np.random.default_rng(seed))
    act = [one.act(batch, i, own) for i, own in enumerate(plans)]
    found = [_difference(*both) for both in zip(values, act, strict=True)]
    return {"expected": np.array(found, np.float64)}


def _difference(values: NDArray[np.float32], act: NDArray[np.bool_]) -> float:
    dealt = found_deals(values)
    if not dealt.shape[1]:
        return np.nan
    mean = dealt.mean(axis=1)
    return float(mean[act].max() - mean[~act].max())
