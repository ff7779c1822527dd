"""Piquet: 2 agents.

Two players exchange cards with the talon, card by card, declare point, sequence and sets, and play
twelve tricks.

Rewards are 1 for a match or game won (`mode`), the settlement of six deals, or the points of a
single hand over the other's. docs/piquet.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
