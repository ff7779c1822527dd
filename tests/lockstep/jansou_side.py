"""jansou's three-player round on a wall of ours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from jansou.core.notation import dump_mjai, parse_136
from jansou.core.rules import preset
from jansou.core.tiles import Tile
from jansou.game import actions as moves_of_jansou
from jansou.game.flow import deal_steps, new_deal
from jansou.game.progression import starting_position
from jansou.game.wall import Wall

from tests.lockstep import riichienv_side
from tests.lockstep.table import Move

COMMON_REPLACEMENTS = 4
COMMON_INDICATORS = 3

our_wall = riichienv_side.our_wall


def their_wall(wall: Sequence[int]) -> list[int]:
    """jansou's order: 4 replacements, indicators each followed by its ura, the rest, live tiles.
    It sets four replacement tiles aside and then takes the tail of the live wall; the engine has
    eight, so rounds are equal up to four replacements and three indicators."""
    ends = [wall[107 - i] for i in range(4)] + [wall[99 - i] for i in range(6)]
    return ends + [wall[103 - i] for i in range(4)] + list(wall[:94])


def move_of(action: Any) -> Move:
    words = {
        "Riichi": "reach",
        "Tsumo": "hora",
        "Ron": "hora",
        "OpenKan": "daiminkan",
        "Nuki": "kita",
        "NineTerminals": "ryukyoku",
    }
    if isinstance(action, moves_of_jansou.Discard):
        return ("dahai", dump_mjai([action.tile]))
    if isinstance(action, moves_of_jansou.Pon):
        return ("pon", tuple(sorted(dump_mjai([tile]) for tile in action.tiles)))
    if isinstance(action, moves_of_jansou.ClosedKan):
        return ("ankan", dump_mjai([Tile(action.kind)]))
    if isinstance(action, moves_of_jansou.AddedKan):
        return ("kakan", dump_mjai([action.tile]))
    return (words.get(type(action).__name__, "none"),)


class JansouSide:
    """Asks one seat at a time; points with a single move are played by themselves."""

    name = "jansou"

    def __init__(self, wall: Sequence[int]) -> None:
        rules = preset("tenhou-3p")
        # it knows pools of 0 and 3,000 only; the tables compared with here move 2,000
        object.__setattr__(rules, "noten_penalty_pool", 2000)
        tiles = Wall(tuple(parse_136(their_wall(wall))))
        self.deal = new_deal(rules, tiles, starting_position(), [35000] * 3, 0)
        self.steps = deal_steps(self.deal, lambda event: None)
        self.riichi: list[Any] = []
        self.point: Any = None
        self._to(lambda: next(self.steps))

    def _to(self, advance: Any) -> None:
        try:
            self.point = advance()
            self.table = self._table()
            while len(self.table) == 1:
                self.point = self.steps.send(self.point.actions[0])
                self.table = self._table()
        except StopIteration:
            self.point, self.table = None, {}

    def _table(self) -> dict[Move, list[Any]]:
        if self.point.kind.name == "TENPAI":
            return {("none",): [self.point.actions[0]]}
        out: dict[Move, list[Any]] = defaultdict(list)
        for action in self.point.actions:
            out[move_of(action)].append(action)
        return out

    def parts(self, state: dict[str, Any]) -> bool:
        """Whether the two walls part from here on."""
        wall = self.deal.wall
        return bool(
            wall.replacements_taken > COMMON_REPLACEMENTS
            or wall.indicators_revealed > COMMON_INDICATORS
        )

    def asks(self, seat: int) -> set[Move] | None:
        """What it lets the seat do now; None if it asks somebody else."""
        if self.riichi:
            return {("dahai", dump_mjai([action.tile])) for action in self.riichi}
        return set(self.table) if self.point is not None and self.point.seat == seat else None

    def play(self, moves: dict[int, Move]) -> list[int]:
        """The answers of all seats asked; seats it asked that gave none, with a choice to make."""
        unasked: list[int] = []
        start = self.point
        while self.point is not None:
            seat = self.point.seat
            if seat in moves:
                self._answer(moves.pop(seat))
            elif start.kind.name != "SELF" and self.point.kind is start.kind and moves:
                self._pass(unasked, seat)
            else:
                break
            if start.kind.name == "SELF":
                break
        return unasked

    def _pass(self, unasked: list[int], seat: int) -> None:
        unasked.append(seat)
        action = self.table.get(("none",), next(iter(self.table.values())))[0]
        self._to(lambda: self.steps.send(action))

    def _answer(self, move: Move) -> None:
        if self.riichi:
            chosen = next(a for a in self.riichi if dump_mjai([a.tile]) == move[1])
            self.riichi = []
            self._to(lambda: self.steps.send(chosen))
        elif move == ("reach",) and len(self.table[move]) > 1:
            self.riichi = self.table[move]
        else:
            chosen = self.table[move][0]
            self._to(lambda: self.steps.send(chosen))

    def over(self) -> bool:
        return self.point is None

    def scores(self) -> list[int]:
        return list(self.deal.scores)
