"""A match with the luck of draws taken out of its results: control variates.

The engine says of every draw how lucky it was, in numbers whose mean is zero whatever the agents do
(``Batch.add_luck``), and how much more was paid for turned tiles than on average. What such numbers
are worth is fitted to the other sets of the same match. So they are no guess, and taking their
worth away changes no mean: only the intervals are narrower.
"""

import numpy as np

from shugi._fast.batch.batch import LUCK_TERMS, Batch
from shugi.envs.common.arrays import F32, F64

TERMS = LUCK_TERMS + 1
"""Those of the engine, and what turned tiles paid beyond their mean."""
FOLDS = 10  # of the sets: the worths for one are fitted to the others
LEAST_SETS = 2 * FOLDS
RIDGE = 10.0  # added to the squares of numbers of spread 1: little beside those of a hundred games


class DrawLuck:
    """The luck of all seats of a batch, added up.

    Args:
        batch: whose games begin now; with ``forced=False`` and ``expected=True``.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self._draws = np.zeros((batch.n, batch.seats, LUCK_TERMS), np.float32)
        self._counted = np.zeros((batch.n, 2), np.int32)
        self._turned = np.zeros((batch.n, batch.seats, 1), np.float32)
        batch.add_luck(self._draws, self._counted)

    def look(self) -> None:
        """After every step."""
        self.batch.add_luck(self._draws, self._counted)
        self._turned[:, :, 0] += self.batch.chips - self.batch.expected

    @property
    def sums(self) -> F32:
        """(n, seats, ``TERMS``)."""
        return np.concatenate([self._draws, self._turned], axis=2)


def without_luck(result: F64, luck: F32) -> F64:
    """Results less what luck was worth in them; as they are where there are few sets.

    Args:
        result: (sets, tables, seats).
        luck: (sets, tables, seats, terms).
    """
    sets = len(result)
    if sets < LEAST_SETS:
        return result
    spread = luck.std(axis=(0, 1, 2))
    terms = (luck / np.where(spread > 0, spread, 1)).astype(np.float64)
    gain = result - result.mean(axis=0)
    squares = np.einsum("stpi,stpj->sij", terms, terms)
    products = np.einsum("stpi,stp->si", terms, gain)
    fold = np.arange(sets) % FOLDS
    worth = np.stack(
        [_least_squares(squares[fold != k], products[fold != k]) for k in range(FOLDS)]
    )
    found: F64 = result - np.einsum("stpi,si->stp", terms, worth[fold])
    return found


def _least_squares(squares: F64, products: F64) -> F64:
    """Worths of the numbers, by least squares."""
    whole = squares.sum(axis=0)
    found: F64 = np.linalg.solve(whole + RIDGE * np.eye(len(whole)), products.sum(axis=0))
    return found
