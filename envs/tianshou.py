"""Tianshou: one seat of a game whose mask stands in the observation, where Tianshou looks for it.

```python
from tianshou.env import DummyVectorEnv
from shugi.envs.tianshou import masked_seat

train = DummyVectorEnv([lambda: masked_seat("super_bingo") for _ in range(16)])
```
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from shugi._fast.core.actions import ACTION_COUNT
from shugi.envs.single import SeatEnv

__all__ = ["MaskedSeat", "masked_seat"]


class MaskedSeat(gymnasium.Wrapper[dict[str, Any], np.int64, NDArray[np.float32], np.int64]):
    """Observations are ``{"obs": (features,) float32, "mask": (actions,) bool}``."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        mask = spaces.MultiBinary(ACTION_COUNT)
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def reset(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode; arguments as in ``SeatEnv``."""
        seen, info = self.env.reset(**options)
        return self._told(seen, info), info

    def step(self, action: np.int64) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Apply an action id and play on, as ``SeatEnv.step`` does."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        return self._told(seen, info), reward, terminated, truncated, info

    def _told(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"obs": seen, "mask": info["action_mask"] > 0}


def masked_seat(rules: str = "super_bingo", **options: Any) -> MaskedSeat:
    """One seat against given agents; arguments as in ``SeatEnv``."""
    return MaskedSeat(SeatEnv(rules, **options))
