"""A stable-baselines3 ``VecEnv`` over the batch engine; it works with MaskablePPO of sb3-contrib.

```python
from sb3_contrib import MaskablePPO
from shugi.envs.sb3 import SeatVecEnv

env = SeatVecEnv("super_bingo", num_envs=64, opponents="baseline")
MaskablePPO("MlpPolicy", env, n_steps=128, device="cpu").learn(100_000)
```

Give ``predict`` the masks too: without ``action_masks=env.action_masks()`` it picks among all.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.envs.common.imports import needed
from shugi.envs.drawing import display
from shugi.envs.observation import action_space, row_of
from shugi.envs.seat import SeatGames

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(needed("shugi.envs.sb3", error), name=error.name) from error

__all__ = ["SeatVecEnv"]

Indices = int | Iterable[int] | None


class SeatVecEnv(VecEnv):
    """``num_envs`` games with one learning seat each.

    When an episode ends, ``infos[i]["terminal_observation"]`` holds its last observation,
    ``infos[i]["episode"]`` its return and length.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        num_envs: number of games.
        seed: of the games.
        render_mode: None, "human", "ansi", "rgb_array" or "svg"; others' hands stay hidden.
            ``render()`` gives the pixels of all tables, "human" prints them, and
            ``env_method("render")`` gives a picture of each.
        options: those of ``shugi.envs.seat.SeatGames``: ``opponents``, ``seat``, ``episode``,
            ``max_steps``, ``illegal_reward``, ``history``, ``observation``, ``threads``, and rule
            options.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    def __init__(
        self,
        rules: Rules | str | Path = "super_bingo",
        num_envs: int = 1,
        *,
        seed: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._mode = display.checked_mode(render_mode)
        self.games = SeatGames(rules, num_envs, **options)
        self.games.seed(seed)
        self._actions = np.zeros(num_envs, np.int64)
        self._return = np.zeros(num_envs)
        self._length = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.games.space, action_space())

    def reset(self) -> Any:
        """Begin an episode in every game; after ``seed()``, the sequence begins anew."""
        if self._seeds[0] is not None:
            self.games.seed(int(self._seeds[0]))
        self._reset_seeds()
        self._reset_options()
        self.games.restart()
        self._return[:] = 0.0
        self._length[:] = 0
        return self.games.features()

    def step_async(self, actions: NDArray[np.integer]) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        games = self.games
        games.step(self._actions)
        reward = games.reward.copy()
        done = games.terminated | games.truncated
        self._return += reward
        self._length += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            self._finish(np.flatnonzero(done), infos)
        return games.features(), reward, done, infos

    def _finish(self, ended: NDArray[np.int64], infos: list[dict[str, Any]]) -> None:
        games = self.games
        last = games.look()
        for i in ended:
            infos[i] = {
                "terminal_observation": row_of(last, i),
                "TimeLimit.truncated": bool(games.truncated[i]),
                "episode": {"r": float(self._return[i]), "l": int(self._length[i])},
                "seat": int(games.seat[i]),
                **games.result(i),
            }
        self._return[ended] = 0.0
        self._length[ended] = 0
        games.restart(ended)

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, 128) bool: the legal actions."""
        return self.games.legal_masks()

    def close(self) -> None:
        """Nothing is held open."""

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call ``action_masks`` or ``render`` of some games.

        Args:
            method_name: "action_masks" or "render".
            method_args: they are not read.
            indices: a game's number, or several; None: all games.
            method_kwargs: they are not read.

        Returns:
            for each game its mask (128,) bool, or its picture; None where ``render_mode`` is None.

        Raises:
            AttributeError: any other method.
        """
        asked = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[i] for i in asked]
        if method_name == "render":
            return [self._render(i) for i in asked]
        raise AttributeError(
            f"the games have no method {method_name!r}, only action_masks and render"
        )

    def _render(self, i: int) -> Any:
        """A table as its learner sees it; "human" prints it."""
        if self._mode != "human":
            return self._picture(i, self._mode) if self._mode else None
        print(self._picture(i, "ansi"))
        return None

    def _picture(self, i: int, mode: str) -> Any:
        games = self.games
        return display.picture(games.batch, i, mode, viewer=int(games.seat[i]))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        if attr_name == "render_mode":
            return [self._mode for _ in self._get_indices(indices)]
        if attr_name == "action_masks":
            return [self._mask_of(i) for i in self._get_indices(indices)]
        raise AttributeError(f"the games have no attribute {attr_name!r}")

    def _mask_of(self, i: int) -> Any:
        return lambda: self.action_masks()[i]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse: the games have no attributes to set. Raises: AttributeError."""
        raise AttributeError(f"the games have no attribute {attr_name!r} to set")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> list[NDArray[np.uint8] | None]:
        """A picture of each table as its learner sees it."""
        return [self._picture(i, "rgb_array") for i in range(self.num_envs)]
