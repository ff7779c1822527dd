"""Kawuxing hands with a wall of our own, played action by action."""

from collections import Counter
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import written_rules

# the order in which a hand that nobody cares for takes single tiles: far from ready
QUIET = parse_tiles("567z147p147s258p258s369p369s")


def quiet(rest: Counter[int]) -> list[int]:
    """Thirteen single tiles, taken from the rest."""
    tiles = [code for code in QUIET if rest[code] > 0][:13]
    rest.subtract(tiles)
    return tiles


class Hand:
    """A hand in play, every decision asked; steps are "5p" (a discard), "pon", "kan_closed 3p"."""

    def __init__(
        self,
        hands: list[str],
        draws: str = "",
        *,
        dealer: int = 0,
        rules: Rules | None = None,
        later: tuple[int, str] | None = None,
        **options: Any,
    ) -> None:
        """``hands``: of the dealer and those after him, "" for singles.

        ``draws``: the tiles drawn, in order; ``later``: the number of a draw and its tile.
        """
        self.rules = rules or written_rules("kawuxing", options)
        self.batch = Batch(self.rules, 1, forced=False, auto_reset=False)
        rest = Counter(self.rules.tiles)
        place, text = later or (0, "")
        rest.subtract(parse_tiles("".join(hands) + draws + text))
        assert min(rest.values()) >= 0, f"more tiles than the deck has: {-rest}"
        wall = [code for text in hands for code in parse_tiles(text) or quiet(rest)]
        assert len(wall) == 39
        wall += [*parse_tiles(draws), *rest.elements()]
        for code in parse_tiles(text):
            wall.insert(39 + place, code)
        self.batch.set_wall(0, wall, dealer=dealer)

    @property
    def actor(self) -> int:
        return int(self.batch.seat[0])

    @property
    def state(self) -> dict[str, Any]:
        return self.batch.state(0)

    @property
    def wall(self) -> int:
        state = self.state
        return int(state["tail"] - state["head"])

    @property
    def legal(self) -> set[str]:
        return {action_name(action) for action in self.batch.legal_actions(0)}

    @property
    def verbs(self) -> set[str]:
        """What may be done beside discards."""
        return {action_name(action) for action in self.batch.legal_actions(0) if action >= 64}

    @property
    def scores(self) -> list[int]:
        return self.batch.scores(0)

    def play(self, *steps: str) -> "Hand":
        for step in steps:
            for word in step.split():
                self.batch.step_one(0, action_id(word))
        return self

    def turns(self, n: int) -> "Hand":
        """Draws and discards of the tile just drawn; nobody claims."""
        while n or self.state["phase"] == "claim":
            if self.state["phase"] == "claim":
                self.play("pass")
            else:
                self.play(action_name(self.state["drawn"]))
                n -= 1
        return self
