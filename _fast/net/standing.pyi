"""What a hand leaves behind, and what that is worth: points, the deal, honba, sticks, markers."""

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules

STANDING_NAMES: tuple[str, ...]
"""The numbers of a standing: those of each seat in turn order from the own one, then the table's.
Points are thousands above the start."""
STANDING_SHAPES: dict[str, tuple[int, ...]]
"""Of the weights."""

class EngineStanding:
    """What a standing between two hands is worth to each seat.

    The network has one hidden layer of rectified units; the seats' values have their mean taken
    away, since what one seat wins another loses.

    Args:
        weights: by name, as ``STANDING_SHAPES`` says: ``first`` and ``bias`` of the hidden layer
            over the numbers as they are, ``last`` of the value, in chips or thousands of points
            (``kind``).
        rules: it is of.

    Raises:
        ValueError: a weight is missing, not known, of another shape, or not finite.
    """

    rules: Rules

    def __new__(cls, weights: Mapping[str, NDArray[np.float32]], rules: Rules) -> Self: ...
    @property
    def kind(self) -> int:
        """The kind of gain that carries the value: 0 chips, 1 thousands of points."""
    def weights(self) -> dict[str, NDArray[np.float32]]: ...
