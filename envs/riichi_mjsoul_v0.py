"""
# Riichi (Mahjong Soul)

| Import         | `from shugi.envs import riichi_mjsoul_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/riichi-mjsoul-v0")` |
| Agents         | 4 |

Plain riichi mahjong of four players by the rules of Mahjong Soul's ranked games: runs may be
called, all three win on one discard, some yakuman count double by their form.

Observations, actions, masks, rewards and arguments are those of `sanma_v0`; `shugi rules
riichi_mjsoul` prints the options, docs/riichi.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "riichi_mjsoul")
