"""Kawuxing hands with a wall of our own, played action by action."""

from collections import Counter
from typing import Any, Self

from shugi._fast.core.tiles import parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import written_rules
from tests.support.one_game import OneGame, left_of

# the order in which a hand that nobody cares for takes single tiles: far from ready
QUIET = parse_tiles("567z147p147s258p258s369p369s")


def quiet(rest: Counter[int]) -> list[int]:
    """Thirteen single tiles, taken from the rest."""
    tiles = [code for code in QUIET if rest[code] > 0][:13]
    rest.subtract(tiles)
    return tiles


class Hand(OneGame):
    """A hand in play, every decision asked."""

    def __init__(
        self,
        hands: list[str],
        draws: str = "",
        *,
        dealer: int = 0,
        rules: Rules | None = None,
        later: tuple[int, str] = (0, ""),
        **options: Any,
    ) -> None:
        """``hands``: of the dealer and those after him, "" for singles.

        ``draws``: the tiles drawn, in order; ``later``: the number of a draw and its tile.
        """
        rules = rules or written_rules("kawuxing", options)
        place, text = later
        rest = left_of(rules, *hands, draws, text)
        wall = [code for hand in hands for code in parse_tiles(hand) or quiet(rest)]
        assert len(wall) == 39
        wall += [*parse_tiles(draws), *rest.elements()]
        for code in parse_tiles(text):
            wall.insert(39 + place, code)
        super().__init__(rules, wall, dealer=dealer)

    def turns(self, n: int) -> Self:
        """Draws and discards of the tile just drawn; nobody claims."""
        while n or self.state["phase"] == "claim":
            n -= self.state["phase"] != "claim"
            self.drop()
        return self
