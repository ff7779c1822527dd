"""Far Flying Fish Sanma: 3 agents.

Flying Fish where riichi may be declared with an open hand: shown, it is a yaku of its own. Gold
fives and a joker after riichi are in the deck.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
