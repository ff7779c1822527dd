"""Kawuxing: 3 agents.

Three players, two suits and the dragons, no chi. Kans are paid at once and double in a series; a
ready hand may be disclosed (action `open_riichi`, 67) to be paid double.

Rewards are units. docs/kawuxing.md has the rules. With `resting_player=True` there are four agents,
one of whom sits out each hand.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
