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
from collections.abc import Callable, Iterator, Sequence
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
from shugi.envs.common.arrays import F64, I64, Bools
from shugi.envs.common.files import FileError, write_atomically
from shugi.training.cluster.work import LocalWorkers, WorkerContext, Workers
from shugi.training.judge.match import Match
from shugi.training.run.arrays import pack_arrays, read_arrays

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

    lone: F64
    """(sets, tables) result of the lone seat, in the match's unit."""
    others: F64
    """(sets, tables) mean result of the other seats."""
    gained: F64
    """(sets, tables) what the lone seat is found to gain: its result, or the same by choices."""
    hands: I64
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
                self.rules, agents, seed, place.threads, members=names, choice_deals=portion.choices
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
        """Whether the first is the second with a search on top.

        The two are alike then, so that one way says as much as both would.
        """
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
        self, show: Callable[["Ladder"], None] = lambda _: None, workers: Workers | None = None
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
    counted = record.by_choices() if match.choice_gains else record

    def mean(result: F64, seats: Bools) -> F64:
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
