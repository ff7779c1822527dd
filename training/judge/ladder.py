"""A ladder: every two agents against each other on the same walls, and what that says of each.

Of a pair both *ways* are played: a lone seat of the first at a table of the second, and the other
way round. Where the first searches on top of the second, that may be counted by the choices in
which they differ (``shugi.training.judge.choices``); the way back is then not played. What is kept
of a way is the result of every game; it grows by portions of sets, each with walls of its own that
are the same for all pairs, and lies in a file of its own. So a ladder that was stopped goes on
where it was, and more sets or agents need only what is not there yet.
"""

import hashlib
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.bots.style import STYLES
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO, Agent, AgentError
from shugi.agents.grammar import mark_of
from shugi.agents.named import PREFIX, cards_for
from shugi.agents.spec import make_agent
from shugi.envs.common.files import FileError, write_atomically
from shugi.training.cluster.work import LocalWorkers, WorkerContext, Workers
from shugi.training.judge.estimate import t_chance, t_quantile
from shugi.training.judge.match import Match
from shugi.training.run.arrays import pack_arrays, read_arrays
from shugi.training.terminal.console import finite

PORTION = 20  # sets played between two saves
FORMAT = 2


def default_agents(rules: Rules) -> list[str]:
    """Random play, the baseline and its styles, trained agents for these rules, and a roll-out."""
    styles = [f"baseline:{style}" for style in STYLES if style != "baseline"]
    trained = [PREFIX + name for name in sorted(card.name for card in cards_for(rules))]
    return ["random", "baseline", *styles, *trained, "rollout[at=verbs]:baseline"]


@dataclass(frozen=True)
class Seating:
    """One agent alone at a table of another; both by number."""

    lone: int
    table: int


@dataclass
class SeatingResults:
    """The games of a way."""

    lone: NDArray[np.float64]
    """(sets, tables) result of the lone seat, in the match's unit."""
    others: NDArray[np.float64]
    """(sets, tables) mean result of the other seats."""
    gained: NDArray[np.float64]
    """(sets, tables) what the lone seat is found to gain: its result, or the same by choices."""
    hands: NDArray[np.int64]
    """(sets, tables)"""

    @classmethod
    def none(cls, tables: int) -> "SeatingResults":
        nothing = np.zeros((0, tables))
        return cls(nothing, nothing, nothing, nothing.astype(np.int64))

    def __len__(self) -> int:
        return len(self.hands)

    def first(self, sets: int) -> "SeatingResults":
        return SeatingResults(*(array[:sets] for array in self.arrays().values()))

    def more(self, other: "SeatingResults") -> "SeatingResults":
        both = zip(self.arrays().values(), other.arrays().values(), strict=True)
        return SeatingResults(*(np.concatenate(pair) for pair in both))

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True)
class LadderPortion:
    """The first sets of a portion of a way's games."""

    way: Seating
    number: int
    sets: int
    choices: int = 0
    """Walls for each choice; 0: the way is counted by games."""


@dataclass(frozen=True)
class LadderJob:
    """A ladder whose portions are played wherever there is a place."""

    rules: Rules
    specs: Sequence[str]
    seed: int
    precision: str = AUTO

    def open(self, place: WorkerContext) -> Callable[[LadderPortion], SeatingResults]:
        def play(portion: LadderPortion) -> SeatingResults:
            names, way = ("lone", "table"), portion.way
            agents = {
                name: place.agent(self.specs[agent])
                for name, agent in zip(names, (way.lone, way.table), strict=True)
            }
            seed = _key(self.seed, portion.number)
            match = Match(
                self.rules, agents, seed, place.threads, members=names, choices=portion.choices
            )
            match.play(portion.sets)
            return games_of(match)

        return play


