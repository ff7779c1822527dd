"""
# Wuhan mahjong

| Import         | `from shugi.envs import wuhan_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/wuhan-v0")` |
| Agents         | 4 |

Four players (three with `wuhan+three_players`). Everybody pays for every win, pair by pair:
openings and kans double what one wins and what one loses. Red dragons and wildcards are laid aside
as kans.

Rewards are units; observations, actions, masks and arguments are those of `super_bingo_v0`; `shugi
rules wuhan` prints the options, docs/wuhan.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "wuhan")
