"""What the games of a ladder say of its agents: ratings, tests of all pairs, and plain values."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shugi.envs.common.arrays import F64, I64, Bools
from shugi.training.judge.estimate import t_chance, t_quantile
from shugi.training.judge.ladder import Ladder
from shugi.training.terminal.console import finite

LEVEL = 0.05  # the chance that any pair at all is taken to differ and does not


@dataclass(frozen=True)
class LadderRating:
    """One agent on the ladder."""

    name: str
    rating: float
    """Result per hand against the field: the mean over all others of what it gains against them,
    both ways."""
    low: float
    high: float
    skill: float
    """Plackett and Luce's rating (openskill's mu) and its sigma."""
    spread: float


@dataclass(frozen=True)
class LadderTable:
    """The whole ladder. Matrices are (agents, agents), NaN on the diagonal."""

    ratings: list[LadderRating]
    lone: F64
    """Result per hand of the row's agent, alone at a table of the column's; NaN also where that way
    was not played."""
    gain: F64
    """What the row's agent gains per hand against the column's, over the ways that were played:
    antisymmetric."""
    error: F64
    """Standard error of ``gain``."""
    proved: Bools
    """Where it differs from zero after Holm's correction for all pairs."""
    cyclic: float
    """Share of the squared gains that no ranking explains; noise counts as such."""
    hands: int
    sets: tuple[int, int]
    """Fewest and most of a way."""


def judge_ladder(ladder: Ladder, draws: int = 2000) -> LadderTable:
    """Ratings of the agents with 95 % intervals.

    Errors come from a bootstrap over walls, which are the same for all pairs. Intervals are
    Student's t, since some pairs may have few sets.

    Args:
        ladder: with games of every pair.
        draws: samples of the bootstrap.
    """
    count, most = len(ladder.specs), max(map(len, ladder.games.values()))
    rng = np.random.default_rng(0)
    weights = np.concatenate([np.ones((1, most)), rng.standard_exponential((draws, most))])
    lone = np.full((draws + 1, count, count), np.nan)
    sets = np.full((count, count), most)
    for way, games in ladder.games.items():
        hands, own = games.hands.sum(axis=1), weights[:, : len(games)]
        sets[way.lone, way.table] = len(games)
        results = {(way.lone, way.table): games.gained}
        if ladder.rules.seats == 2:
            results[way.table, way.lone] = games.others
        for (row, column), result in results.items():
            found = (own @ result.sum(axis=1)) / (own @ hands)
            lone[:, row, column] = found[0] + unbiased(len(games)) * (found - found[0])
    gain = both_ways(lone)
    rating = np.nanmean(gain, axis=2)
    freedom = np.minimum(sets, sets.T) - 1
    error = np.where(freedom > 0, gain[1:].std(axis=0), np.inf)
    half = halves(rating[1:].std(axis=0), error, freedom)
    skills = plackett_luce(ladder)
    ratings = [
        LadderRating(
            spec,
            float(rating[0, i]),
            float(rating[0, i] - half[i]),
            float(rating[0, i] + half[i]),
            *skills[i],
        )
        for i, spec in enumerate(ladder.specs)
    ]
    played = [len(games) for games in ladder.games.values()]
    return LadderTable(
        ratings,
        lone[0],
        gain[0],
        error,
        holm(gain[0], error, freedom),
        cyclic_share(gain[0]),
        ladder.hands,
        (min(played), max(played)),
    )


def both_ways(lone: F64) -> F64:
    """(..., agents, agents) what each gains on each other: the mean of the ways that there are."""
    back = -np.swapaxes(lone, -1, -2)
    mean = (lone + back) / 2
    return np.where(np.isnan(lone), back, np.where(np.isnan(back), lone, mean))


def unbiased(sets: int) -> float:
    """What the deviations of a Bayesian bootstrap over so few sets must be multiplied by."""
    return math.sqrt((sets + 1) / (sets - 1)) if sets > 1 else 1.0


