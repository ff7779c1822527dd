"""Hangzhou mahjong: 4 agents.

Four players and three wildcards, few patterns and many doublings. A hand that any tile completes
may throw a wildcard away and win double a turn later (a float: action `1w`, 63); the banker and the
others double against each other the longer he stays.

Rewards are units. docs/hangzhou.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
