"""
# Seven Rush

| Import         | `from shugi.envs import seven_rush_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/seven_rush-v0")` |
| Agents         | 3 |

Super Bingo with bingo tiles in place of flowers: sevens that join the hand for the tulip.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
seven_rush` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "seven_rush")
