"""A Hangzhou hand with chosen tiles, played action by action; tiles are written as they look."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.rules.compile import Rules
from tests.games.hangzhou.walls import HAND, INDICATOR_AT, SEATS, WHITE, WILD


class Table:
    """One hand; seats 0-3, seat ``dealer`` has fourteen tiles when it starts.

    Args:
        rules: of the game hangzhou.
        hands: thirteen tiles of a seat, or fewer: the rest comes from what is left.
        draws: the tiles drawn from the fourteenth of the dealer on, supplements included.
        indicator: the face of the indicator; None with permanent_fortune.
        last: the last drawable tiles.
        start: further arguments of Batch.set_wall.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Mapping[int, str],
        draws: str = "",
        indicator: str | None = "4s",
        *,
        dealer: int = 0,
        last: str = "",
        **start: Any,
    ) -> None:
        self.batch = Batch(rules, 1, forced=False, auto_reset=False)
        self.wild = WHITE if indicator is None else parse_tiles(indicator)[0]
        left = Counter(rules.tiles)
        given = {seat: self.take(left, text) for seat, text in hands.items()}
        drawn, end = self.take(left, draws), self.take(left, last)
        shown = self.take(left, indicator or "")
        rest = list(left.elements())
        Random(7).shuffle(rest)
        rest.sort(key=lambda tile: tile == self.wild)  # no wildcard but those given is drawn
        wall: list[int] = []
        for seat in [(dealer + i) % SEATS for i in range(SEATS)]:
            hand = given.get(seat, [])
            room = HAND - len(hand)
            spare = [tile for tile in rest if tile != WHITE][:room]
            for tile in spare:
                rest.remove(tile)
            wall += hand + spare
        wall += drawn
        live = INDICATOR_AT - len(wall) - len(end)
        wall += rest[:live] + end + shown + rest[live:]
        self.batch.set_wall(0, wall, dealer=dealer, **start)

    @staticmethod
    def take(left: Counter[int], text: str) -> list[int]:
        codes = parse_tiles(text)
        left.subtract(codes)
        assert min(left.values()) >= 0, f"too many tiles in {text}"
        return codes

    # ---- what is seen

    @property
    def state(self) -> dict[str, Any]:
        return self.batch.state(0)

    def name(self, action: int) -> str:
        """A tile by its face, a verb by its name."""
        if action == WILD:
            return code_name(self.wild)
        white = action == self.wild and action != WHITE
        return "5z" if white else action_name(action)

    def id(self, name: str) -> int:
        return next(
            (a for a in self.batch.legal_actions(0) if self.name(a) == name), action_id(name)
        )

    def legal(self) -> set[str]:
        return {self.name(action) for action in self.batch.legal_actions(0)}

    def verbs(self) -> set[str]:
        return {action_name(action) for action in self.batch.legal_actions(0) if action > WILD}

    @property
    def hand(self) -> list[str]:
        state = self.state
        return [self.name(code) for code in state["seats"][state["actor"]]["hand"]]

    @property
    def points(self) -> list[int]:
        """Of the hand that has ended."""
        points: list[int] = self.state["last"]["points"]
        return points

    @property
    def over(self) -> bool:
        return bool(self.state["last"]["how"] != "none")

    # ---- what is done

    def act(self, name: str) -> None:
        self.batch.step_one(0, self.id(name))

    def do(self, seat: int, *names: str) -> None:
        """Actions of the seat; whoever is asked before it passes."""
        for name in names:
            self.reach(seat)
            self.act(name)

    def reach(self, seat: int) -> None:
        """Until the seat decides: the others pass, and nothing else."""
        while self.state["actor"] != seat:
            assert self.state["phase"] == "claim", f"seat {self.state['actor']} has its turn"
            self.act("pass")

    def asked(self, seat: int) -> set[str]:
        """What the seat is offered of the tile that lies open; nothing if it is not asked."""
        while self.state["phase"] == "claim":
            if self.state["actor"] == seat:
                return self.verbs()
            self.act("pass")
        return set()

    def let_pass(self) -> None:
        while self.state["phase"] == "claim":
            self.act("pass")

    def throw(self, *seats: int) -> None:
        """Each seat in turn discards what it drew; nobody claims."""
        for seat in seats:
            self.let_pass()
            state = self.state
            assert state["turn"] == seat, f"it is the turn of seat {state['turn']}"
            self.batch.step_one(0, state["drawn"])
            self.let_pass()
