"""One game of which every decision is asked, played action by action from a chosen wall."""

from collections import Counter
from typing import Any, Self

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_name
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.envs import format_position

FIRST_VERB = 64  # of the actions; those before are tiles


def left_of(rules: Rules, *given: str) -> Counter[int]:
    """What is left of the deck when these tiles are taken out. Raises: AssertionError."""
    left = Counter(rules.tiles)
    left.subtract(parse_tiles("".join(given)))
    assert min(left.values()) >= 0, f"more tiles than the deck has: {-left}"
    return left


class OneGame:
    """A game and what is seen of it.

    Args:
        rules: of any game with tiles.
        wall: all tiles as they are dealt and drawn.
        forced: whether a decision without a choice is made at once.
        start: further arguments of Batch.set_wall.
    """

    def __init__(self, rules: Rules, wall: list[int], forced: bool = False, **start: Any) -> None:
        self.rules = rules
        self.batch = Batch(rules, 1, forced=forced, auto_reset=False)
        self.batch.set_wall(0, wall, **start)

    @property
    def state(self) -> dict[str, Any]:
        return self.batch.state(0)

    @property
    def actor(self) -> int:
        return int(self.batch.seat[0])

    def name(self, action: int) -> str:
        return action_name(action)

    @property
    def legal(self) -> set[str]:
        return {self.name(action) for action in self.batch.legal_actions(0)}

    @property
    def verbs(self) -> set[str]:
        """What may be done beside discards."""
        return {self.name(action) for action in self.batch.legal_actions(0) if action >= FIRST_VERB}

    @property
    def live(self) -> int:
        """Tiles that can still be drawn."""
        return int(self.state["tail"] - self.state["head"])

    @property
    def scores(self) -> list[int]:
        return self.batch.scores(0)

    @property
    def points(self) -> list[int]:
        """What the hand that has ended has moved."""
        return list(self.state["last"]["points"])

    def act(self, *steps: str) -> Self:
        """Actions of whoever is to act: "5p" (a discard), "pon", "kan_closed 3p"."""
        for word in " ".join(steps).split():
            legal = {self.name(action): action for action in self.batch.legal_actions(0)}
            assert word in legal, (word, [*legal], format_position(self.batch, 0))
            self.batch.step_one(0, legal[word])
        return self

    def drop(self) -> Self:
        """Whoever is to act passes, or discards the tile just drawn."""
        passes = "pass" in self.legal
        return self.act("pass" if passes else self.name(self.state["drawn"]))
