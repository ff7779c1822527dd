"""Duplicate matches: the same walls for every arrangement of the agents over the seats.

A *set* is one seed played at several *tables*, one per arrangement. Sets are independent of each
other, the games of a set are not; so every interval is over sets.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import TALLY, Batch, tally_columns
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import GAMES
from shugi.agents.base import AUTO, Agent, AgentError, fill_actions, games_at_once
from shugi.envs.common.arrays import F32, F64, I64, U8, Rng
from shugi.envs.records.record import Record as GameRecord
from shugi.envs.records.record import Recorder
from shugi.training.cluster.work import WorkerContext
from shugi.training.judge.choices import CHOICE_TERMS, ChoiceGains, by_stake
from shugi.training.judge.luck import TERMS, DrawLuck, without_luck

GAMES_AT_ONCE = 600  # of agents that do not say
MOST_TABLES = 720
MOST_GAIN = 400  # of a hand, in the match's unit; hands beyond are counted in the outermost bin


def arrangements(members: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The tables of a set: which agent sits at each seat, seat 0 dealing first.

    Fewer members than seats: the last one fills up. More: every choice of them. Always in every
    distinct order, so that each agent meets each wall from each seat and with both neighbours.
    """
    filled = [*members, *[members[-1]] * (seats - len(members))]
    tables: dict[tuple[int, ...], None] = {}
    for chosen in itertools.combinations(filled, seats):
        tables |= dict.fromkeys(sorted(set(itertools.permutations(chosen))))
    return list(tables)


@dataclass(frozen=True)
class Unit:
    """What a match is counted in."""

    name: str  # of results
    kind: str  # the tally's payments of this kind: "chips" or "points"
    scale: float = 1.0  # of the tally to what single hands are told in
    of_hands: str = ""  # its name where it is not that of results: the points of card games

    @property
    def in_hands(self) -> str:
        """The name of what single hands bring, and of what it was for."""
        return self.of_hands or self.name


CHIPS = Unit("chips", "chips")
THOUSANDS = Unit("points/1000", "points", 0.001)
UNITS = Unit("units", "points")


def unit_of(rules: Rules) -> Unit:
    """Chips where a game's result is chips; thousands of points; units of the regional games.

    Of card games what their reward is (``Game.units``): matches or games won, or points.
    """
    if units := GAMES[rules.game].units:
        of_games, of_hands = units[rules.options["mode"]]
        return Unit(of_games, "points", of_hands=of_hands)
    if "regional" in rules.traits:
        return UNITS
    if rules.options["placement"] != "none" or rules.options["cherry"]:
        return CHIPS
    return THOUSANDS


@dataclass
class PlayedSets:
    """The sets of a match that are over; never changed, another takes its place."""

    result: F64  # (sets, tables, seats) result of the game in the unit
    hands: I64  # (sets, tables)
    tally: I64  # (agents, tally_columns) counts and payments, placement included
    histogram: I64  # (agents, 2 * MOST_GAIN + 1) hands by gain without placement
    luck: F32  # (sets, tables, seats, terms); no terms where it was not asked for
    choices: F32  # the same of ``shugi.training.judge.choices``

    def __len__(self) -> int:
        return len(self.hands)

    def more(self, other: "PlayedSets") -> "PlayedSets":
        return PlayedSets(
            np.concatenate([self.result, other.result]),
            np.concatenate([self.hands, other.hands]),
            self.tally + other.tally,
            self.histogram + other.histogram,
            np.concatenate([self.luck, other.luck]),
            np.concatenate([self.choices, other.choices]),
        )


@dataclass
class MatchRecord(PlayedSets):
    """What a match leaves behind; ``Outcome`` in ``shugi.training.judge.outcome`` reads it."""

    rules: Rules
    names: list[str]
    tables: I64  # (tables, seats) agent at each seat

    def without_luck(self) -> "MatchRecord":
        """This record with the worth of the luck of draws taken from each result."""
        return replace(self, result=without_luck(self.result, self.luck))

    def by_choices(self) -> "MatchRecord":
        """This record with what the first agent gains over the other in its place as its result;
        that other's own is 0."""
        gained = by_stake(self.choices)[..., 0].sum(axis=(-2, -1), dtype=np.float64)
        return replace(self, result=gained)

    @property
    def choices_per_100_hands(self) -> float:
        """How many choices the other agent would not have made; 0 where they were not told."""
        if not self.choices.shape[-1]:
            return 0.0
        return 100 * float(by_stake(self.choices)[..., 1].sum()) / max(int(self.hands.sum()), 1)


@dataclass(frozen=True)
class Piece:
    """Sets of a match that are played together."""

    first: int
    sets: int


@dataclass(frozen=True)
class MatchPortion:
    """What a piece of a match brought."""

    played: PlayedSets
    records: list[GameRecord] = field(default_factory=list)
    """Of the games that are to be kept, table by table."""


