"""
# Super Bingo Home Run

| Import         | `from shugi.envs import super_bingo_home_run_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/super_bingo_home_run-v0")` |
| Agents         | 3 |

Super Bingo with markers: winners turn to home run, and busts and second wins multiply the chips.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
super_bingo_home_run` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "super_bingo_home_run")
