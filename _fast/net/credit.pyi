"""What each decision brought: advantages over each seat's own decisions, backwards through time."""

import numpy as np
from numpy.typing import NDArray

def credit(
    seat: NDArray[np.int8],
    reward: NDArray[np.float32],
    value: NDArray[np.float32],
    ended: NDArray[np.bool_],
    end_reward: NDArray[np.float32],
    lam: float,
    trust: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """What ``shugi.training.learn.returns.seat_advantages`` says, of C-contiguous arrays.

    Args:
        seat: (t, n).
        reward: (t, n, c).
        value: (t, n, c).
        ended: (t, n).
        end_reward: (t, n, seats, c).
        lam: in [0, 1].
        trust: (t, n) what of a decision's advantage is carried back.

    Returns:
        (t, n, c) advantages, (t, n, c) targets, and (t, n) where they are known.

    Raises: ValueError for an array of another shape, dtype or order, or a seat that is not there.
    """
