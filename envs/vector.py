"""``gymnasium.vector``: many games of one seat, stepped as one batch.

```python
env = gymnasium.make_vec("shugi/SuperBingo-v0", num_envs=64, opponents="baseline")
observations, infos = env.reset(seed=7)
observations, rewards, terminated, truncated, infos = env.step(actions)
```

What happens when an episode ends is ``autoreset_mode``, by name or as ``AutoresetMode``:

| mode | the step that ends the episode gives | then |
| --- | --- | --- |
| SAME_STEP | the next episode's first observation | the last one is in `infos["final_obs"]` |
| NEXT_STEP | the last observation | the next step ignores that game's action and begins anew |
| DISABLED | the last observation | `reset(options={"reset_mask": ended})` before the next step |

With SAME_STEP, ``infos["final_info"]`` says what the episode came to; else ``infos`` does.
"""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.envs.drawing import display
from shugi.envs.observation import action_space, row_of
from shugi.envs.seat import SeatGames

Flags = NDArray[np.bool_]


class SeatVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games with one learning seat each.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        num_envs: number of games.
        render_mode: None, "human", "ansi", "rgb_array" or "svg"; others' hands stay hidden.
        autoreset_mode: what happens when an episode ends.
        copy: False: observations, rewards, ends and masks are the environment's own buffers, which
            the next ``step`` or ``reset`` writes anew.
        settings: those of ``shugi.envs.seat.SeatGames``: ``opponents``, ``seat``, ``episode``,
            ``max_steps``, ``illegal_reward``, ``history``, ``observation``, ``threads``,
            ``options`` of the rules.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(display.MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        rules: Rules | str | Path | None = "super_bingo",
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        self.render_mode = display.checked_mode(render_mode)
        self.num_envs = num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.copy = copy
        self.games = SeatGames(rules, num_envs, **settings)
        self.single_observation_space = self.games.space
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every game, or in those of ``options["reset_mask"]``."""
        if seed is not None and not isinstance(seed, int):
            raise ValueError("one seed serves all games of the batch; give an integer or None")
        rows = self._rows_of(options, seed)
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.games.seed(int(self.np_random.integers(2**63)))
            self._seeded = True
        self.games.restart(rows)
        self._show()
        return self._observe(), self._infos()

    def _rows_of(self, options: dict[str, Any] | None, seed: int | None) -> Any:
        """The games that are reset; None: all of them."""
        others = [key for key in options or {} if key != "reset_mask"]
        if others:
            raise ValueError(f"reset takes only the option reset_mask; got {others}")
        if not options:
            return None
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(f"reset_mask must be {self.num_envs} bools, at least one true: {mask}")
        if seed is not None and not mask.all():
            raise ValueError("a seed begins the games of all rows anew; reset them without a mask")
        return np.flatnonzero(mask)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[Any], Flags, Flags, dict[str, Any]]:
        """Apply one action id in each game and play on to the learners' next decisions."""
        games = self.games
        before = np.flatnonzero(games.terminated | games.truncated)
        if before.size and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            raise ValueError(
                f"the episode of game {before[0]} is over: reset(options={{'reset_mask': ...}})"
            )
        games.step(actions, restart=before)
        reward, terminated, truncated = games.reward, games.terminated, games.truncated
        ended = np.flatnonzero(terminated | truncated)
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP and ended.size
        if self.copy or same_step:
            reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()
        infos = self._results(ended) if ended.size else {}
        if same_step:
            infos = self._final(ended, infos)
            games.restart(ended)
        self._show()
        return self._observe(), reward, terminated, truncated, {**self._infos(), **infos}

    def _observe(self) -> Any:
        return self.games.features() if self.copy else self.games.look()

    def _infos(self) -> dict[str, Any]:
        mask, seat = self.games.mask, self.games.seat
        if self.copy:
            mask, seat = mask.copy(), seat.copy()
        every = self._all.copy()
        return {"action_mask": mask, "_action_mask": every, "seat": seat, "_seat": every}

    def _results(self, ended: NDArray[np.int64]) -> dict[str, Any]:
        """What the episodes of those games came to, as Gymnasium stacks infos."""
        infos: dict[str, Any] = {}
        for i in ended:
            one = dict(self.games.result(i))
            if self.games.illegal[i]:
                one["illegal_action"] = True
            infos = self._add_info(infos, one, int(i))
        return infos

    def _final(self, ended: NDArray[np.int64], results: dict[str, Any]) -> dict[str, Any]:
        seen = self.games.look()
        where = np.zeros(self.num_envs, np.bool_)
        where[ended] = True
        observations = np.full(self.num_envs, None, object)
        for i in ended:
            observations[i] = row_of(seen, i)
            results = self._add_info(results, {"seat": int(self.games.seat[i])}, int(i))
        return {
            "final_obs": observations,
            "_final_obs": where,
            "final_info": results,
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


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """Raises: ValueError for a name that is none."""
    if isinstance(given, AutoresetMode):
        return given
    for mode in AutoresetMode:
        if str(given).lower() in (mode.name.lower(), mode.value.lower()):
            return mode
    names = ", ".join(mode.name for mode in AutoresetMode)
    raise ValueError(f"autoreset_mode must be one of {names}; got {given!r}")
