"""The table at the last decision of a hand, in the words of a case."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shugi._fast.core.tiles import code_name, format_tiles
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS, layout_of

Case = dict[str, Any]
Line = dict[str, Any]
Seat = Mapping[str, Any]
CALLED = 4  # river flag: the tile lies in another seat's meld


@dataclass(frozen=True)
class LastDecision:
    """The last decision of a hand.

    Attributes:
        rules: of the game.
        before: the state before the action that ended the hand, as ``Batch.state`` gives it.
        action: its id.
        after: the state after it.
        printed: the faces of tiles whose codes are not what is printed on them.
    """

    rules: Rules
    before: Mapping[str, Any]
    action: int
    after: Mapping[str, Any]
    printed: Mapping[int, int]

    @property
    def last(self) -> Mapping[str, Any]:
        """How the hand ended."""
        summary: Mapping[str, Any] = self.after["last"]
        return summary

    @property
    def seats(self) -> list[Seat]:
        seats: list[Seat] = self.before["seats"]
        return seats

    def name(self, action: int) -> str:
        return layout_of(self.rules).action_name(action)

    @property
    def verb(self) -> str:
        """Name of the action."""
        return self.name(self.action)

    @property
    def live(self) -> int:
        """Tiles that can still be drawn."""
        return int(self.before["tail"] - self.before["head"])

    @property
    def discarding(self) -> bool:
        """Whether the action itself is a discard."""
        phase = self.before["phase"]
        return phase in ("own", "riichi", "offer") and self.action < ARGUMENTS

    @property
    def by(self) -> str:
        """How the hand was won, where all won at once."""
        first = (self.last["winners"] or [0])[0]
        return str(self.last["by"][first])

    @property
    def tile(self) -> int | None:
        """Code of the tile that was won on: claimed, or drawn."""
        code = self.before["discard"] if self.by == "ron" else self.before["drawn"]
        return None if code is None else int(code)

    def winners(self) -> list[int]:
        """In turn order behind the discarder, or the winner of a drawn tile."""
        first = self.before["discarder"] if self.by == "ron" else 0
        n = self.rules.seats
        return sorted(self.last["winners"], key=lambda seat: (seat - first) % n)

    def face(self, code: int) -> str:
        return code_name(self.printed.get(code, code))

    def text(self, codes: Iterable[int]) -> str:
        return format_tiles([self.printed.get(code, code) for code in codes])

    def held(self, seat: int) -> list[int]:
        """Concealed tiles once the hand is over: without a discard, a tile drawn to win, a kan's
        tile that was robbed."""
        hand = list(self.seats[seat]["hand"])
        if self.discarding and seat == self.before["actor"]:
            hand.remove(self.action)
        elif self.last["how"] == "win":
            drawn = self.by == "tsumo" and seat in self.last["winners"]
            robbed = self.before["robbing"] is not None and seat == self.before["discarder"]
            if (drawn or (robbed and self.by == "ron")) and self.tile in hand:
                hand.remove(self.tile)
        return hand

    def melds(self, seat: int) -> list[list[str]]:
        return [[meld["type"], self.text(meld["tiles"])] for meld in self.seats[seat]["melds"]]

    def usual(self, winner: int) -> Case:
        """The keys of a case that any win at mahjong has: winner, hand, melds, loser."""
        case: Case = {"winner": winner, "hand": self.text(self.held(winner))}
        melds = self.melds(winner)
        if melds:
            case["melds"] = melds
        if self.by == "ron":
            case["loser"] = self.before["discarder"]
        return case