def halves(spread: F64, error: F64, freedom: I64) -> F64:
    """(agents,) half the 95 % interval of each rating, with Satterthwaite's degrees of freedom.

    Args:
        spread: (agents,) standard error of each rating.
        error: (agents, agents) of each pair, infinite where one set says nothing of it.
        freedom: (agents, agents) degrees of freedom of each pair.
    """
    half = np.full(len(spread), np.inf)
    for i, own in enumerate(np.delete(row**2, i) for i, row in enumerate(error)):
        if np.isfinite(own).all():
            share = float((own**2 / np.delete(freedom[i], i)).sum())
            half[i] = t_quantile(0.975, own.sum() ** 2 / share if share else 1) * spread[i]
    return half


def holm(gain: F64, error: F64, freedom: I64) -> Bools:
    """Which pairs differ, after Holm's correction for all of them.

    Args:
        gain: (agents, agents) what the row gains on the column, in units of the match per hand.
        error: (agents, agents) standard error of ``gain``; infinite where one set says nothing of
            it.
        freedom: (agents, agents) degrees of freedom of each pair.

    Returns:
        (agents, agents) bool, symmetric.
    """
    count = len(gain)
    pairs = list(itertools.combinations(range(count), 2))
    chance = []
    for a, b in pairs:
        z = abs(gain[a, b]) / error[a, b] if error[a, b] > 0 else (np.inf if gain[a, b] else 0.0)
        chance.append(t_chance(float(z), int(freedom[a, b])))
    proved = np.zeros((count, count), np.bool_)
    for rank, k in enumerate(np.argsort(chance, kind="stable")):
        if chance[k] > LEVEL / (len(pairs) - rank):
            break
        proved[pairs[k]] = proved[pairs[k][::-1]] = True
    return proved


def cyclic_share(gain: F64) -> float:
    """What is left of an antisymmetric matrix beside the best fitting differences of ratings."""
    full = np.where(np.isnan(gain), 0.0, gain)
    rating = full.mean(axis=1)
    rest = full - (rating[:, None] - rating[None, :])
    total = float((full**2).sum())
    return float((rest**2).sum()) / total if total else 0.0


def plackett_luce(ladder: Ladder) -> list[tuple[float, float]]:
    """(mu, sigma) of each agent from who did better in each game."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in ladder.specs]
    games = [
        (way.lone, way.table, float(lone), float(others))
        for way, played in ladder.games.items()
        for lone, others in zip(played.lone.ravel(), played.others.ravel(), strict=True)
    ]
    for k in np.random.default_rng(0).permutation(len(games)):
        a, b, lone, others = games[k]
        (first,), (second,) = model.rate([[ratings[a]], [ratings[b]]], scores=[lone, others])
        ratings[a], ratings[b] = first, second
    return [(float(rating.mu), float(rating.sigma)) for rating in ratings]


def as_json(ladder: Ladder, table: LadderTable, unit: str, **more: Any) -> Mapping[str, Any]:
    """The ladder for programs, the best agent first.

    Args:
        ladder: as it was played.
        table: what ``judge_ladder`` found of it.
        unit: name of the unit of gains, such as "chips".
        more: joins the top level.

    Returns:
        plain values; what is infinite or not known is None.
    """
    order = ranking(table)
    return {
        "rules": ladder.rules.name,
        "unit": unit,
        "agents": [
            {
                "name": rating.name,
                "per_hand_against_field": rating.rating,
                "ci95": [finite(rating.low), finite(rating.high)],
                "plackett_luce": {"mu": rating.skill, "sigma": rating.spread},
            }
            for rating in (table.ratings[i] for i in order)
        ],
        "alone_at_table_of": _rows(table.lone, order),
        "gain": _rows(table.gain, order),
        "standard_error": _rows(table.error, order),
        "differs_after_holm": table.proved[np.ix_(order, order)].tolist(),
        "cyclic_share": table.cyclic,
        "sets": list(table.sets),
        "hands": table.hands,
        **more,
    }


def ranking(table: LadderTable) -> list[int]:
    """Agents by number, the best first."""
    return sorted(range(len(table.ratings)), key=lambda i: -table.ratings[i].rating)


def _rows(matrix: F64, order: Sequence[int]) -> list[list[float | None]]:
    picked = matrix[np.ix_(order, order)].tolist()
    return [[finite(value) for value in row] for row in picked]
