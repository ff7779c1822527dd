"""Seven Rush Deluxe: 3 agents.

Seven Rush with eight bingo tiles and twelve replacement tiles.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
