"""Wuhan mahjong: 4 agents.

Four players (three with `wuhan+three_players`). Everybody pays for every win, pair by pair:
openings and kans double what one wins and what one loses. Red dragons and wildcards are laid aside
as kans.

Rewards are units. docs/wuhan.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
