"""
# Piquet

| Import         | `from shugi.envs import piquet_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/piquet-v0")` |
| Agents         | 2 |

Two players exchange cards with the talon, card by card, declare point, sequence and sets, and play
twelve tricks.

Rewards are 1 for a match or game won (`mode`), the settlement of six deals, or the points of a
single hand over the other's. Arguments and masks are those of `super_bingo_v0`, actions and
observations those of the card games (`shugi layout card_actions`, `shugi layout card_observation`);
`shugi rules piquet` prints the options, docs/piquet.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "piquet")
