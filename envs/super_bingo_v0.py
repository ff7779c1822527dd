"""Super Bingo Sanma: 3 agents.

Three-player riichi mahjong for chips: eight sevens of each suit, flowers, red and gold fives, a
joker after riichi, open riichi, wins by discards (bingo), and the tulip, which turns tiles of the
wall over after a win and pays for those beside the winner's tiles.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
