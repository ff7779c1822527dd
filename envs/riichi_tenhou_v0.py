"""Riichi (Tenhou): 4 agents.

Plain riichi mahjong of four players by the rules of Tenhou's ranked games: runs may be called,
three wins on one discard are a draw, no yakuman counts double by its form.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
