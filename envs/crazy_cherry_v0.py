"""Crazy Cherry: 3 agents.

Super Bingo without points: cherries and death tiles turn the chips of a win around.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__)
