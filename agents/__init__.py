"""Who plays: scripted agents, networks, and one protocol for all of them.

``make_agent("baseline:rusher")`` is the way in; see ``shugi.agents.base.Agent`` for the protocol.
``load("super_bingo")`` gives a trained agent that comes with the package.
Nothing here needs torch until a network is asked for. Once this is imported, the environments
understand the names of all agents: ``opponents="checkpoint:super_bingo"``.
"""

from shugi.agents.base import Agent, AgentError, Observation
from shugi.agents.scripted import Baseline, Random
from shugi.agents.search import Rollout
from shugi.agents.spec import load, make_agent
from shugi.envs.seat import set_opponent_maker

__all__ = [
    "Agent",
    "AgentError",
    "Baseline",
    "Observation",
    "Random",
    "Rollout",
    "load",
    "make_agent",
]

set_opponent_maker(make_agent)
