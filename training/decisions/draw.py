"""One decision of each hand, drawn while games are played, and the games at those drawn."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules


class HandDraw:
    """Of each game one of the decisions that came up in the hand in play, any of them alike.

    Args:
        games: of the batch that is played.
    """

    def __init__(self, games: int) -> None:
        self.count = np.zeros(games, np.int64)
        """(games,) decisions of the hand so far."""
        self._held = np.full(games, b"", object)

    def offer(self, batch: Batch, rows: NDArray[np.int64], chance: NDArray[np.float64]) -> None:
        """One more decision in some games.

        Args:
            batch: the games, before it.
            rows: (k,) which of them.
            chance: (k,) drawn evenly from 0 to 1: whether it takes the place of an earlier one.
        """
        self.count[rows] += 1
        for i in rows[chance * self.count[rows] < 1]:
            self._held[i] = batch.save(int(i))

    def take(self, over: NDArray[np.int64]) -> list[bytes]:
        """Those of the games ``over`` whose hand is over, where any came up; they begin anew."""
        found = [self._held[i] for i in over if self.count[i]]
        self.count[over] = 0
        return found


def loaded(rules: Rules, games: Sequence[bytes], threads: int = 1) -> Batch:
    """Saved games as a batch.

    Args:
        rules: of the games.
        games: each as ``Batch.save`` gives it; without any, the batch has one new game.
        threads: of the engine.

    Raises:
        ValueError: games of other rules.
    """
    batch = Batch(rules, max(len(games), 1), threads=threads, auto_reset=False)
    for i, game in enumerate(games):
        batch.load(i, game)
    return batch
