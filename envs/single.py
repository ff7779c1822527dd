"""Gymnasium: one seat against given agents.

```python
import gymnasium
import shugi.envs  # registers shugi/SuperBingo-v0 and shugi/Sanma-v0

env = gymnasium.make("shugi/SuperBingo-v0", opponents="baseline", honba_ron=1000)
observation, info = env.reset(seed=7)
action = env.action_space.sample(info["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
```

| part | what it is |
| --- | --- |
| observation | (features,) float32: planes over their scales, globals; the rule vector on demand |
| ... with `history=True` | a dict of that `observation` and `history`, (96,) uint16 |
| action | one of 128 ids; the mask is `info["action_mask"]` and `action_masks()` |
| reward | chips (points / 1000, units) since the own last decision, at first since the start |
| episode | a game, or a hand with `episode="hand"` |
| info | `action_mask`, `seat`; at an episode's end `result`, the sum of its rewards |
| ... and at a game's end | `rank` (0 = first, may be shared), `score`, `game_result` |

`shugi list layout observation` and `shugi list layout actions` print what each number means.

An illegal action earns `illegal_reward` and ends the episode, with `info["illegal_action"]`.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.envs.drawing import display
from shugi.envs.observation import action_space
from shugi.envs.seat import SeatGames


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """One seat of one game; the opponents play inside ``step``.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        render_mode: None, "human", "ansi", "rgb_array" or "svg"; others' hands stay hidden.
        settings: those of ``shugi.envs.seat.SeatGames``: ``opponents``, ``seat``, ``episode``,
            ``max_steps``, ``illegal_reward``, ``rule_vector``, ``history``, ``observation``,
            ``options`` of the rules, or these by name.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    metadata: dict[str, Any] = {"render_modes": list(display.MODES), "render_fps": 2}

    def __init__(
        self,
        rules: Rules | str | Path | None = "super_bingo",
        *,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = display.checked_mode(render_mode)
        self.games = SeatGames(rules, 1, **settings)
        self.observation_space = self.games.space
        self.action_space = action_space()
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; with a seed, the sequence of episodes begins anew."""
        super().reset(seed=seed)
        if options:
            raise ValueError(f"reset takes no options; got {options!r}")
        if seed is not None or not self._seeded:
            self.games.seed(int(self.np_random.integers(2**63)))
            self._seeded = True
        self.games.restart()
        self._show()
        return self.games.features_one(), self._info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply an action id and play on to the seat's next decision."""
        games = self.games
        games.step_one(action)
        if self.render_mode == "human":
            self._show()
        ended = bool(games.terminated[0]), bool(games.truncated[0])
        return games.features_one(), float(games.reward[0]), *ended, self._info(any(ended))

    def _info(self, ended: bool = False) -> dict[str, Any]:
        games = self.games
        info: dict[str, Any] = {"action_mask": games.mask[0].copy(), "seat": int(games.seat[0])}
        if ended:
            info.update(games.result(0))
            if games.illegal[0]:
                info["illegal_action"] = True
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """(128,) bool: the legal actions, where sb3-contrib looks for them."""
        mask: NDArray[np.bool_] = self.games.legal_masks()[0]
        return mask

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._picture("ansi"))

    def render(self) -> Any:
        """The table as the seat sees it: text for "ansi", pixels for "rgb_array"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given to make()")
            return None
        return None if self.render_mode == "human" else self._picture(self.render_mode)

    def _picture(self, mode: str) -> Any:
        return display.picture(self.games.batch, 0, mode, viewer=int(self.games.seat[0]))

    def _repr_html_(self) -> str:
        """The table in a notebook, as the seat sees it."""
        return str(self._picture("svg"))
