"""
# Riichi (Tenhou)

| Import         | `from shugi.envs import riichi_tenhou_v0` |
|----------------|---|
| Creation       | `pettingzoo.make("aec", "shugi/riichi-tenhou-v0")` |
| Agents         | 4 |

Plain riichi mahjong of four players by the rules of Tenhou's ranked games: runs may be called,
three wins on one discard are a draw, no yakuman counts double by its form.

Observations, actions, masks, rewards and arguments are those of `sanma_v0`; `shugi rules
riichi_tenhou` prints the options, docs/riichi.md the rules.
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "riichi_tenhou")
