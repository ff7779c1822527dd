"""One decision of each hand, drawn while games are played, and the games at those drawn."""

from collections.abc import Sequence

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.common.arrays import F64, I64


class HandDraw:
    """Of each hand one of the decisions that came up in it, any of them alike.

    Args:
        batch: the games that are played.

    Attributes:
        kept: games at the decisions drawn, of the hands that are over.
        hands: those that are over.
        opportunities: decisions that came up in them.
        met: seats of these hands, so many to which one came up.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.kept: list[bytes] = []
        self.hands = self.opportunities = self.met = 0
        # of the hand in play
        self._count = np.zeros(batch.n, np.int64)
        self._drawn = np.full(batch.n, b"", object)
        self._seats = np.zeros((batch.n, batch.seats), np.bool_)

    def meet(self, rows: I64, chance: F64) -> None:
        """One more decision in some games, which are before it.

        Args:
            rows: (k,) which games.
            chance: (k,) drawn evenly from 0 to 1: whether it takes the place of an earlier one.
        """
        self._count[rows] += 1
        self._seats[rows, self.batch.seat[rows]] = True
        for i in rows[chance * self._count[rows] < 1]:
            self._drawn[i] = self.batch.save(int(i))

    def end(self, over: I64) -> None:
        """The hands in these games are over."""
        self.kept += [self._drawn[i] for i in over if self._count[i]]
        self.hands += len(over)
        self.opportunities += int(self._count[over].sum())
        self.met += int(self._seats[over].sum())
        self._count[over], self._seats[over] = 0, False


def load_games(rules: Rules, games: Sequence[bytes]) -> Batch:
    """Games as ``Batch.save`` gives them, as a batch; without any, it has one new game.

    Raises:
        ValueError: games of other rules.
    """
    batch = Batch(rules, max(len(games), 1), auto_reset=False)
    for i, game in enumerate(games):
        batch.load(i, game)
    return batch
