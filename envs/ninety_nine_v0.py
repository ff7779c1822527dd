"""Ninety-Nine: 3 agents.

Three players lay three cards aside to bid how many of nine tricks they will win, and may offer to
play with the bid or with all their cards shown.

Rewards are points over the mean of the two others. docs/ninety_nine.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
