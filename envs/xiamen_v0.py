"""
# Xiamen mahjong

| Import         | `from shugi.envs import xiamen_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/xiamen-v0")` |
| Agents         | 4 |

Four players with hands of sixteen tiles, flowers, and three gold tiles that stand for any other.
Water is added up and multiplied once, by the way of winning: floats, the robbed gold, three golds
and the wins of the first turn.

Rewards are units; observations, actions, masks and arguments are those of `super_bingo_v0`; `shugi
rules xiamen` prints the options, docs/xiamen.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "xiamen")
