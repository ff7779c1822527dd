"""What one way to read a won hand is worth."""

from dataclasses import dataclass

from tests.games.riichi.reference.facts import Facts, View
from tests.games.riichi.reference.settlement import Prices

Entries = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Worth:
    """The value of one view of the hand."""

    facts: Facts
    yaku: Entries
    yakuman: Entries
    han: int  # a limit yaku included
    units: int
    fu: int | None
    limit: str
    prices: Prices
    paid: int  # in all, honba aside
    view: View | None = None  # none in a win by discards
    limits: tuple[str, ...] = ()  # yaku that say what the hand is at least worth
    han_before: int = 0  # without them

    @property
    def rank(self) -> tuple[int, bool, int]:
        """What the best reading is chosen by: points, then a real yakuman, then han."""
        return (self.paid, self.units > 0, self.han)
