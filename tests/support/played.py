"""Games that are played on in a batch, by the baseline or at random, while a test looks at them."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch

Wild = Callable[[int], Any]
"""Of the number of a step: whether it is random, for all games or for each."""


def always(step: int) -> bool:
    return True


def never(step: int) -> bool:
    return False


def played(batch: Batch, steps: int, wild: Wild = never) -> Iterator[int]:
    """The number of each step when it was taken: by the baseline, or at random where it is wild."""
    careful, drawn = np.zeros(batch.n, np.uint8), np.zeros(batch.n, np.uint8)
    for step in range(steps):
        random = wild(step)
        if random is not True:
            batch.baseline(careful)
        if random is not False:
            batch.sample(drawn, step)
        batch.step(np.where(random, drawn, careful).astype(np.uint8))
        assert not batch.status.any()
        yield step


def played_out(batch: Batch, wild: Wild = never) -> None:
    """To the end of every game of a batch without auto_reset."""
    steps = played(batch, 1_000_000, wild)
    while (batch.seat >= 0).any():
        next(steps)


def finished(batch: Batch, steps: int, wild: Wild = never) -> Iterator[int]:
    """Each game that ends: what its seats were paid on the way is its result."""
    sums = np.zeros((batch.n, batch.seats))
    for _ in played(batch, steps, wild):
        sums += batch.reward
        for i in np.flatnonzero(batch.done):
            np.testing.assert_allclose(sums[i], batch.final_result[i], atol=1e-3)
            sums[i] = 0
            yield int(i)
