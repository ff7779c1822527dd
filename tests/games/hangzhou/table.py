"""A Hangzhou hand with chosen tiles, played action by action; tiles are written as they look."""

from collections.abc import Mapping
from random import Random
from typing import Any

from shugi._fast.core.actions import action_name
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.rules.compile import Rules
from tests.games.hangzhou.walls import HAND, INDICATOR_AT, SEATS, WHITE, WILD
from tests.support.one_game import OneGame, left_of


class Table(OneGame):
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
        self.wild = WHITE if indicator is None else parse_tiles(indicator)[0]
        drawn, end, shown = parse_tiles(draws), parse_tiles(last), parse_tiles(indicator or "")
        rest = list(left_of(rules, *hands.values(), draws, last, indicator or "").elements())
        Random(7).shuffle(rest)
        rest.sort(key=lambda tile: tile == self.wild)  # no wildcard but those given is drawn
        wall: list[int] = []
        for seat in [(dealer + i) % SEATS for i in range(SEATS)]:
            hand = parse_tiles(hands.get(seat, ""))
            room = HAND - len(hand)
            spare = [tile for tile in rest if tile != WHITE][:room]
            for tile in spare:
                rest.remove(tile)
            wall += hand + spare
        wall += drawn
        live = INDICATOR_AT - len(wall) - len(end)
        wall += rest[:live] + end + shown + rest[live:]
        super().__init__(rules, wall, dealer=dealer, **start)

    # ---- what is seen

    def name(self, action: int) -> str:
        """A tile by its face, a verb by its name."""
        if action == WILD:
            return code_name(self.wild)
        white = action == self.wild and action != WHITE
        return "5z" if white else action_name(action)

    @property
    def hand(self) -> list[str]:
        state = self.state
        return [self.name(code) for code in state["seats"][state["actor"]]["hand"]]

    # ---- what is done

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
                return self.verbs
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
