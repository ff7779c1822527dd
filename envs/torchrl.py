"""TorchRL: many games of one seat as a batched environment.

```python
from shugi.envs.torchrl import SeatTorchEnv

env = SeatTorchEnv("super_bingo", num_envs=64, opponents="baseline")
rollout = env.rollout(100)  # a legal action each, at random
```

Actions come with their mask, ``action_mask``, in the specs' own place: ``env.rollout`` and
``MaskedCategorical`` pick among the legal ones.
"""

from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.envs.seat import SeatGames

try:
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
except ImportError as error:
    raise ImportError("shugi.envs.torchrl needs TorchRL: pip install torchrl") from error

__all__ = ["SeatTorchEnv"]


class SeatTorchEnv(EnvBase):  # type: ignore[misc]
    """``num_envs`` games with one learning seat each, stepped as one batch.

    Keys: ``observation`` (features,) float32, ``action_mask`` (128,) bool, ``action`` int64,
    ``reward`` (1,) float32 in chips, thousands of points or units, since the last own decision.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        num_envs: number of games.
        seed: of the games.
        options: those of ``shugi.envs.seat.SeatGames``: ``opponents``, ``seat``, ``episode``,
            ``max_steps``, ``illegal_reward``, ``rule_vector``, ``observation``, ``threads``, and
            rule options.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    batch_locked = True

    def __init__(
        self,
        rules: Rules | str | Path = "super_bingo",
        num_envs: int = 1,
        *,
        seed: int = 0,
        **options: Any,
    ) -> None:
        if options.get("history"):
            raise ValueError("history: SeatTorchEnv tells no events; leave it out")
        super().__init__(device="cpu", batch_size=[num_envs])
        self.games = SeatGames(rules, num_envs, **options)
        self.games.seed(seed)
        count, actions = num_envs, self.games.mask.shape[1]
        width = self.games.space.shape[0]
        self.observation_spec = Composite(
            observation=Unbounded((count, width), dtype=torch.float32),
            action_mask=Binary(shape=(count, actions), dtype=torch.bool),
            shape=[count],
        )
        self.action_spec = Categorical(actions, shape=(count,), dtype=torch.int64)
        self.reward_spec = Unbounded((count, 1), dtype=torch.float32)
        flag = Binary(shape=(count, 1), dtype=torch.bool)
        self.done_spec = Composite(
            done=flag, terminated=flag.clone(), truncated=flag.clone(), shape=[count]
        )

    def _seen(self) -> dict[str, torch.Tensor]:
        mask = torch.from_numpy(self.games.legal_masks())
        self.action_spec.update_mask(mask)
        return {"observation": torch.from_numpy(self.games.features()), "action_mask": mask}

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        which = None if tensordict is None else tensordict.get("_reset", None)
        if which is None:
            self.games.restart()
        else:
            rows = np.flatnonzero(which.numpy().reshape(-1))
            self.games.restart(rows if len(rows) < self.games.n else None)
        return TensorDict(self._seen(), batch_size=self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        games = self.games
        games.step(tensordict["action"].numpy())
        told = self._seen() | {
            "reward": torch.from_numpy(games.reward.copy()).unsqueeze(-1),
            "terminated": torch.from_numpy(games.terminated.copy()).unsqueeze(-1),
            "truncated": torch.from_numpy(games.truncated.copy()).unsqueeze(-1),
        }
        told["done"] = told["terminated"] | told["truncated"]
        return TensorDict(told, batch_size=self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self.games.seed(0 if seed is None else seed)
