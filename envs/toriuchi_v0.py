"""
# Toriuchi Sanma

| Import         | `from shugi.envs import toriuchi_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/toriuchi-v0")` |
| Agents         | 3 |

Eight 1s are birds, 7p are guns: a hand of two yaku collects a chip for each bird, and each gun of
a payer shoots one down. Every wait needs a yaku, and the first call must be part of one.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
toriuchi` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "toriuchi")
