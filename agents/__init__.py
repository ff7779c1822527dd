"""Who plays: scripted agents, networks, and one protocol for all of them.

``make_agent("baseline:rusher")`` is the way in; see ``shugi.agents.base.Agent`` for the protocol.
Nothing here needs torch until a network is asked for.
"""

from shugi.agents.base import Agent, AgentError, Observation
from shugi.agents.scripted import Baseline, Random
from shugi.agents.spec import make_agent

__all__ = ["Agent", "AgentError", "Baseline", "Observation", "Random", "make_agent"]
