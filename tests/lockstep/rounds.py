"""Rounds played by the engine and by another one on the same wall, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import riichienv

from shugi._fast.rules import Rules
from shugi.envs import format_position
from tests.lockstep.riichienv_side import our_wall
from tests.lockstep.table import Move, Table

TILES = [tile for tile in range(136) if not 4 <= tile < 32]


class Side(Protocol):
    """Another engine's round."""

    name: str

    def __init__(self, wall: Sequence[int]) -> None: ...
    def parts(self, state: dict[str, object]) -> bool: ...
    def asks(self, seat: int) -> set[Move] | None: ...
    def play(self, moves: dict[int, Move]) -> list[int]: ...
    def over(self) -> bool: ...
    def scores(self) -> list[int]: ...


@dataclass
class Difference:
    """Where two engines part, and everything needed to look at it."""

    what: str
    seed: int
    state: dict[str, object]
    position: str
    ours: object
    theirs: object

    def __str__(self) -> str:
        return f"{self.what} (seed {self.seed}): ours {self.ours}, theirs {self.theirs}\n{self.position}"


@dataclass
class Report:
    rounds: int = 0
    equal: int = 0
    cut: int = 0
    """Rounds left where the walls part."""
    decisions: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def choose(rng: random.Random, table: Table, moves: set[Move], call_rate: float) -> Move:
    """Towards ready hands, with calls now and then, so that rounds end in wins."""
    if ("hora",) in moves and rng.random() < 0.93:
        return ("hora",)
    if ("reach",) in moves and rng.random() < 0.8:
        return ("reach",)
    quiet = ("dahai", "none", "hora", "reach", "ryukyoku")
    calls = sorted((move for move in moves if move[0] not in quiet), key=str)
    if calls and rng.random() < call_rate:
        return rng.choice(calls)
    discards = sorted((move for move in moves if move[0] == "dahai"), key=str)
    if not discards:
        return ("none",) if ("none",) in moves else rng.choice(sorted(moves, key=str))
    far = [riichienv.calculate_shanten_3p(table.hand_without(str(move[1]))) for move in discards]
    return rng.choice([m for m, d in zip(discards, far, strict=True) if d == min(far)])


def play_round(
    rules: Rules, other: type[Side], seed: int, call_rate: float, report: Report
) -> Difference | None:
    rng = random.Random(seed)
    wall = TILES[:]
    rng.shuffle(wall)
    side, table = other(wall), Table(rules, our_wall(wall))

    def differs(what: str, ours: object, theirs: object) -> Difference:
        position = format_position(table.batch, 0)
        return Difference(what, seed, table.state, position, ours, theirs)

    while not table.over and not side.over():
        if side.parts(table.state):
            report.cut += 1
            return None
        moves: dict[int, Move] = {}
        claim = table.claim
        while True:
            seat, ours = table.seat, table.moves()
            theirs = side.asks(seat)
            if theirs is None and (claim is None or not moves):
                if claim is None or other.name == "riichienv":
                    return differs("only the engine asks", (seat, sorted(map(str, ours))), None)
            if theirs is not None:
                report.decisions += 1
                if ours != theirs:
                    only = sorted(map(str, ours - theirs)), sorted(map(str, theirs - ours))
                    return differs("legal moves", *only)
            moves[seat] = choose(rng, table, ours, call_rate)
            report.moves[str(moves[seat][0])] += 1
            table.play(moves[seat])
            if claim is None or table.claim != claim:
                break
        won = ("hora",) in moves.values()
        unasked = side.play(dict(moves))
        if unasked and not won:
            return differs("only the other engine asks", sorted(moves), unasked)
    if table.over != side.over():
        return differs("one round is over", table.over, side.over())
    return compare_scores(table, side, differs)


def compare_scores(table: Table, side: Side, differs: object) -> Difference | None:
    ours, theirs = table.scores(), side.scores()
    if sum(theirs) > sum(ours):  # the last round's sticks go to the first place
        ours[ours.index(max(ours))] += sum(theirs) - sum(ours)
    return None if ours == theirs else differs("scores", ours, theirs)  # type: ignore[operator]


def play_rounds(
    rules: Rules, other: type[Side], rounds: int, seed: int = 0, call_rate: float = 0.3
) -> Report:
    report = Report()
    for k in range(rounds):
        report.rounds += 1
        difference = play_round(rules, other, seed * 1_000_003 + k, call_rate, report)
        if difference is None:
            report.equal += 1
        else:
            report.differences.append(difference)
    report.equal -= report.cut
    return report