class Ladder:
    """Plays and keeps the games of all pairs.

    Args:
        rules: the rule set.
        specs: agents by name, each once.
        folder: of the games; made if it is not there.
        sets: of each way.
        slow_sets: of the ways in which an agent searches.
        seed: of the walls and of the agents' chance.
        threads: of the engine.
        precision: of networks, as ``make_agent`` takes it.
        choices: walls for each choice of an agent that searches on top of the other one of a pair;
            0: all is counted by games.

    Raises:
        AgentError: fewer than two agents, one twice, or one that cannot be; ``choices`` where none
            searches on top of another.
    """

    def __init__(
        self,
        rules: Rules,
        specs: Sequence[str],
        folder: Path,
        sets: int,
        slow_sets: int,
        seed: int = 1,
        threads: int = 1,
        precision: str = AUTO,
        choices: int = 0,
    ) -> None:
        if len(specs) < 2:
            raise AgentError("a ladder needs at least two agents")
        again = sorted({spec for spec in specs if specs.count(spec) > 1})
        if again:
            raise AgentError(f"{', '.join(again)}: more than once on the ladder")
        self.rules, self.specs, self.folder = rules, list(specs), folder
        self.seed, self.threads, self.precision, self.choices = seed, threads, precision, choices
        self.agents: list[Agent] = [
            make_agent(spec, rules, precision, programs=True) for spec in specs
        ]
        self.marks = [mark_of(spec, precision) for spec in specs]
        ordered = itertools.permutations(range(len(specs)), 2)
        if choices and not any(self._is_on_top(a, b) for a, b in ordered):
            raise AgentError(
                "none of the agents searches on top of another of them; to count by choices, give "
                "an agent and search[ms=100]:AGENT"
            )
        pairs = itertools.combinations(range(len(specs)), 2)
        ways = [way for a, b in pairs for way in self._ways(a, b)]
        self.sets = {way: slow_sets if self._slow(way) else sets for way in ways}
        self.games: dict[Seating, SeatingResults] = {}

    def _ways(self, a: int, b: int) -> list[Seating]:
        both = [Seating(a, b), Seating(b, a)]
        if by_choices := [way for way in both if self.choices_of(way)]:
            return by_choices
        return both[:1] if self.rules.seats == 2 else both

    def choices_of(self, way: Seating) -> int:
        """Walls for each choice of the lone agent; 0: its games are what counts."""
        return self.choices if self._is_on_top(way.lone, way.table) else 0

    def _is_on_top(self, a: int, b: int) -> bool:
        """Does the first search, and follow the second where it does not? They are alike, so that
        one way says as much as both would."""
        policy = getattr(self.agents[a], "policy", None)
        return self._searches(a) and policy is not None and policy.name == self.agents[b].name

    def _searches(self, agent: int) -> bool:
        return hasattr(self.agents[agent], "games_at_once")

    def _slow(self, way: Seating) -> bool:
        return self._searches(way.lone) or self._searches(way.table)

    def load(self) -> None:
        """Read what is there of every way."""
        for way in self.sets:
            self.games[way] = load_games(self.path(way), self.rules.seats)

    def play(
        self,
        show: Callable[["Ladder"], None] = lambda _: None,
        workers: Workers | None = None,
    ) -> None:
        """Play what is missing; the ways without search first.

        Args:
            show: told after every portion.
            workers: who play; this process by default.
        """
        self.load()
        show(self)
        self.folder.mkdir(parents=True, exist_ok=True)
        job = LadderJob(self.rules, self.specs, self.seed, self.precision)
        made = dict(zip(self.specs, self.agents, strict=True))
        left = list(self.portions())
        with closing((workers or LocalWorkers(self.threads)).run(job, left, made)) as found:
            for portion, games in zip(left, found, strict=True):
                before = self.games[portion.way].first(portion.number * PORTION)
                self.games[portion.way] = before.more(games)
                save_games(self.path(portion.way), self.games[portion.way])
                show(self)

    def portions(self) -> Iterator[LadderPortion]:
        """What is missing. A portion of which only some sets were played is played anew."""
        for way in sorted(self.sets, key=self._slow):
            for first in range(len(self.games[way]) // PORTION * PORTION, self.sets[way], PORTION):
                if (sets := min(PORTION, self.sets[way] - first)) > len(self.games[way]) - first:
                    yield LadderPortion(way, first // PORTION, sets, self.choices_of(way))

    def path(self, way: Seating) -> Path:
        """The file of the games of a way: another agent, file, seed or rule set has another."""
        marks, choices = (self.marks[way.lone], self.marks[way.table]), self.choices_of(way)
        told = [FORMAT, self.rules.hash, self.seed, *marks, choices]
        return self.folder / f"{hashlib.sha256(repr(told).encode()).hexdigest()[:20]}.npz"

    @property
    def done(self) -> float:
        """Share of the work, in which a set with search counts fifty times."""
        weight = {way: 50.0 if self._slow(way) else 1.0 for way in self.sets}
        played = sum(
            weight[way] * min(len(games), self.sets[way]) for way, games in self.games.items()
        )
        return played / sum(weight[way] * sets for way, sets in self.sets.items())

    @property
    def hands(self) -> int:
        return sum(int(games.hands.sum()) for games in self.games.values())


def _key(seed: int, portion: int) -> int:
    return int(np.random.SeedSequence([seed, portion]).generate_state(1, np.uint64)[0])


def games_of(match: Match) -> SeatingResults:
    """The games of a match of "lone" and "table"."""
    record = match.record()
    lone = record.tables == 0
    counted = record.by_choices() if match.choices else record

    def mean(result: NDArray[np.float64], seats: NDArray[np.bool_]) -> NDArray[np.float64]:
        return np.asarray((result * seats).sum(axis=2) / seats.sum(axis=1))

    own, others = mean(record.result, lone), mean(record.result, ~lone)
    return SeatingResults(own, others, mean(counted.result, lone), record.hands)


# ---- files


def save_games(path: Path, games: SeatingResults) -> None:
    write_atomically(path, pack_arrays(games.arrays()))


def load_games(path: Path, tables: int) -> SeatingResults:
    """None where there is no file.

    Raises:
        AgentError: a file that is something else.
    """
    if not path.exists():
        return SeatingResults.none(tables)
    try:
        found = read_arrays(path)
        games = SeatingResults(*(found[one.name] for one in fields(SeatingResults)))
    except (FileError, KeyError) as error:
        raise AgentError(f"{path}: not the games of a ladder ({error}); remove it") from None
    every, none = games.arrays(), SeatingResults.none(tables).arrays()
    sets = games.hands.shape[:1]
    if any(
        array.shape != (*sets, tables) or array.dtype != none[name].dtype
        for name, array in every.items()
    ):
        raise AgentError(f"{path}: not the games of this ladder; remove it")
    return games


# ---- what the games say


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

    standings: list[LadderRating]
    lone: NDArray[np.float64]
    """Result per hand of the row's agent, alone at a table of the column's; NaN also where that way
    was not played."""
    gain: NDArray[np.float64]
    """What the row's agent gains per hand against the column's, over the ways that were played:
    antisymmetric."""
    error: NDArray[np.float64]
    """Standard error of ``gain``."""
    proved: NDArray[np.bool_]
    """Where it differs from zero after Holm's correction for all pairs."""
    cyclic: float
    """Share of the squared gains that no ranking explains; noise counts as such."""
    hands: int
    sets: tuple[int, int]
    """Fewest and most of a way."""


def judge(ladder: Ladder, draws: int = 2000) -> LadderTable:
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
    standings = [
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
        standings,
        lone[0],
        gain[0],
        error,
        holm(gain[0], error, freedom),
        cyclic_share(gain[0]),
        ladder.hands,
        (min(played), max(played)),
    )


def both_ways(lone: NDArray[np.float64]) -> NDArray[np.float64]:
    """(..., agents, agents) what each gains on each other: the mean of the ways that there are."""
    back = -np.swapaxes(lone, -1, -2)
    mean = (lone + back) / 2
    return np.where(np.isnan(lone), back, np.where(np.isnan(back), lone, mean))


def unbiased(sets: int) -> float:
    """What the deviations of a Bayesian bootstrap over so few sets must be multiplied by."""
    return math.sqrt((sets + 1) / (sets - 1)) if sets > 1 else 1.0


def halves(
    spread: NDArray[np.float64], error: NDArray[np.float64], freedom: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(agents,) half the 95 % interval of each rating, with Satterthwaite's degrees of freedom.

    Args:
        spread: (agents,) standard error of each rating.
        error: (agents, agents) of each pair, infinite where one set says nothing of it.
        freedom: (agents, agents) degrees of freedom of each pair.
    """
    found = np.full(len(spread), np.inf)
    for i, own in enumerate(np.delete(row**2, i) for i, row in enumerate(error)):
        if np.isfinite(own).all():
            share = float((own**2 / np.delete(freedom[i], i)).sum())
            found[i] = t_quantile(0.975, own.sum() ** 2 / share if share else 1) * spread[i]
    return found


def holm(
    gain: NDArray[np.float64],
    error: NDArray[np.float64],
    freedom: NDArray[np.int64],
    level: float = 0.05,
) -> NDArray[np.bool_]:
    """Which pairs differ, after Holm's correction for all of them.

    Args:
        gain: (agents, agents) what the row gains on the column, in units of the match per hand.
        error: (agents, agents) standard error of ``gain``; infinite where one set says nothing of
            it.
        freedom: (agents, agents) degrees of freedom of each pair.
        level: the chance that any pair at all is taken to differ and does not.

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
        if chance[k] > level / (len(pairs) - rank):
            break
        proved[pairs[k]] = proved[pairs[k][::-1]] = True
    return proved


def cyclic_share(gain: NDArray[np.float64]) -> float:
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
        table: what ``judge`` found of it.
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
                "name": one.name,
                "per_hand_against_field": one.rating,
                "ci95": [finite(one.low), finite(one.high)],
                "plackett_luce": {"mu": one.skill, "sigma": one.spread},
            }
            for one in (table.standings[i] for i in order)
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
    return sorted(range(len(table.standings)), key=lambda i: -table.standings[i].rating)


def _rows(matrix: NDArray[np.float64], order: Sequence[int]) -> list[list[float | None]]:
    picked = matrix[np.ix_(order, order)].tolist()
    return [[finite(value) for value in row] for row in picked]
