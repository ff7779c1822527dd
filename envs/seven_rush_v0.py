"""Seven Rush: 3 agents.

Super Bingo with bingo tiles in place of flowers: sevens that join the hand for the tulip.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
