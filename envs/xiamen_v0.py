"""Xiamen mahjong: 4 agents.

Four players with hands of sixteen tiles, flowers, and three gold tiles that stand for any other.
Water is added up and multiplied once, by the way of winning: floats, the robbed gold, three golds
and the wins of the first turn.

Rewards are units. docs/xiamen.md has the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__)
