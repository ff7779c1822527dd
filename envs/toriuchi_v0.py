"""Toriuchi Sanma: 3 agents.

Eight 1s are birds, 7p are guns: a hand of two yaku collects a chip for each bird, and each gun of
a payer shoots one down. Every wait needs a yaku, and the first call must be part of one.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
