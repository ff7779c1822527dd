"""
# Riichi parlour

| Import         | `from shugi.envs import riichi_parlour_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/riichi-parlour-v0")` |
| Agents         | 4 |

Riichi mahjong of four players at a parlour's table: chips for red fives, ippatsu, ura dora and
yakuman beside the points. A reward counts thousands of points, and a chip as two.

Observations, actions, masks, rewards and arguments are those of `sanma_v0`; `shugi rules
riichi_parlour` prints the options, docs/riichi.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "riichi_parlour")
