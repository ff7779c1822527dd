"""Xiamen mahjong: 4 agents.

Four players with hands of sixteen tiles, flowers, and three gold tiles that stand for any other.
Water is added up and multiplied once, by the way of winning: floats, the robbed gold, three golds
and the wins of the first turn.

Rewards are units. docs/xiamen.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
