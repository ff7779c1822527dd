"""
# Ninety-Nine

| Import         | `from shugi.envs import ninety_nine_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/ninety_nine-v0")` |
| Agents         | 3 |

Three players lay three cards aside to bid how many of nine tricks they will win, and may offer to
play with the bid or with all their cards shown.

Rewards are points over the mean of the two others. Arguments and masks are those of
`super_bingo_v0`, actions and observations those of the card games (`shugi layout card_actions`,
`shugi layout card_observation`); `shugi rules ninety_nine` prints the options, docs/ninety_nine.md
the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "ninety_nine")
