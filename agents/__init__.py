"""Who plays: scripted agents, networks, and one protocol for all of them.

``make_agent("baseline:rusher")`` is the way in; see ``shugi.agents.base.Agent`` for the protocol.
``load("super_bingo")`` gives a trained agent that comes with the package; ``checkpoints()`` lists
them. ``load_policy`` and ``load_critic`` read networks of torch; ``shugi.agents.engine_policy``
makes an ``EnginePolicy`` of one. Nothing here needs torch until a network is asked for. Once this
is imported, the environments understand the names of all agents:
``opponents="checkpoint:super_bingo"``.
"""

from typing import TYPE_CHECKING

from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.policy import TIERS, EnginePolicy
from shugi.agents.base import Agent, AgentError, Observation, Preferring
from shugi.agents.named import names as checkpoints
from shugi.agents.named import path_of
from shugi.agents.scripted import Baseline, Random
from shugi.agents.search import Rollout
from shugi.agents.spec import load, make_agent
from shugi.envs.common.imports import lazily
from shugi.envs.seat import set_opponent_maker

if TYPE_CHECKING:
    from shugi.agents.checkpoint import load_critic, load_policy

__all__ = [
    "Agent",
    "AgentError",
    "Baseline",
    "EngineCritic",
    "EnginePolicy",
    "Observation",
    "Preferring",
    "Random",
    "Rollout",
    "TIERS",
    "checkpoints",
    "load",
    "load_critic",
    "load_policy",
    "make_agent",
    "path_of",
]

__getattr__ = lazily(
    __name__, dict.fromkeys(("load_critic", "load_policy"), "shugi.agents.checkpoint")
)

set_opponent_maker(make_agent)
