"""Fierce Flying Fish Sanma: 3 agents.

Flying Fish where every three honba multiply the chips further; honba never go back.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
