"""
# Far Flying Fish Sanma

| Import         | `from shugi.envs import far_flying_fish_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/far_flying_fish-v0")` |
| Agents         | 3 |

Flying Fish where riichi may be declared with an open hand: shown, it is a yaku of its own. Gold
fives and a joker after riichi are in the deck.

Observations, actions, masks, rewards and arguments are those of `super_bingo_v0`; `shugi rules
far_flying_fish` prints the options.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "far_flying_fish")
