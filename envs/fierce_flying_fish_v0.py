"""
# Fierce Flying Fish Sanma

| Import         | `from shugi.envs import fierce_flying_fish_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/fierce_flying_fish-v0")` |
| Agents         | 3 |

Flying Fish where every three honba multiply the chips further; honba never go back.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
fierce_flying_fish` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "fierce_flying_fish")
