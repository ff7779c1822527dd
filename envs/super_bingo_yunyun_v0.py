"""
# Super Bingo Yunyun

| Import         | `from shugi.envs import super_bingo_yunyun_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/super_bingo_yunyun-v0")` |
| Agents         | 3 |

Super Bingo with rainbow sevens and the Grand Cross: the four winds laid down like a kan.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
super_bingo_yunyun` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "super_bingo_yunyun")
