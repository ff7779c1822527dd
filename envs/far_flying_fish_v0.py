"""Far Flying Fish Sanma: 3 agents.

Flying Fish where riichi may be declared with an open hand: shown, it is a yaku of its own. Gold
fives and a joker after riichi are in the deck.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__)
