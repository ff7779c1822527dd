"""Rounds played by the engine and by another one on the same wall, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import riichienv

from shugi._fast.rules.compile import Rules
from tests.lockstep.table import Move, Start, Table
from tests.lockstep.walls import laid, shuffled

TILES = {3: [tile for tile in range(136) if not 4 <= tile < 32], 4: list(range(136))}
SHANTEN = {3: riichienv.calculate_shanten_3p, 4: riichienv.calculate_shanten}
LAID = 0.4  # of the rounds of four, those whose wall is laid
CALL_RATES = (0.05, 0.3, 0.6, 0.9)  # of the calls offered, taken; one rate a round
QUIET = ("dahai", "none", "hora", "reach", "ryukyoku")

Asked = dict[int, set[Move]]


class Side(Protocol):
    """Another engine's round, by its preset for a site: ``tenhou`` or ``mjsoul``.

    ``indicators``: the most indicators that may be turned while its wall is the engine's.  Beyond
    the third they lie where live tiles are as long as few replacements are drawn.
    """

    name: str
    indicators: int
    over: bool

    def __init__(
        self, wall: list[int], indicators: int, site: str, players: int, start: Start
    ) -> None: ...
    def asks(self) -> Asked: ...
    def answer(self, seat: int, move: Move) -> None: ...
    def close(self, won: bool) -> None: ...
    def scores(self) -> list[int]: ...


@dataclass
class Difference:
    """Where two engines part, and everything needed to look at it."""

    what: str
    """moves (ours and theirs: seat to moves), over (which one is), scores, or next (hand)."""
    other: str
    seed: int
    ours: Any
    theirs: Any
    table: Table

    def __str__(self) -> str:
        return (
            f"{self.what} (seed {self.seed}): ours {self.ours}, {self.other}'s {self.theirs}\n"
            f"{self.table.text()}\nlast action {self.table.last_action}"
        )


@dataclass
class Report:
    rounds: int = 0
    equal: int = 0
    decisions: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, played: Round, difference: Difference | None) -> None:
        self.rounds += 1
        self.moves += played.moves
        self.decisions = self.moves.total()
        if difference is None:
            self.equal += 1
            self.ends[played.table.ending()] += 1
        else:
            self.differences.append(difference)


def sticks_to_first(scores: list[int], total: int) -> list[int]:
    """A round that is a whole game gives the sticks left on the table to the first place."""
    out = list(scores)
    out[out.index(max(out))] += max(0, total - sum(out))
    return out


def site_of(rules: Rules) -> str:
    """Whose rules they are; plain sanma follows Mahjong Soul."""
    return "tenhou" if rules.name.endswith("_tenhou") else "mjsoul"


def random_start(rules: Rules, rng: random.Random) -> Start:
    """A round somewhere in a game of four; of three, its first."""
    if rules.seats == 3:
        return Start([35000] * 3)
    sticks = rng.choice([0, 0, 1, 3])
    scores = [100 * rng.choice([rng.randrange(9, 12), rng.randrange(500)]) for _ in range(3)]
    last = 100_000 - 1000 * sticks - sum(scores)
    if last < 0:
        return Start([25000] * 4, rng.randrange(4), rng.randrange(2))
    scores.insert(rng.randrange(4), last)
    return Start(scores, rng.randrange(4), rng.randrange(3), rng.choice([0, 0, 1, 2, 5]), sticks)


class WallsPart(Exception):
    """More indicators are turned than the other engine's wall has in common with the engine's."""


def random_wall(players: int, rng: random.Random) -> list[int]:
    if players == 4 and rng.random() < LAID:
        return laid(TILES[4], rng, players)
    return shuffled(TILES[players], rng)


class Round:
    def __init__(self, side: Side, table: Table, rng: random.Random, seed: int) -> None:
        self.side, self.table, self.rng, self.seed = side, table, rng, seed
        self.call_rate = rng.choice(CALL_RATES)
        self.moves: Counter[str] = Counter()

    def play(self) -> Difference | None:
        """Play to the end, or to the first difference."""
        while not self.table.over and not self.side.over:
            if self.table.state["n_indicator"] > self.side.indicators:
                raise WallsPart
            difference = self._window()
            if difference is not None:
                return difference
        if self.table.over != self.side.over:
            return self._differ("over", self.table.over, self.side.over)
        ours, theirs = self.table.scores(), self.side.scores()
        total = max(sum(ours), sum(theirs))
        ours, theirs = sticks_to_first(ours, total), sticks_to_first(theirs, total)
        return None if ours == theirs else self._differ("scores", ours, theirs)

    def _window(self) -> Difference | None:
        """One own turn, or one discard with the claims of all seats."""
        table, side = self.table, self.side
        window, won = table.window, False
        while True:
            seat, ours, asked = table.seat, table.moves(), side.asks()
            if asked.get(seat) != ours:
                return self._differ("moves", {seat: ours}, asked)
            move = self._choose(ours)
            self.moves[str(move[0])] += 1
            won = won or move == ("hora",)
            table.play(move)
            side.answer(seat, move)
            if window is None or table.window != window:
                break
        left = side.asks() if window is not None and won else {}
        if any(("hora",) in moves for moves in left.values()):
            return self._differ("moves", {}, left)
        side.close(won)
        return None

    def _differ(self, what: str, ours: Any, theirs: Any) -> Difference:
        return Difference(what, self.side.name, self.seed, ours, theirs, self.table)

    def _choose(self, moves: set[Move]) -> Move:
        """Towards ready hands, with calls now and then, so that rounds end in wins."""
        rng = self.rng
        for move, chance in (("hora",), 0.93), (("reach",), 0.8), (("ryukyoku",), 0.5):
            if move in moves and rng.random() < chance:
                return move
        calls = sorted((move for move in moves if move[0] not in QUIET), key=str)
        if calls and rng.random() < self.call_rate:
            return rng.choice(calls)
        discards = sorted(move for move in moves if move[0] == "dahai")
        if not discards:
            return ("none",)
        far = [
            SHANTEN[self.table.players](self.table.hand_without(str(move[1]))) for move in discards
        ]
        return rng.choice([m for m, d in zip(discards, far, strict=True) if d == min(far)])


def play_round(rules: Rules, other: type[Side], seed: int) -> tuple[Round, Difference | None]:
    """A round; anew with more indicators in common if it turns more than three.

    Nothing seen before the fourth is turned changes by that: three kans shorten the live wall to
    before its place, four kans to before the fifth's.
    """
    for indicators in (3, 4, 5):
        rng = random.Random(seed)
        wall, start = random_wall(rules.seats, rng), random_start(rules, rng)
        side = other(wall, indicators, site_of(rules), rules.seats, start)
        played = Round(side, Table(rules, wall, start), rng, seed)
        try:
            return played, played.play()
        except WallsPart:
            continue
    raise AssertionError("more than five indicators")


def play_rounds(rules: Rules, other: type[Side], rounds: int, seed: int = 0) -> Iterator[Report]:
    """The same report after every round."""
    report = Report()
    for k in range(rounds):
        report.add(*play_round(rules, other, seed * 1_000_003 + k))
        yield report
