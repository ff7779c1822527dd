"""Super Bingo Home Run: 3 agents.

Super Bingo with markers: winners turn to home run, and busts and second wins multiply the chips.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
