"""What seats gain in a hand, and what it is worth.

Gains are of two kinds: chips, and thousands of points. The units of a regional game are the money
of their game, as chips are, and count as such; so does what a card game pays at its end.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.net.standing import EngineStanding
from shugi._fast.rules.compile import Rules

CHIPS, POINTS = 0, 1  # the two kinds; columns of ``Batch.owed``
REWARD = 2  # ... the last
CHIPS_PER_1000_POINTS = 2.2  # where no standing is learnt
_SCALE = np.array([1, 1000], np.float32)


@dataclass(frozen=True)
class Prices:
    """What gains are worth in the unit that a game's result is counted in."""

    unit: str
    chip: float
    """Of a chip, or of a unit of a regional game."""
    kilopoint: float
    """Of 1000 points."""
    standing: EngineStanding | None = None
    """What a hand leaves behind is worth; its change is part of the gains. None: placement is no
    part of them, and points are paid at an average worth."""

    def of(self, gains: NDArray[np.float32]) -> NDArray[np.float32]:
        """(..., 2) chips and thousands of points -> (...)."""
        return gains[..., CHIPS] * np.float32(self.chip) + gains[..., POINTS] * np.float32(
            self.kilopoint
        )


def prices_of(
    rules: Rules, chips_per_1000_points: float | None = None, standing: EngineStanding | None = None
) -> Prices:
    """What a hand's gains are worth under ``rules``.

    Where a game is counted in chips, points only matter through what they lead to: the placement
    chips at the game's end, some hands later. ``standing`` says what a hand's end is worth. Without
    one, points are taken at the average slope of placement chips over points. In Super Bingo
    that slope is 2.2 (100,000 hands of the rule baseline; 2.1 to 2.3 for each hand of the game,
    first to eighth): the lines of the table give 1 per 1000 points, the steps between places the
    rest.

    Args:
        rules: those of the games.
        chips_per_1000_points: another slope; without effect where points are no part of a result
            in chips, or with ``standing``.
        standing: of these rules; None: there is none.
    """
    chip = rules.options["shugi_value"] / 1000
    if "plays_cards" in rules.traits:
        return Prices("units", chip, 0.0, standing)
    if not rules.reads("uma"):
        return Prices("units", 1.0, 0.0, standing)
    if rules.options["placement"] != "none" or rules.options["cherry"]:
        slope = CHIPS_PER_1000_POINTS if chips_per_1000_points is None else chips_per_1000_points
        return Prices("chips", 1.0, slope if standing is None else 0.0, standing)
    return Prices("points/1000", chip, 1.0, standing)


class Gains:
    """What the seats of a batch gained since their last decision in this hand: ``Batch.owed``.

    What a hand brings is credited by its end at the latest. With a standing, that is also the
    change of what the standing is worth, so that a game's gains add up to its result; without
    one, placement chips are left out, and points are paid at their worth as they come (``Prices``).

    Args:
        batch: the games.
        standing: what a hand's end is worth, of the rules of the batch.
    """

    def __init__(self, batch: Batch, standing: EngineStanding | None = None) -> None:
        self.batch = batch
        self.standing = standing
        self.stood = np.zeros((batch.n, batch.seats), np.float32)  # worth when the hand began
        self.owed[:] = 0.0

    @property
    def owed(self) -> NDArray[np.float32]:
        """(n, seats, 2) chips and single points that a seat has not been credited with."""
        return self.batch.owed[..., : len(_SCALE)]

    def of_actor(self) -> NDArray[np.float32]:
        """(n, 2): of the seat to decide, which is credited with it."""
        rows, seat = np.arange(self.batch.n), self.batch.seat
        gained = _thousands(self.owed[rows, seat])
        self.owed[rows, seat] = 0.0
        return gained

    def at_hand_end(self) -> NDArray[np.float32]:
        """(n, seats, 2): after every step; zero where no hand ended in it."""
        batch, gains = self.batch, np.zeros_like(self.owed)
        ended = batch.hand_done
        if ended.any():
            gains[ended] = _thousands(self.owed[ended])
            if self.standing is None:
                gains[batch.done, :, CHIPS] -= batch.placement[batch.done]
            else:
                gains[ended, :, self.standing.kind] += self._change(self.standing)[ended]
            self.owed[ended] = 0.0
        return gains

    def _change(self, standing: EngineStanding) -> NDArray[np.float32]:
        """(n, seats) of what the standing is worth, where a hand ended."""
        batch = self.batch
        value = batch.value_standings(standing, batch.hand_done & ~batch.done)
        after = np.where(batch.done[:, None], batch.bonus, value)
        change = after - self.stood
        # a game begins at nothing, so that its gains add up to its result
        self.stood[batch.hand_done] = value[batch.hand_done]
        return change

    def start_from_now(self, i: int | slice | NDArray[np.bool_]) -> None:
        """Game ``i`` is another one now; what its seats gained before counts for nothing."""
        self.owed[i] = 0.0
        if self.standing is not None:
            where = np.zeros(self.batch.n, np.bool_)
            where[i] = True
            self.stood[where] = self.batch.value_standings(self.standing, where)[where]


def _thousands(gains: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chips and single points -> chips and thousands of points."""
    return np.divide(gains, _SCALE, dtype=np.float32)
