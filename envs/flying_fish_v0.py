"""Flying Fish Sanma: 3 agents.

Three-player riichi in an East round that lasts until somebody flies off the table. Winners roll
dice for chips, a bust costs a chip for every thousand below zero, and markers, ippatsu and large
hands multiply what is paid.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
