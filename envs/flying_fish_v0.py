"""
# Flying Fish Sanma

| Import         | `from shugi.envs import flying_fish_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/flying_fish-v0")` |
| Agents         | 3 |

Three-player riichi in an East round that lasts until somebody flies off the table. Winners roll
dice for chips, a bust costs a chip for every thousand below zero, and markers, ippatsu and large
hands multiply what is paid.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
flying_fish` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "flying_fish")
