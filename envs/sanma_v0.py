"""
# Sanma

| Import         | `from shugi.envs import sanma_v0`                           |
|----------------|-------------------------------------------------------------|
| Creation       | `pettingzoo.make("aec", "shugi/sanma-v0")`                  |
| Actions        | Discrete                                                    |
| Parallel API   | through `parallel_env` (turn based)                         |
| Manual Control | No                                                          |
| Agents         | `agents = ["player_0", "player_1", "player_2"]`             |
| Agents         | 3                                                           |
| Action Shape   | (1)                                                         |
| Action Values  | [0, 127]                                                    |

Plain three-player riichi mahjong: no 2m to 8m, North set aside as a dora, tsumo loss. The rules
are Mahjong Soul's ranked ones; `sanma_v0.env(rules="sanma_tenhou")` takes another preset. Player 0
deals first.

### Observation Space

A dictionary with `"observation"` and `"action_mask"`. The observation is a row of float32 from the
agent's own view, seats relative (0 = own, 1 = next to act, ...):

| Index                         | Description                                                  |
|-------------------------------|--------------------------------------------------------------|
| 0 .. 34 x PLANES - 1          | planes of 34 tile kinds, each divided by its scale           |
| 34 x PLANES .. FEATURES - 1   | scores, chips, round, phase, ...                             |

`shugi layout observation` prints every plane and number; `shugi.envs.observation` has the sizes.

#### Legal Actions Mask

`"action_mask"` is (128,) int8, 1 where the action is legal; all zeros for an agent that is not to
move. A decision is offered only when at least two actions are legal. In `env`, an illegal action
ends the episode with a reward of -1 for its agent and 0 for the others; in `raw_env` it raises
`IllegalAction` and changes nothing.

### Action Space

| Action   | Description                                                                       |
|----------|-----------------------------------------------------------------------------------|
| 0 .. 63  | a tile code: discard it, or choose it where a verb asks for a tile                |
| 64 .. 127| a verb: pass, win, riichi, open riichi, kans, pon, ...                            |

`shugi layout actions` prints them all. Riichi and kan make the tile the next decision.

### Rewards

Thousands of points that the agent won or paid since its last decision, at the step in which they
moved; uma and oka come with the last step. Each agent's rewards sum to its result over a game.

### Arguments

``` python
sanma_v0.env(rules="sanma_base", episode="game", max_cycles=None, render_mode=None, **rule_options)
```

`episode="hand"`: an episode is one hand. `max_cycles`: truncate after so many decisions for each
agent on average. Any rule option by name, such as `honba_ron=300` (`shugi rules sanma_base`).

### Version History

* v0: first version
"""

from shugi.envs.aec import doors

raw_env, env, parallel_env = doors(__name__, "sanma_base")
