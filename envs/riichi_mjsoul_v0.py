"""Riichi (Mahjong Soul): 4 agents.

Plain riichi mahjong of four players by the rules of Mahjong Soul's ranked games: runs may be
called, all three win on one discard, some yakuman count double by their form.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
