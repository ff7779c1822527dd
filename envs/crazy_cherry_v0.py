"""Crazy Cherry: 3 agents.

Super Bingo without points: cherries and death tiles turn the chips of a win around.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
