"""Shouhai Mighty: 3 agents.

Twelve tiles and an almighty tile that no one sees: it is whatever completes the hand best. Wide
waits, kans and ippatsu earn chips beside the points.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
