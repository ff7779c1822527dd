"""What a match says about its agents: chips per hand with intervals, and where they come from."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from shugi._fast.batch.batch import TALLY, tally_columns
from shugi._fast.rules.games import GAMES
from shugi.training.judge.choices import STAKES, WHO, by_stake
from shugi.training.judge.estimate import Estimate, Ratio, estimate, ratio
from shugi.training.judge.match import MatchRecord, Unit, unit_of
from shugi.training.terminal.console import finite

COUNTS = {
    name: name for name in TALLY if name != "hands" and not name.startswith(("points_", "chips_"))
}


@dataclass(frozen=True)
class SeatOutcome:
    """One agent at one seat (seat 0 deals first)."""

    seat: int
    hands: int
    per_hand: Estimate


@dataclass(frozen=True)
class AgentOutcome:
    """One agent over all sets and seats; payments in the match's unit."""

    name: str
    hands: int
    games: int
    per_hand: Estimate
    per_game: Estimate
    seats: list[SeatOutcome]
    per_100_hands: dict[str, float]  # wins, deal-ins, riichi, calls, ...
    chips_by_cause: dict[str, float]  # chips per 100 hands
    points_by_cause: dict[str, float]  # the same in thousands of points, units, or card points


@dataclass(frozen=True)
class Difference:
    """The first agent's result per hand minus the second's, on the same walls."""

    first: str
    second: str
    per_hand: Estimate


@dataclass(frozen=True)
class ChoiceOutcome:
    """What the first agent gains by one kind of choice that the second would not make."""

    about: str  # of ``shugi.training.judge.choices.STAKES``
    who: str  # of ``WHO``
    per_100_hands: float  # how many there are
    each: float  # what one of them gains
    per_hand: Estimate  # what all of them gain


@dataclass(frozen=True)
class Outcome:
    """The whole match."""

    rules: str
    unit: Unit
    sets: int
    tables: int
    games: int
    hands: int
    agents: list[AgentOutcome]
    differences: list[Difference]


def judge(record: MatchRecord) -> Outcome:
    """Work out everything that tables, JSON and reports show."""
    names = range(len(record.names))
    ratios = [_per_hand(record, agent) for agent in names]
    differences = [
        Difference(
            record.names[a],
            record.names[b],
            estimate(ratios[a].mean - ratios[b].mean, ratios[a].residual - ratios[b].residual),
        )
        for a in names
        for b in names
        if a < b
    ]
    sets, tables = record.hands.shape
    return Outcome(
        record.rules.name,
        unit_of(record.rules),
        sets,
        tables,
        sets * tables,
        int(record.hands.sum()),
        [_agent(record, agent, ratios[agent]) for agent in names],
        differences,
    )


def judge_choices(record: MatchRecord) -> list[ChoiceOutcome]:
    """The choices of a match that occurred, the kinds that gain or lose most first."""
    sums = by_stake(record.choices).sum(axis=(1, 2), dtype=np.float64)  # (sets, stakes, who, 2)
    hands = record.hands.sum(axis=1).astype(np.float64)
    outcomes = []
    for i, about in enumerate(STAKES):
        for k, who in enumerate(WHO):
            gained, count = sums[:, i, k, 0], sums[:, i, k, 1].sum()
            if count:
                all_of_them = ratio(gained, hands)
                per_hand = estimate(all_of_them.mean, all_of_them.residual)
                often, each = 100 * count / hands.sum(), gained.sum() / count
                outcomes.append(ChoiceOutcome(about, who, float(often), float(each), per_hand))
    return sorted(outcomes, key=lambda one: -abs(one.per_hand.mean))


def _per_hand(record: MatchRecord, agent: int, seat: int | None = None) -> Ratio:
    mine = record.tables == agent  # (tables, seats)
    if seat is not None:
        mine = mine & (np.arange(mine.shape[1]) == seat)
    total = (record.result * mine).sum(axis=(1, 2))
    hands = (record.hands[:, :, None] * mine).sum(axis=(1, 2)).astype(np.float64)
    return ratio(total, hands)


def _agent(record: MatchRecord, agent: int, per_hand: Ratio) -> AgentOutcome:
    mine = record.tables == agent
    per_game = (record.result * mine).sum(axis=(1, 2)) / mine.sum()
    columns = tally_columns(record.rules)
    tally = dict(zip(columns, record.tally[agent].tolist(), strict=True))
    points = 1 / (record.rules.fields()["points_per_unit"] or 1)  # cards have no unit
    counts = GAMES[record.rules.game].counts or COUNTS
    hands = tally["hands"]
    share = 100 / hands if hands else math.nan
    seats = []
    for seat in np.flatnonzero(mine.any(axis=0)).tolist():
        at_seat = _per_hand(record, agent, seat)
        seat_hands = int((record.hands[:, mine[:, seat]]).sum())
        seats.append(SeatOutcome(seat, seat_hands, estimate(at_seat.mean, at_seat.residual)))
    return AgentOutcome(
        record.names[agent],
        hands,
        int(mine.sum()) * len(record.hands),
        estimate(per_hand.mean, per_hand.residual),
        estimate(float(per_game.mean()), per_game - per_game.mean()),
        seats,
        {name: tally[count] * share for count, name in counts.items()},
        _causes(tally, "chips_", share),
        _causes(tally, "points_", share * points),
    )


def _causes(tally: dict[str, int], prefix: str, share: float) -> dict[str, float]:
    return {
        name.removeprefix(prefix): value * share
        for name, value in tally.items()
        if name.startswith(prefix) and value
    }


def as_json(outcome: Outcome, **more: Any) -> dict[str, Any]:
    """The outcome for programs; ``more`` joins the top level. Infinite bounds become null."""
    agents = [
        {
            "name": agent.name,
            "chips_per_hand": agent.per_hand.mean,
            "ci95": _bounds(agent.per_hand),
            "smallest_effect": finite(agent.per_hand.smallest_effect),
            "chips_per_game": agent.per_game.mean,
            "ci95_per_game": _bounds(agent.per_game),
            "hands": agent.hands,
            "games": agent.games,
            "seats": [
                {
                    "seat": seat.seat,
                    "hands": seat.hands,
                    "chips_per_hand": seat.per_hand.mean,
                    "ci95": _bounds(seat.per_hand),
                }
                for seat in agent.seats
            ],
            "per_100_hands": agent.per_100_hands,
            "chips_by_cause_per_100_hands": agent.chips_by_cause,
            "points_by_cause_per_100_hands": agent.points_by_cause,
        }
        for agent in outcome.agents
    ]
    differences = [
        {
            "first": difference.first,
            "second": difference.second,
            "chips_per_hand": difference.per_hand.mean,
            "ci95": _bounds(difference.per_hand),
            "smallest_effect": finite(difference.per_hand.smallest_effect),
        }
        for difference in outcome.differences
    ]
    return {
        "agents": agents,
        "differences": differences,
        "rules": outcome.rules,
        "unit": outcome.unit.name,
        "unit_of_hands": outcome.unit.in_hands,
        "sets": outcome.sets,
        "games_per_set": outcome.tables,
        "games": outcome.games,
        "hands": outcome.hands,
        **more,
    }


def choice_json(choice: ChoiceOutcome) -> dict[str, Any]:
    """For programs."""
    return {
        "about": choice.about,
        "who": choice.who,
        "per_100_hands": choice.per_100_hands,
        "chips_each": choice.each,
        "chips_per_hand": choice.per_hand.mean,
        "ci95": _bounds(choice.per_hand),
    }


def _bounds(value: Estimate) -> list[float | None]:
    return [finite(value.low), finite(value.high)]
