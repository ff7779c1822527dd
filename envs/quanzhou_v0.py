"""
# Quanzhou mahjong

| Import         | `from shugi.envs import quanzhou_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/quanzhou-v0")` |
| Agents         | 4 |

Xiamen mahjong with Quanzhou's counting: no robbed gold and no bonus for the first turn, a banker
whose base grows by one, and a win at once with all eight flowers.

Rewards are units; observations, actions, masks and arguments are those of `super_bingo_v0`; `shugi
rules quanzhou` prints the options, docs/xiamen.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "quanzhou")
