"""
# Super Bingo Atama

| Import         | `from shugi.envs import super_bingo_atama_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/super_bingo_atama-v0")` |
| Agents         | 3 |

Super Bingo where pairs may be called, and only a yakuman or an open riichi may win.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
super_bingo_atama` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "super_bingo_atama")
