"""
# Hangzhou mahjong

| Import         | `from shugi.envs import hangzhou_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/hangzhou-v0")` |
| Agents         | 4 |

Four players and three wildcards, few patterns and many doublings. A hand that any tile completes
may throw a wildcard away and win double a turn later (a float: action `1w`, 63); the banker and the
others double against each other the longer he stays.

Rewards are units; observations, actions, masks and arguments are those of
`super_bingo_v0`; `shugi rules hangzhou` prints the options, docs/hangzhou.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "hangzhou")
