"""Riichi (a parlour): 4 agents.

Riichi mahjong of four players at a parlour's table: chips for red fives, ippatsu, ura dora and
yakuman beside the points. A reward counts thousands of points, and a chip as two.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
