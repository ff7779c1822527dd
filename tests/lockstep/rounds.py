"""Rounds played by the engine and by riichienv on the same wall, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from shugi._fast.rules import Rules
from shugi.envs import format_position
from tests.lockstep.riichienv_side import COMMON_INDICATORS, TILES, RiichienvSide, our_wall, words
from tests.lockstep.table import Move, Table


@dataclass
class Difference:
    """Where two engines part: what kind of difference, and everything needed to look at it."""

    kind: str
    seed: int
    position: str
    ours: object
    theirs: object


@dataclass
class Report:
    rounds: int = 0
    equal: int = 0
    cut: int = 0
    """Rounds left where the engines' walls part."""
    decisions: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def choose(rng: random.Random, side: RiichienvSide, seat: int, call_rate: float) -> Move:
    """Towards ready hands, with calls now and then, so that rounds end in wins."""
    table = side.tables[seat]
    if ("hora",) in table and rng.random() < 0.93:
        return ("hora",)
    if ("reach",) in table and rng.random() < 0.8:
        return ("reach",)
    calls = sorted(
        (m for m in table if m[0] not in ("dahai", "none", "hora", "reach", "ryukyoku")), key=str
    )
    if calls and rng.random() < call_rate:
        return rng.choice(calls)
    discards = sorted((m for m in table if m[0] == "dahai"), key=str)
    if not discards:
        return ("none",) if ("none",) in table else rng.choice(sorted(table, key=str))
    far = [side.distance_after(seat, move) for move in discards]
    return rng.choice([m for m, d in zip(discards, far, strict=True) if d == min(far)])


def play_round(rules: Rules, seed: int, call_rate: float, report: Report) -> Difference | None:
    rng = random.Random(seed)
    wall = TILES[:]
    rng.shuffle(wall)
    side, table = RiichienvSide(wall), Table(rules, our_wall(wall))

    def differs(kind: str, ours: object, theirs: object) -> Difference:
        return Difference(kind, seed, format_position(table.batch, 0), ours, theirs)

    while not table.over and not side.over():
        if table.batch.state(0)["n_indicator"] > COMMON_INDICATORS:
            report.cut += 1
            return None
        moves: dict[int, Move] = {}
        claim = table.phase == "claim"
        turn = table.batch.state(0)["discarder"] if claim else None
        while True:
            seat = table.seat
            if seat not in side.tables:
                return differs("only the engine asks", (seat, table.words()), sorted(side.tables))
            report.decisions += 1
            if table.words() != words(side.tables[seat]):
                ours, theirs = table.words(), words(side.tables[seat])
                return differs("legal moves", sorted(ours - theirs), sorted(theirs - ours))
            moves[seat] = choose(rng, side, seat, call_rate)
            report.moves[str(moves[seat][0])] += 1
            before = table.batch.state(0)["head"]
            table.play(moves[seat])
            if not claim or table.over:
                break
            state = table.batch.state(0)
            if state["phase"] != "claim" or state["discarder"] != turn or state["head"] != before:
                break
            if table.seat in moves:
                break
        unasked = [s for s in side.tables if s not in moves and len(side.tables[s]) > 1]
        won = any(move[0] == "hora" for move in moves.values())
        if unasked and not won:
            return differs("only riichienv asks", sorted(moves), unasked)
        side.play(moves)
    if table.over != side.over():
        return differs("one round is over", table.over, side.over())
    ours, theirs = table.scores(), side.scores()
    if sum(theirs) > sum(ours):  # the last round's sticks go to the first place
        ours[ours.index(max(ours))] += sum(theirs) - sum(ours)
    return None if ours == theirs else differs("scores", ours, theirs)


def play_rounds(rules: Rules, rounds: int, seed: int = 0, call_rate: float = 0.3) -> Report:
    report = Report()
    for k in range(rounds):
        report.rounds += 1
        difference = play_round(rules, seed * 1_000_003 + k, call_rate, report)
        if difference is None:
            report.equal += 1
        else:
            report.differences.append(difference)
    return report
