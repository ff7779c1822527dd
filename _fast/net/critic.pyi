"""A critic of one rule set, in C: the kernels of a policy, and heads of its own."""

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import EngineNetwork
from shugi._fast.rules.compile import Rules

class EngineCritic(EngineNetwork):
    """A critic folded for one rule set: what the hand will still bring to the seat that decides.

    ``shugi.agents.engine_policy.engine_critic`` makes one of a trained critic.

    Args:
        weights: float32 arrays by name, with the shapes of
            ``shugi._fast.net.weights.critic_shapes``. A value is the mean of ``bins`` (2, bins),
            weighted by the softmax of a head's numbers; with one bin it is number times bin.
        rules: whose terms are within the weights.
        oracle: it sees the hidden tiles too.
        epsilon: of the layer norm.
        standing: what it expects takes in how the standing changes (``EngineStanding``).
        like: the same critic folded for another rule set; ``weights`` are then the terms alone
            (``shugi._fast.net.weights.TERMS``), and all else is shared with it.

    Raises:
        ValueError: a weight is missing, not known, of another shape, or not finite; ``like`` is
            for another layout.
    """

    oracle: bool
    """Whether it sees the hidden tiles."""
    standing: bool
    """Whether what it expects takes in how the standing changes."""

    def __new__(
        cls,
        weights: Mapping[str, NDArray[np.float32]],
        rules: Rules,
        *,
        oracle: bool = True,
        epsilon: float = 1e-5,
        standing: bool = False,
        like: EngineCritic | None = None,
    ) -> Self: ...
    def values(
        self,
        planes: NDArray[np.uint8],
        globals_: NDArray[np.float32],
        oracle: NDArray[np.uint8] | None = None,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """(k, 2) chips and thousands of points that the hand will still bring.

        Args:
            planes: (k, planes, places), as ``Batch.observe`` writes them.
            globals_: (k, globals).
            oracle: (k, oracle planes, places), as ``Batch.observe_oracle`` writes them; None for a
                critic that does not see them.
            out: (k, 2) to write into.

        Raises:
            ValueError: an array of another shape, dtype or order, or numbers that are not finite.
        """
    def values_kept(
        self,
        planes: PositionLists,
        globals_: PositionLists,
        oracle: PositionLists | None,
        picks: NDArray[np.int64],
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """As ``values``, of the positions ``picks`` (k,) that are kept as lists.

        Raises:
            ValueError: an array of another shape, dtype or order, or lists of another layout.
            IndexError: no such position.
        """
