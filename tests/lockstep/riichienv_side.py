"""riichienv's three-player round on the engine's wall."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from riichienv import GameRule, RiichiEnv

from tests.lockstep.table import Move, dealt_in_fours

RULES = {"tenhou": GameRule.default_tenhou, "mjsoul": GameRule.default_mjsoul}


def their_wall(wall: Sequence[int], indicators: int) -> list[int]:
    """In the indicator stacks the two engines keep the upper tile at different ends."""
    out = dealt_in_fours(wall)
    for i in range(indicators):
        upper, lower = 98 - 2 * i, 99 - 2 * i
        out[upper], out[lower] = out[lower], out[upper]
    return out


@lru_cache(4096)
def move_of(mjai: str) -> Move:
    data = json.loads(mjai)
    word = data["type"]
    if word == "pon":
        return (word, tuple(sorted(data["consumed"])))
    if word == "ankan":
        return (word, data["consumed"][0].replace("r", ""))
    return (word, data["pai"]) if word in ("dahai", "kakan") else (word,)


class RiichienvSide:
    """Asks several seats at once; seats with a single move are played by themselves."""

    name = "riichienv"

    def __init__(self, wall: Sequence[int], indicators: int, site: str) -> None:
        self.indicators = indicators
        self.env = RiichiEnv(game_mode="3p-red-single", rule=RULES[site](), skip_mjai_logging=True)
        self.obs = self.env.reset(
            wall=their_wall(wall, indicators),
            oya=0,
            round_wind=0,
            scores=[35000] * 3,
            honba=0,
            kyotaku=0,
        )
        self.answers: dict[int, Move] = {}
        self._settle()

    def _settle(self) -> None:
        self.tables = self._tables()
        while not self.over and self.tables and all(len(t) == 1 for t in self.tables.values()):
            self._send({seat: next(iter(table)) for seat, table in self.tables.items()})
            self.tables = self._tables()

    def _tables(self) -> dict[int, dict[Move, Any]]:
        out: dict[int, dict[Move, Any]] = {}
        for seat, obs in self.obs.items():
            table = out.setdefault(seat, {})
            for action in obs.legal_actions():
                table.setdefault(move_of(action.to_mjai()), action)
        return out

    def _send(self, moves: dict[int, Move]) -> None:
        self.obs = self.env.step({seat: self.tables[seat][move] for seat, move in moves.items()})

    def asks(self) -> dict[int, set[Move]]:
        """Who has to answer, and what is allowed; single moves left out."""
        return {
            seat: set(table)
            for seat, table in self.tables.items()
            if len(table) > 1 and seat not in self.answers
        }

    def answer(self, seat: int, move: Move) -> None:
        self.answers[seat] = move

    def close(self, won: bool) -> None:
        """The engine asks nobody else in this window: play the answers."""
        for seat, table in self.tables.items():
            if seat not in self.answers:
                self.answers[seat] = ("none",) if ("none",) in table else next(iter(table))
        moves, self.answers = self.answers, {}
        self._send(moves)
        self._settle()

    @property
    def over(self) -> bool:
        return bool(self.env.done())

    def scores(self) -> list[int]:
        return list(self.env.scores())
