"""Agents without a network: uniformly random, and the rule baseline of the engine."""

import numpy as np
from numpy.typing import NDArray

from shugi._fast.bots.style import style as style_of
from shugi.agents.base import Observation
from shugi.envs.common.arrays import F32, U8, Rng


class Random:
    """Every legal action is equally likely."""

    name = "random"
    sample = True  # draws from its preferences

    def act(self, seen: Observation, rng: Rng) -> U8:
        mask = seen.mask
        count = mask.sum(axis=1, dtype=np.int64)
        nth = (rng.random(len(mask)) * count).astype(np.int64)
        actions: NDArray[np.intp] = (mask.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
        return actions.astype(np.uint8)

    def preferences(self, seen: Observation, rng: Rng) -> F32:
        """(k, 128): as likely as each other."""
        mask = seen.mask
        even: F32 = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
        return even


class Baseline:
    """The rule baseline written in C: tile efficiency, value-aware riichi, simple defence.

    Args:
        style: a name of ``shugi._fast.bots.style.STYLES``; None is the plain baseline.
        params: parameters of the style to change, as ``style`` of that module takes them.

    Raises:
        ValueError: no such style or parameter.
    """

    def __init__(self, style: str | None = None, **params: float) -> None:
        self.style = style_of(style or "baseline", **params)
        changes = "".join(f",{key}={value:g}" for key, value in params.items())
        self.name = f"baseline:{style or 'baseline'}{changes}" if style or changes else "baseline"

    def act(self, seen: Observation, rng: Rng) -> U8:
        batch, rows, mask = seen.batch, seen.rows, seen.mask
        actions = np.zeros(batch.n, np.uint8)
        asked = np.zeros(batch.n, np.bool_)
        asked[rows] = True
        allowed = mask
        if len(rows) < batch.n:
            allowed = np.empty((batch.n, mask.shape[1]), np.uint8)
            allowed[rows] = mask
        batch.baseline(actions, self.style, asked, allowed)
        return actions[rows]
