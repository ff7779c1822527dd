"""Sichuan Bloody Rules: 4 agents.

Three suits and no chi. Before a hand each player gives three tiles away and names a void suit: the
decisions are tiles to give (phase offer), then the 1 of a suit. Who wins leaves the hand, and the
others play on. Kans are paid at once.

Rewards are units. docs/sichuan.md has the rules.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
