"""Returns and advantages in a game where several seats take turns.

A seat's reward arrives between its own decisions: what it gained from one decision to its next one
belongs to the first. A hand's end closes the last decision of every seat, whoever moved.
"""

from dataclasses import dataclass

import numpy as np

from shugi._fast.net.credit import credit
from shugi.envs.common.arrays import F32, I8, Bools


@dataclass(frozen=True)
class Advantages:
    """What ``seat_advantages`` finds; ``c`` counts the kinds of reward (chips, points)."""

    advantage: F32  # (t, n, c)
    target: F32  # (t, n, c) lambda-returns, for the critic
    known: Bools  # (t, n) False where the seat's next decision lies beyond the buffer


def seat_advantages(
    seat: I8,
    reward: F32,
    value: F32,
    ended: Bools,
    end_reward: F32,
    lam: float,
    ratio: F32 | None = None,
) -> Advantages:
    """Generalised advantage estimates over each seat's own decisions; undiscounted.

    The last decision of a seat before the buffer's end (and not before a hand's end) has no
    successor yet: it lends its value to the decision before, and is itself not ``known``.

    Args:
        seat: (t, n) who decided; negative where nobody did.
        reward: (t, n, c) what that seat had gained since its decision before, in the same hand.
        value: (t, n, c) estimated rest of the hand, at that decision.
        ended: (t, n) whether the action taken there ended the hand.
        end_reward: (t, n, seats, c) what every seat gained from its last decision to that end.
        lam: the lambda of the estimates, in [0, 1].
        ratio: (t, n) how much likelier the action is to the policy that learns than to the one that
            played. Ratios below 1 cut what is carried back, those above 1 change nothing: V-trace
            (Espeholt et al. 2018) over each seat's decisions. None: both are the same policy.
    """
    trust = np.ones(seat.shape, np.float32) if ratio is None else np.minimum(ratio, np.float32(1))
    return Advantages(*credit(seat, reward, value, ended, end_reward, lam, trust))


def normalise(values: F32, scale: float, limit: float) -> tuple[F32, float]:
    """Centre, scale and clip advantages.

    Args:
        values: of any shape.
        scale: what counts as 1, in the unit of the values.
        limit: the largest absolute value after scaling.

    Returns:
        the advantages, and the share of their absolute sum that clipping took away.
    """
    centred = (values - values.mean()) / scale
    clipped = np.clip(centred, -limit, limit)
    total = float(np.abs(centred).sum())
    lost = float((np.abs(centred) - np.abs(clipped)).sum())
    return clipped.astype(np.float32), lost / total if total else 0.0


def explained_variance(value: F32, target: F32) -> float:
    """1: the critic foresees the return; 0: no better than its mean; 0 for a constant return."""
    spread = float(np.var(target))
    return 1.0 - float(np.var(target - value)) / spread if spread > 1e-12 else 0.0
