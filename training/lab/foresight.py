"""What agents expect of their plans: play to the own next decision, then their critic's word.

Needs torch; only agents that are a network with its critic expect anything.
"""

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.beliefs import Hands
from shugi.agents.checkpoint import NoCritic, describe, load_critic
from shugi.agents.engine_policy import engine_critic
from shugi.agents.model import Critic
from shugi.agents.network import Network
from shugi.agents.plans.playouts import Playouts
from shugi.agents.spec import files_of

DEALS = 16
HORIZON = 1  # the critic is asked at the next decision of one's own


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
