"""Quanzhou mahjong: 4 agents.

Xiamen mahjong with Quanzhou's counting: no robbed gold and no bonus for the first turn, a banker
whose base grows by one, and a win at once with all eight flowers.

Rewards are units. docs/xiamen.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
