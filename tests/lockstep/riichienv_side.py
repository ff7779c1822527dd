"""riichienv's round on the engine's wall, and its whole games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from riichienv import GameRule, RiichiEnv

from tests.lockstep.table import Move, Start, dealt_in_fours

RULES = {"tenhou": GameRule.default_tenhou, "mjsoul": GameRule.default_mjsoul}


REPLACEMENTS = {3: 8, 4: 4}  # tiles behind the indicators, by players


def swap_stacks(wall: list[int], players: int, indicators: int) -> None:
    """In the indicator stacks the two engines keep the upper tile at different ends."""
    first = len(wall) - REPLACEMENTS[players] - 2
    for upper in range(first, first - 2 * indicators, -2):
        wall[upper], wall[upper + 1] = wall[upper + 1], wall[upper]


def their_wall(wall: Sequence[int], players: int, indicators: int) -> list[int]:
    out = dealt_in_fours(wall, players)
    swap_stacks(out, players, indicators)
    return out


@lru_cache(4096)
def move_of(mjai: str) -> Move:
    data = json.loads(mjai)
    word = data["type"]
    if word in ("pon", "chi"):
        return (word, tuple(sorted(data["consumed"])))
    if word == "ankan":
        return (word, data["consumed"][0].replace("r", ""))
    return (word, data["pai"]) if word in ("dahai", "kakan") else (word,)


class RiichienvSide:
    """Asks several seats at once; seats with a single move are played by themselves."""

    name = "riichienv"

    def __init__(
        self, wall: Sequence[int], indicators: int, site: str, players: int, start: Start
    ) -> None:
        self.indicators = indicators
        mode = f"{players}p-red-single"
        self.env = RiichiEnv(game_mode=mode, rule=RULES[site](), skip_mjai_logging=True)
        self.obs = self.env.reset(
            wall=their_wall(wall, players, indicators),
            oya=start.dealer,
            round_wind=start.wind,
            scores=start.scores,
            honba=start.honba,
            kyotaku=start.sticks,
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


class RiichienvGame(RiichienvSide):
    """A whole game of four; each of its hands is a round."""

    def __init__(self, site: str, length: str, seed: int) -> None:
        self.indicators = 5  # all of them lie in the dead wall
        self.env = RiichiEnv(
            game_mode=f"4p-red-{length}", seed=seed, rule=RULES[site](), skip_mjai_logging=True
        )
        self.obs = self.env.reset()
        self.begin_hand()

    def begin_hand(self) -> None:
        self.answers, self.hand = {}, self._hand()
        self._settle()

    def _hand(self) -> tuple[int, int, int]:
        return self.env.oya, self.env.round_wind, self.env.honba

    @property
    def over(self) -> bool:
        """The hand is."""
        return self.game_over or self._hand() != self.hand

    @property
    def game_over(self) -> bool:
        return bool(self.env.done())

    def start(self) -> Start:
        env = self.env
        return Start(self.scores(), env.oya, env.round_wind, env.honba, env.riichi_sticks)

    def wall(self) -> list[int]:
        """The wall as the engine deals it, before the dealer's first discard."""
        env = self.env
        swapped = list(reversed(env.wall))
        out = [0] * (136 - len(swapped)) + swapped
        swap_stacks(out, 4, self.indicators)
        seats = [(env.oya + i) % 4 for i in range(4)]
        hands = [[tile for tile in env.hands[seat] if tile != env.drawn_tile] for seat in seats]
        dealt = [tile for hand in hands for tile in hand]
        return [*dealt, env.drawn_tile, *out[len(dealt) + 1 :]]
