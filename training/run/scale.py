"""How far numbers lie apart, whatever the largest of them are."""

import numpy as np

from shugi.envs.common.arrays import F32

FLOOR = 1e-3


def robust_scale(values: F32) -> float:
    """The 5-95 % range in units of a normal deviation: one jackpot does not move it."""
    if not len(values):
        return FLOOR
    low, high = np.quantile(values, (0.05, 0.95))
    return max(float(high - low) / 3.29, FLOOR)
