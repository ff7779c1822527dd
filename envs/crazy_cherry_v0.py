"""
# Crazy Cherry

| Import         | `from shugi.envs import crazy_cherry_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/crazy_cherry-v0")` |
| Agents         | 3 |

Super Bingo without points: cherries and death tiles turn the chips of a win around.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
crazy_cherry` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "crazy_cherry")
