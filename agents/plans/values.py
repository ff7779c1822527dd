"""What plans brought: on the deals that were found for all of them, and against one another.

Each deal is played with all plans of a position, so plans are compared deal by deal. The largest of
many noisy means is often the noisiest: another plan counts as better than a good one only where it
beats it by some standard errors of the paired difference, and what looks best is valued again in
fresh deals.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.envs.common.arrays import F32, F64, I64, Rng

FloatT = TypeVar("FloatT", np.float32, np.float64)


def value_plans(
    batch: Batch, playouts: Playouts, keys: NDArray[np.uint64], rng: Rng
) -> tuple[list[list[Plan]], list[F32]]:
    """The plans of every game, and for each game (plans, deals) what they are worth.

    Args:
        batch: the games; they stay as they are.
        playouts: how plans are played out.
        keys: (n,) of the re-deals.
        rng: the chance of whoever plays on.
    """
    rows = np.arange(batch.n)
    plans = plans_of(batch, rows)
    return plans, playouts.values(batch, rows, plans, keys, rng)


def found_deals(values: NDArray[FloatT]) -> NDArray[FloatT]:
    """(plans, deals) without the deals that were not found for some plan (NaN)."""
    return values[:, ~np.isnan(values).any(axis=0)]


def paired_differences(
    dealt: NDArray[FloatT], against: NDArray[FloatT]
) -> tuple[NDArray[FloatT], F64]:
    """What plans bring more than something else on the same deals.

    Args:
        dealt: (plans, deals), at least two deals, all found.
        against: (deals,) what the other brought.

    Returns:
        (plans,) means and (plans,) their standard errors.
    """
    gain = dealt - against
    return gain.mean(axis=1), gain.std(axis=1, ddof=1) / np.sqrt(dealt.shape[1])


def better(
    dealt: NDArray[FloatT], start: int, margin: float = 1.0, most: int | None = None
) -> list[int]:
    """The plans that beat another one, the largest mean first.

    Args:
        dealt: (plans, deals), all found; with fewer than two deals nothing beats anything.
        start: the plan to beat.
        margin: standard errors of the paired difference by which it must be beaten.
        most: only so many plans with the largest means are looked at; None: all.
    """
    if dealt.shape[1] < 2:
        return []
    mean, error = paired_differences(dealt, dealt[start])
    order = np.argsort(-mean, kind="stable")[:most]
    return [int(k) for k in order if mean[k] > max(0.0, margin * error[k])]


def better_half(means: NDArray[FloatT], least: int) -> I64:
    """The numbers of the half with the larger means, at least ``least``; ascending."""
    kept = max(least, (len(means) + 1) // 2)
    return np.sort(np.argsort(-means, kind="stable")[:kept])
