"""Shouhai Mighty: 3 agents.

Twelve tiles and an almighty tile that no one sees: it is whatever completes the hand best. Wide
waits, kans and ippatsu earn chips beside the points.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__)
