"""How far numbers lie apart, whatever the largest of them are."""

import numpy as np
from numpy.typing import NDArray


def robust_scale(values: NDArray[np.float32], floor: float = 1e-3) -> float:
    """The 5-95 % range in units of a normal deviation: one jackpot does not move it."""
    if not len(values):
        return floor
    low, high = np.quantile(values, (0.05, 0.95))
    return max(float(high - low) / 3.29, floor)
