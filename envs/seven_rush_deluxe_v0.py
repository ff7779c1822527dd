"""Seven Rush Deluxe: 3 agents.

Seven Rush with eight bingo tiles and twelve replacement tiles.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__)
