"""jansou's three-player round on the engine's wall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from jansou.core.notation import dump_mjai, parse_136
from jansou.core.rules import preset
from jansou.core.tiles import Tile
from jansou.game import actions as theirs
from jansou.game.flow import deal_steps, new_deal
from jansou.game.progression import starting_position
from jansou.game.wall import Wall

from tests.lockstep.table import Move, Start, dealt_in_fours

WORDS = {
    theirs.Riichi: "reach",
    theirs.Tsumo: "hora",
    theirs.Ron: "hora",
    theirs.OpenKan: "daiminkan",
    theirs.Nuki: "kita",
    theirs.NineTerminals: "ryukyoku",
}


PRESETS = {"tenhou": "tenhou-3p", "mjsoul": "mahjong-soul-3p"}


def move_of(action: Any) -> Move:
    match action:
        case theirs.Discard():
            return ("dahai", dump_mjai([action.tile]))
        case theirs.Pon():
            return ("pon", tuple(sorted(dump_mjai([tile]) for tile in action.tiles)))
        case theirs.ClosedKan():
            return ("ankan", dump_mjai([Tile(action.kind)]))
        case theirs.AddedKan():
            return ("kakan", dump_mjai([action.tile]))
    return (WORDS.get(type(action), "none"),)


class SharedWall(Wall):
    """Eight replacement tiles set aside; jansou's own wall has four, then takes live ones."""

    def __init__(self, wall: Sequence[int]) -> None:
        tiles = parse_136(wall)
        stacks = [tiles[98 - 2 * i + side] for i in range(5) for side in range(2)]
        self.replacements = tiles[:-9:-1]
        super().__init__((*self.replacements[:4], *stacks, *dealt_in_fours(tiles)[:94]))

    def draw_replacement(self) -> Tile:
        super().draw_replacement()
        return self.replacements[self.replacements_taken - 1]


class JansouSide:
    """Asks one seat at a time; points with a single move are played by themselves."""

    name = "jansou"
    indicators = 5

    def __init__(
        self, wall: Sequence[int], indicators: int, site: str, players: int, start: Start
    ) -> None:
        rules = preset(PRESETS[site])
        # it knows pools of 0 and 3,000 only; the tables compared with here move 2,000
        object.__setattr__(rules, "noten_penalty_pool", 2000)
        self.deal = new_deal(rules, SharedWall(wall), starting_position(), start.scores, 0)
        self.steps = deal_steps(self.deal, lambda event: None)
        self.over = False
        self._send(None)

    def _send(self, action: Any) -> None:
        """Play an action, and those without a choice that follow."""
        try:
            self.point = self.steps.send(action)
            self._read()
            while len(self.table) == 1 and ("reach",) not in self.table:
                self.point = self.steps.send(self.point.actions[0])
                self._read()
        except StopIteration:
            self.over, self.table = True, {}

    def _read(self) -> None:
        self.table: dict[Move, list[Any]] = defaultdict(list)
        if self.point.kind.name == "TENPAI":  # everybody shows a ready hand
            self.table[("none",)].append(self.point.actions[0])
            return
        for action in self.point.actions:
            self.table[move_of(action)].append(action)

    def asks(self) -> dict[int, set[Move]]:
        """Who has to answer, and what is allowed."""
        return {} if self.over else {self.point.seat: set(self.table)}

    def answer(self, seat: int, move: Move) -> None:
        if move != ("reach",):
            self._send(self.table[move][0])
            return
        discards: dict[Move, list[Any]] = defaultdict(list)
        for action in self.table[move]:
            discards[("dahai", dump_mjai([action.tile]))].append(action)
        self.table = discards
        if len(discards) == 1:
            self._send(next(iter(discards.values()))[0])

    def close(self, won: bool) -> None:
        """The engine asks nobody else in this window: after a win, seats that could only call."""
        while won and ("none",) in self.table:
            self._send(self.table[("none",)][0])

    def scores(self) -> list[int]:
        return list(self.deal.scores)
