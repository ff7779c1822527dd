"""
# Seven Rush Deluxe

| Import         | `from shugi.envs import seven_rush_deluxe_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/seven_rush_deluxe-v0")` |
| Agents         | 3 |

Seven Rush with eight bingo tiles and twelve replacement tiles.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
seven_rush_deluxe` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "seven_rush_deluxe")
