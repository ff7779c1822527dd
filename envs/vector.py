"""``gymnasium.vector``: many games of one seat, stepped as one batch.

```python
env = gymnasium.make_vec("shugi/SuperBingo-v0", num_envs=64, opponents="baseline")
observations, infos = env.reset(seed=7)
observations, rewards, terminated, truncated, infos = env.step(actions)
```

Autoreset is SAME_STEP: when an episode ends, the observation returned is the next episode's first
one, and ``infos["final_obs"]``, ``infos["final_info"]`` hold the last one's.
"""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.envs import display
from shugi.envs.observation import action_space
from shugi.envs.seat import SeatGames

Features = NDArray[np.float32]
Flags = NDArray[np.bool_]


class SeatVectorEnv(VectorEnv[Features, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games with one learning seat each.

    Args:
        render_mode: None, "human", "ansi", "rgb_array" or "svg"; others' hands stay hidden.
        options: those of ``shugi.envs.seat.SeatGames``: ``opponents``, ``seat``, ``episode``,
            ``max_steps``, ``illegal_reward``, ``threads``, and rule options.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(display.MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        rules: Rules | str | Path = "super_bingo",
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = display.checked_mode(render_mode)
        self.num_envs = num_envs
        self.games = SeatGames(rules, num_envs, **options)
        self.single_observation_space = self.games.space
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Begin an episode in every game."""
        if seed is not None and not isinstance(seed, int):
            raise ValueError("one seed serves all games of the batch; give an integer or None")
        super().reset(seed=seed)
        if options:
            raise ValueError(f"reset takes no options; got {sorted(options)}")
        if seed is not None or not self._seeded:
            self.games.seed(int(self.np_random.integers(2**63)))
            self._seeded = True
        self.games.restart()
        self._show()
        return self.games.features(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Features, NDArray[Any], Flags, Flags, dict[str, Any]]:
        """Apply one action id in each game and play on to the learners' next decisions."""
        games = self.games
        games.step(actions)
        reward = games.reward.copy()
        terminated, truncated = games.terminated.copy(), games.truncated.copy()
        ended = np.flatnonzero(terminated | truncated)
        final: dict[str, Any] = {}
        if ended.size:
            final = self._final(ended)
            games.restart(ended)
        self._show()
        return games.features(), reward, terminated, truncated, {**self._infos(), **final}

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.games.mask.copy(),
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "seat": self.games.seat.copy(),
            "_seat": np.ones(self.num_envs, np.bool_),
        }

    def _final(self, ended: NDArray[np.int64]) -> dict[str, Any]:
        features = self.games.features()
        where = np.zeros(self.num_envs, np.bool_)
        where[ended] = True
        observations = np.full(self.num_envs, None, object)
        infos: dict[str, Any] = {}
        for i in ended:
            observations[i] = features[i]
            one: dict[str, Any] = {"seat": int(self.games.seat[i])}
            if self.games.illegal[i]:
                one["illegal_action"] = True
            elif self.games.terminated[i]:
                one.update(self.games.result(i))
            infos = self._add_info(infos, one, int(i))
        return {
            "final_obs": observations,
            "_final_obs": where,
            "final_info": infos,
            "_final_info": where.copy(),
        }

    def action_masks(self) -> Flags:
        """(num_envs, 128) bool: the legal actions."""
        return self.games.legal_masks()

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._pictures("ansi")[0])

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each table as its learner sees it; "human" prints the first one."""
        if self.render_mode is None or self.render_mode == "human":
            return None
        return self._pictures(self.render_mode)

    def _pictures(self, mode: str) -> tuple[Any, ...]:
        games = self.games
        return tuple(
            display.picture(games.batch, i, mode, viewer=int(games.seat[i]))
            for i in range(self.num_envs)
        )
