"""
# Shouhai Mighty

| Import         | `from shugi.envs import shouhai_mighty_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/shouhai_mighty-v0")` |
| Agents         | 3 |

Twelve tiles and an almighty tile that no one sees: it is whatever completes the hand best. Wide
waits, kans and ippatsu earn chips beside the points.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
shouhai_mighty` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "shouhai_mighty")