class Match:
    """Plays sets of duplicate games, some hundreds of games at once.

    It is played in pieces. A piece depends on nothing but its number and what the match is made
    of, so that pieces may be played anywhere, in any order.

    Args:
        rules: the rule set.
        agents: who plays, by name.
        members: the names at a table; one may come twice. All agents once by default.
        recorded: sets, the first ones, whose games are kept in ``records``.
        luck: of draws is told too (``shugi.training.judge.luck``).
        choice_deals: walls for each choice of the first agent that the other one would not make,
            to say what it gains by it (``shugi.training.judge.choices``); 0: that is not told.
        seed: of the walls and of the agents' chance.
        threads: of the engine.

    Raises:
        AgentError: so many agents that a set would be hundreds of games.
    """

    def __init__(
        self,
        rules: Rules,
        agents: Mapping[str, Agent],
        seed: int,
        threads: int = 1,
        members: Sequence[str] | None = None,
        recorded: int = 0,
        luck: bool = False,
        choice_deals: int = 0,
    ) -> None:
        if luck and "plays_cards" in rules.traits:
            raise AgentError(f"{rules.name} has no draws whose luck could be told")
        if luck and recorded:
            raise AgentError("games are recorded as they are played without the luck of draws")
        self.rules, self.seed, self.threads, self.luck = rules, seed, threads, luck
        self.names = list(agents)
        self.agents = list(agents.values())
        numbers = [self.names.index(name) for name in members or self.names]
        self.tables = np.array(arrangements(numbers, rules.seats))
        if len(self.tables) > MOST_TABLES:
            raise AgentError(
                f"{len(agents)} agents make {len(self.tables)} games per set; give fewer"
            )
        self.choice_gains = self._choice_gains(choice_deals)
        games = min(games_at_once(agent, GAMES_AT_ONCE) for agent in self.agents)
        self.sets_at_once = max(1, games // len(self.tables))
        self.unit = unit_of(rules)
        self.columns = tally_columns(rules)
        self.moved = [
            i
            for i, name in enumerate(self.columns)
            if name.startswith(f"{self.unit.kind}_") and name != f"{self.unit.kind}_placement"
        ]
        self.played = self._nothing_played()
        self.batch: Batch | None = None
        self.recorded = recorded
        self.records: list[GameRecord] = []

    def _choice_gains(self, deals: int) -> ChoiceGains | None:
        if not deals:
            return None
        if self.luck:
            raise AgentError("choices are told, or the luck of draws; not both")
        if len(self.agents) != 2 or ((self.tables == 0).sum(axis=1) != 1).any():
            raise AgentError("choices are those of one agent among others that are all alike")
        return ChoiceGains(self.rules, self.agents[1], deals, self.threads)

    def _nothing_played(self) -> PlayedSets:
        agents, (tables, seats) = len(self.agents), self.tables.shape
        luck = TERMS if self.luck else 0
        choices = CHOICE_TERMS if self.choice_gains else 0
        return PlayedSets(
            np.zeros((0, tables, seats)),
            np.zeros((0, tables), np.int64),
            np.zeros((agents, len(self.columns)), np.int64),
            np.zeros((agents, 2 * MOST_GAIN + 1), np.int64),
            np.zeros((0, tables, seats, luck), np.float32),
            np.zeros((0, tables, seats, choices), np.float32),
        )

    def play(self, sets: int) -> None:
        """Play this many more sets. What stops it leaves the match as it was before a piece."""
        for piece in self.pieces(len(self.played) + sets):
            self.add(self.play_piece(piece))

    def pieces(self, sets: int | None = None) -> Iterator[Piece]:
        """What is left to play.

        Args:
            sets: in all; without an end if None.
        """
        first = len(self.played)
        while sets is None or first < sets:
            now = self.sets_at_once if sets is None else min(self.sets_at_once, sets - first)
            yield Piece(first, now)
            first += now

    def add(self, portion: MatchPortion) -> None:
        """Take the next piece into what was played."""
        self.played = self.played.more(portion.played)
        self.records += portion.records

    def record(self) -> MatchRecord:
        whose: dict[str, Any] = {"rules": self.rules, "names": self.names, "tables": self.tables}
        return MatchRecord(**vars(self.played), **whose)

    def play_piece(self, piece: Piece) -> MatchPortion:
        """Play it; what the match has played so far stays as it is."""
        batch, rng = self._dealt(piece), np.random.default_rng([self.seed, 1, piece.first])
        who = np.tile(self.tables, (piece.sets, 1))
        luck = DrawLuck(batch) if self.luck else None
        actions = np.zeros(batch.n, np.uint8)
        mask = np.zeros((batch.n, ACTION_COUNT), np.uint8)
        paid = np.zeros(who.shape, np.int64)
        blank = self._nothing_played()
        chosen = np.zeros((*who.shape, blank.choices.shape[-1]), np.float32)
        recorders = self._recorders(batch, who, piece)
        while (batch.seat >= 0).any():
            batch.legal(mask)
            asked = self._act(batch, who, mask, actions, rng)
            if self.choice_gains is not None:
                rows = np.flatnonzero(asked == 0)
                told = self.choice_gains.found(batch, rows, mask, actions, rng)
                chosen[rows, batch.seat[rows]] += told
            _record(recorders, batch, actions)
            batch.step(actions)
            if batch.status.any():
                raise AgentError(self._blame(batch, who, actions))
            if luck is not None:
                luck.look()
            self._count_gains(batch, who, paid, blank.histogram)
        sums = np.zeros((*who.shape, 0), np.float32) if luck is None else luck.sums
        played = self._sets(batch, who, blank.histogram, sums, chosen)
        return MatchPortion(played, [recorder.record for recorder in recorders])

    def _dealt(self, piece: Piece) -> Batch:
        """The games of a piece, each set's at all tables from the same walls."""
        walls, tables = np.random.default_rng([self.seed, 0]), len(self.tables)
        seeds = walls.integers(0, 2**63, piece.first + piece.sets, np.uint64)[piece.first :]
        if self.batch is None or self.batch.n != len(seeds) * tables:
            self.batch = self._batch(len(seeds) * tables)
        self.batch.reset(np.repeat(seeds, tables))
        return self.batch

    def _count_gains(self, batch: Batch, who: I64, paid: I64, histogram: I64) -> None:
        """Count what hands brought that have just ended; ``paid`` is what games brought before."""
        over = np.flatnonzero(batch.hand_done)
        if len(over):
            total = batch.tally[over][:, :, self.moved].sum(axis=2)
            gain = (total - paid[over]) * self.unit.scale
            np.add.at(histogram, (who[over], _bins(gain)), 1)
            paid[over] = total

    def _sets(self, batch: Batch, who: I64, histogram: I64, luck: F32, choices: F32) -> PlayedSets:
        """The sets of a batch whose games are over, from what was noted of each game."""
        tables = len(self.tables)

        def by_set(array: NDArray[Any]) -> NDArray[Any]:
            return array.reshape(batch.n // tables, tables, *array.shape[1:]).copy()

        return PlayedSets(
            by_set(batch.final_result),
            by_set(batch.tally[:, 0, TALLY.index("hands")]),
            np.stack([batch.tally[who == k].sum(axis=0) for k in range(len(self.agents))]),
            histogram,
            by_set(luck),
            by_set(choices),
        )

    def _batch(self, n: int) -> Batch:
        """Where luck is told, no draw is passed over."""
        return Batch(
            self.rules,
            n,
            threads=min(self.threads, n),
            auto_reset=False,
            forced=not self.luck,
            expected=self.luck,
            tally=True,
        )

    def _recorders(self, batch: Batch, who: I64, piece: Piece) -> list[Recorder]:
        """For the first games of the batch, as far as its sets are to be recorded."""
        sets = min(max(self.recorded - piece.first, 0), piece.sets)
        return [
            Recorder(batch, i, [self.names[agent] for agent in who[i]])
            for i in range(sets * len(self.tables))
        ]

    def _act(self, batch: Batch, who: I64, mask: U8, actions: U8, rng: Rng) -> I64:
        """Fill the actions in. Returns: (n,) who was asked; -1: nobody."""
        asked = np.where(batch.seat >= 0, who[np.arange(batch.n), batch.seat], -1)
        if not batch.forced:
            forced = mask.sum(axis=1) == 1
            actions[forced], asked[forced] = mask[forced].argmax(axis=1), -1
        games = ((agent, np.flatnonzero(asked == k)) for k, agent in enumerate(self.agents))
        fill_actions(batch, games, mask, actions, rng)
        return asked

    def _blame(self, batch: Batch, who: I64, actions: U8) -> str:
        i = int(np.flatnonzero(batch.status)[0])
        name = self.names[who[i, batch.seat[i]]]
        return (
            f"agent {name!r} chose action {actions[i]}, which is not legal there; "
            f"legal: {batch.legal_actions(i)}"
        )


@dataclass(frozen=True)
class MatchJob:
    """A match whose pieces are played wherever there is a place."""

    rules: Rules
    agents: Mapping[str, str]
    """Who plays, by name: as ``make_agent`` knows them."""
    seed: int
    members: Sequence[str] | None = None
    recorded: int = 0
    precision: str = AUTO
    luck: bool = False
    choice_deals: int = 0

    @property
    def specs(self) -> list[str]:
        return list(self.agents.values())

    def match(self, made: Mapping[str, Agent], threads: int) -> Match:
        """Args: made: the agents, by what ``make_agent`` knows them as."""
        agents = {name: made[spec] for name, spec in self.agents.items()}
        told = (self.recorded, self.luck, self.choice_deals)
        return Match(self.rules, agents, self.seed, threads, self.members, *told)

    def open(self, place: WorkerContext) -> Callable[[Piece], MatchPortion]:
        made = {spec: place.agent(spec) for spec in self.specs}
        return self.match(made, place.threads).play_piece


def _record(recorders: Sequence[Recorder], batch: Batch, actions: U8) -> None:
    """Note what is done in the first games, where they are not over."""
    for i, recorder in enumerate(recorders):
        if batch.seat[i] >= 0:
            recorder.add(int(actions[i]))


def _bins(gain: F64) -> I64:
    """The bins of the histogram."""
    return np.clip(np.rint(gain), -MOST_GAIN, MOST_GAIN).astype(np.int64) + MOST_GAIN
