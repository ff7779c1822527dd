"""riichienv's three-player round on a wall of ours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from riichienv import GameRule, RiichiEnv

from tests.lockstep.table import Move, from_136

COMMON_INDICATORS = 3


def our_wall(wall: Sequence[int]) -> list[int]:
    """The same deal for the engine: it deals hand by hand, riichienv in rounds of four tiles, and
    in the indicator stacks the two keep the upper tile at different ends.  The places of the fourth
    and fifth indicator hold live tiles until as many replacements are drawn: they are left alone,
    so rounds in which a fourth indicator is turned cannot be compared to the end."""
    hands = [
        [wall[12 * turn + 4 * seat + i] for turn in range(3) for i in range(4)] + [wall[36 + seat]]
        for seat in range(3)
    ]
    out = [tile for hand in hands for tile in hand] + list(wall[39:])
    for i in range(COMMON_INDICATORS):
        upper, lower = 98 - 2 * i, 99 - 2 * i
        out[upper], out[lower] = out[lower], out[upper]
    return [from_136(tile) for tile in out]


def move_of(action: Any) -> Move:
    data = json.loads(action.to_mjai())
    word = data["type"]
    if word == "pon":
        return (word, tuple(sorted(data["consumed"])))
    if word == "ankan":
        return (word, data["consumed"][0].replace("r", ""))
    return (word, data["pai"]) if word in ("dahai", "kakan") else (word,)


class RiichienvSide:
    """Asks several seats at once; seats with a single move are played by themselves."""

    name = "riichienv"

    def __init__(self, wall: Sequence[int]) -> None:
        self.env = RiichiEnv(
            game_mode="3p-red-single", rule=GameRule.default_tenhou(), skip_mjai_logging=True
        )
        self.obs = self.env.reset(
            wall=list(wall), oya=0, round_wind=0, scores=[35000] * 3, honba=0, kyotaku=0
        )
        self._settle()

    def _settle(self) -> None:
        self.tables = self._tables()
        while not self.over() and self.tables and all(len(t) == 1 for t in self.tables.values()):
            self._send({seat: next(iter(table)) for seat, table in self.tables.items()})
            self.tables = self._tables()

    def _tables(self) -> dict[int, dict[Move, Any]]:
        out: dict[int, dict[Move, Any]] = {}
        for seat, obs in self.obs.items():
            table = out.setdefault(seat, {})
            for action in obs.legal_actions():
                table.setdefault(move_of(action), action)
        return out

    def _send(self, moves: dict[int, Move]) -> None:
        self.obs = self.env.step({seat: self.tables[seat][move] for seat, move in moves.items()})

    def parts(self, state: dict[str, Any]) -> bool:
        """Whether the two walls part from here on."""
        return bool(state["n_indicator"] > COMMON_INDICATORS)

    def asks(self, seat: int) -> set[Move] | None:
        """What it lets the seat do now; None if it does not ask."""
        return set(self.tables[seat]) if seat in self.tables else None

    def play(self, moves: dict[int, Move]) -> list[int]:
        """The answers of all seats asked; seats it asked that gave none, with a choice to make."""
        unasked = [s for s in self.tables if s not in moves and len(self.tables[s]) > 1]
        for seat, table in self.tables.items():
            if seat not in moves:
                moves[seat] = ("none",) if ("none",) in table else next(iter(table))
        self._send(moves)
        self._settle()
        return unasked

    def over(self) -> bool:
        return bool(self.env.done())

    def scores(self) -> list[int]:
        return list(self.env.scores())
