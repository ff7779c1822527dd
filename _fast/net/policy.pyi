"""Networks of one rule set, in C: int8 products, the kernel chosen when it is imported."""

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.net.lists import PositionLists
from shugi._fast.rules.compile import Rules

TIERS: tuple[str, ...]
"""Kernels that this processor runs, the fastest last."""
MASKED: float
"""Log-probability of an action that is not legal."""

class EngineNetwork:
    """What a policy and a critic in the engine share."""

    rules: Rules
    blocks: int
    """Of the observation: bits of those of which it reads a row (``layout.blocks``)."""
    tier: str
    """The kernel in use, of ``TIERS``; all of them give the same numbers."""

    @property
    def hidden(self) -> int:
        """Units of the first hidden layer."""

class EnginePolicy(EngineNetwork):
    """A policy network folded for one rule set; its two large layers multiply in int8.

    ``shugi.agents.engine_policy.engine_policy`` makes one of a trained policy.

    Args:
        weights: float32 arrays by name, with the shapes of ``shugi._fast.net.weights.shapes``.
        rules: whose terms are within the weights.
        first: the first place of a plane that it looks at.
        epsilon: of the layer norm.
        like: the same network folded for another rule set; ``weights`` are then the terms alone
            (``shugi._fast.net.weights.TERMS``), and all else is shared with it.

    Raises:
        ValueError: a weight is missing, not known, of another shape, or not finite; ``like`` is
            for another layout.
    """

    def __new__(
        cls,
        weights: Mapping[str, NDArray[np.float32]],
        rules: Rules,
        *,
        first: int = 0,
        epsilon: float = 1e-5,
        like: EnginePolicy | None = None,
    ) -> Self: ...
    def log_policy(
        self,
        planes: NDArray[np.uint8],
        globals_: NDArray[np.float32],
        mask: NDArray[np.uint8],
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """Log-probabilities (k, 128) of observations; ``MASKED`` where illegal.

        Args:
            planes: (k, planes, places), as ``Batch.observe`` writes them.
            globals_: (k, globals).
            mask: (k, 128), nonzero where legal; each row has a legal action.
            out: (k, 128) to write into.

        Raises:
            ValueError: an array of another shape, dtype or order, or numbers that are not finite.
        """
    def log_policy_kept(
        self,
        planes: PositionLists,
        globals_: PositionLists,
        picks: NDArray[np.int64],
        mask: NDArray[np.uint8],
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """As ``log_policy``, of the positions ``picks`` (k,) that are kept as lists.

        Raises:
            ValueError: an array of another shape, dtype or order, or lists of another layout.
            IndexError: no such position.
        """
    def draw_kept(
        self,
        planes: PositionLists,
        globals_: PositionLists,
        picks: NDArray[np.int64],
        mask: NDArray[np.uint8],
        units: NDArray[np.float64],
        floor: float = 0.0,
        lifted: NDArray[np.uint8] | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Draw an action for each of the positions ``picks`` (k,) that are kept as lists.

        Args:
            units: (k,) evenly distributed in [0, 1): the chance of the draws.
            floor: of the probability, shared evenly by those of ``lifted`` that are legal.
            lifted: (128,) nonzero for such actions.

        Returns:
            (k,) the actions, and (k,) the logarithms of the probabilities they were drawn with.

        Raises:
            ValueError: an array of another shape, dtype or order, or lists of another layout.
            IndexError: no such position.
        """

def products(weights: NDArray[np.int8], inputs: NDArray[np.uint8], tier: str) -> NDArray[np.int32]:
    """(k, outputs) sums of inputs (k, inputs), at most 127, times weights (outputs, inputs)."""
