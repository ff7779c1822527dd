"""Playing many games, of one rule set or of several, into a buffer of their decisions."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.lists import PositionLists
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, Observation, preferences
from shugi.envs.common.arrays import F32, I64, U8, Rng
from shugi.envs.gains import Gains
from shugi.envs.observation import KeptViews
from shugi.training.learn.buffer import (
    ABSENT,
    LEARNER,
    FinishedHands,
    RolloutBuffer,
    lists_of,
)
from shugi.training.run.sets import RuleSetGames

Choose = Callable[[int], None]
AnswerT = TypeVar("AnswerT", np.uint8, np.float32)


class RuleSetRollout:
    """Games of one rule set in play, and their columns of a buffer.

    Args:
        number: of the lot.
        lot: the rule set, and how many games.
        first: the first of its columns.
        seed: of the deals.
        threads: of the engine.
        expected: whether chips are paid as expected before chance (``Batch.expected``).
        blocks: of the observation, as bits; None: all of them.
    """

    def __init__(
        self,
        number: int,
        lot: RuleSetGames,
        first: int,
        seed: int,
        threads: int,
        expected: bool,
        blocks: int | None = None,
    ) -> None:
        self.number, self.lot, self.rules, self.blocks = number, lot, lot.rules, blocks
        self.batch = Batch(
            lot.rules, lot.games, seed, threads=min(threads, lot.games), expected=expected
        )
        self.gains = Gains(self.batch, lot.standing)
        self.columns = slice(first, first + lot.games)
        self.seen = lists_of(self.batch.layout)  # now, where there are other rule sets

    def look(self, buffer: RolloutBuffer, t: int, lists: Sequence[PositionLists]) -> None:
        """Write what stands at time ``t`` into the columns of these games.

        Args:
            buffer: written in place.
            t: the time, from 0.
            lists: where what the seats see is added: planes, globals, and the hidden tiles if a
                critic is to see them.
        """
        batch, columns = self.batch, self.columns
        buffer.seat[t, columns] = batch.seat
        batch.legal(buffer.mask[t, columns])
        batch.observe_lists(*lists, blocks=self.blocks)
        buffer.reward[t, columns] = self.gains.of_actor()

    def observation(self, buffer: RolloutBuffer, t: int, rows: I64) -> Observation:
        """What stands at time ``t``, after ``look``.

        Args:
            buffer: that was looked into.
            t: the time, from 0.
            rows: games of the rollout, all of them of these, ascending.
        """
        first = self.columns.start
        everywhere = len(rows) == self.batch.n
        mask = buffer.mask[t, self.columns if everywhere else rows]
        lists = buffer.kept_planes, buffer.kept_globals
        kept = KeptViews(*lists, t * buffer.n + first, self.blocks)
        return Observation(self.batch, rows - first, mask, kept, unbarred=True)

    def step(self, buffer: RolloutBuffer, t: int) -> None:
        """Play the actions of time ``t``, and write what came of them."""
        batch, columns = self.batch, self.columns
        batch.step(buffer.action[t, columns])
        self._check()
        buffer.ended[t, columns] = batch.hand_done
        buffer.end_reward[t, columns, : batch.seats] = self.gains.at_hand_end()

    def _check(self) -> None:
        if self.batch.status.any():
            i = int(np.flatnonzero(self.batch.status)[0])
            raise RuntimeError(
                f"game {i} of {self.rules.name} refused an action or broke "
                f"(status {self.batch.status[i]}); its legal actions: {self.batch.legal_actions(i)}"
            )


class Restarts(Protocol):
    """Keeps positions, and starts hands from them (``start_states.StartStates``)."""

    def note(self, buffer: RolloutBuffer, t: int) -> None:
        """Before the decisions of time ``t``."""

    def start(self, over: I64, ended: I64) -> None:
        """After a step: hands were over in the games ``over``, and the games ``ended``."""


class GameRollout:
    """Games in play, and who sits where.

    Args:
        rules: the rule set; or lots, for games of several.
        n: games, of all lots together.
        seed: of the deals.
        threads: of the engine; they share a batch, or the batches where there are several.
        expected: pay the expected chips of a win.
        blocks: of the observation that are read, as bits; None: all of them.
    """

    def __init__(
        self,
        rules: Rules | Sequence[RuleSetGames],
        n: int,
        seed: int,
        threads: int,
        expected: bool = True,
        blocks: int | None = None,
    ) -> None:
        lots = [RuleSetGames(rules, n)] if isinstance(rules, Rules) else list(rules)
        firsts = np.cumsum([0, *(lot.games for lot in lots)])
        assert firsts[-1] == n
        alone = len(lots) == 1
        self.games = [
            RuleSetRollout(
                i, lot, int(first), _seed_of(seed, i), threads if alone else 1, expected, blocks
            )
            for i, (lot, first) in enumerate(zip(lots, firsts, strict=False))
        ]
        self.n, self.seats = n, max(lot.rules.seats for lot in lots)
        self.lot_of = np.repeat(np.arange(len(lots)), [lot.games for lot in lots])
        self.present = (
            np.arange(self.seats) < np.array([g.batch.seats for g in self.games])[self.lot_of, None]
        )
        self.seating = np.where(self.present, LEARNER, ABSENT).astype(np.int8)
        self.hand_gain = np.zeros((n, self.seats, 2), np.float32)
        self.resumed = np.zeros(n, np.bool_)  # the hand in play began from a kept position
        self._workers = ThreadPoolExecutor(threads) if threads > 1 and not alone else None
        self._shares = _shares(self.games, threads)

    @property
    def batch(self) -> Batch:
        """The games, where all are of one rule set."""
        (games,) = self.games
        return games.batch

    def play(
        self,
        buffer: RolloutBuffer,
        choose: Choose,
        reseat: Callable[[I64], None] | None = None,
        oracle: bool = True,
        start_states: Restarts | None = None,
    ) -> FinishedHands:
        """Fill ``buffer``.

        Args:
            choose: given a time t, writes ``buffer.action[t]`` from what stands there.
            reseat: given the rows whose game ended, may change ``seating`` for the next one.
            oracle: write what the seats cannot see, too.
            start_states: keeps positions, and starts games from them.
        """
        rows = np.arange(self.n)
        buffer.lot[:] = self.lot_of
        buffer.clear()
        players, gains, lots = [], [], []
        for t in range(buffer.steps):
            self._look(buffer, t, oracle)
            buffer.player[t] = self.seating[rows, buffer.seat[t]]
            self.hand_gain[rows, buffer.seat[t]] += buffer.reward[t]
            if start_states is not None:
                start_states.note(buffer, t)
            choose(t)
            self._each(lambda games, t=t: games.step(buffer, t))  # type: ignore[misc]
            over = np.flatnonzero(buffer.ended[t])
            if not len(over):
                continue
            counted = over[~self.resumed[over]]
            players.append(self.seating[counted])
            gains.append(self.hand_gain[counted] + buffer.end_reward[t, counted])
            lots.append(self.lot_of[counted])
            self.hand_gain[over] = 0.0
            done = np.concatenate([games.batch.done for games in self.games])
            ended = np.flatnonzero(done | (self.resumed & buffer.ended[t]))
            if len(ended) and reseat is not None:
                reseat(ended)
            if start_states is not None:
                start_states.start(over, ended)
        return FinishedHands(
            np.concatenate(players) if players else np.zeros((0, self.seats), np.int8),
            np.concatenate(gains) if gains else np.zeros((0, self.seats, 2), np.float32),
            np.concatenate(lots) if lots else np.zeros(0, np.int64),
        )

    def _look(self, buffer: RolloutBuffer, t: int, oracle: bool) -> None:
        """Write what stands at time ``t``."""
        kinds = 3 if oracle else 2
        lists: Sequence[PositionLists] = buffer.lists[:kinds]
        if len(self.games) == 1:
            self.games[0].look(buffer, t, lists)
            return

        def of(games: RuleSetRollout) -> None:
            for own in games.seen:
                own.clear()
            games.look(buffer, t, games.seen[:kinds])

        self._each(of)  # lists are one after another: threads cannot share them
        for games in self.games:
            everything = np.arange(games.batch.n)
            for kept, own in zip(lists, games.seen, strict=False):
                kept.extend(own, everything)

    def ask(
        self, agents: Agent | Sequence[Agent], buffer: RolloutBuffer, t: int, rows: I64, rng: Rng
    ) -> U8:
        """(k,) what an agent does at time ``t`` in the games ``rows``, which ascend.

        Args:
            agents: one for all games, or one for each lot.
        """
        asks = [agent.act for agent in self._of_lots(agents)]
        return self._ask(np.empty(len(rows), np.uint8), asks, buffer, t, rows, rng)

    def ask_preferences(
        self, agents: Agent | Sequence[Agent], buffer: RolloutBuffer, t: int, rows: I64, rng: Rng
    ) -> F32:
        """(k, 128) how much an agent prefers each action; arguments as of ``ask``."""
        found = np.empty((len(rows), ACTION_COUNT), np.float32)
        asks = [partial(preferences, agent) for agent in self._of_lots(agents)]
        return self._ask(found, asks, buffer, t, rows, rng)

    def _of_lots(self, agents: Agent | Sequence[Agent]) -> Sequence[Agent]:
        return agents if isinstance(agents, Sequence) else [agents] * len(self.games)

    def _ask(
        self,
        found: NDArray[AnswerT],
        asks: Sequence[Callable[..., NDArray[AnswerT]]],
        buffer: RolloutBuffer,
        t: int,
        rows: I64,
        rng: Rng,
    ) -> NDArray[AnswerT]:
        if len(self.games) == 1 and len(rows):
            return asks[0](self.games[0].observation(buffer, t, rows), rng)
        first = np.searchsorted(rows, [games.columns.start for games in self.games] + [self.n])
        chance = self._chances(rng)

        def of(games: RuleSetRollout) -> None:
            part = slice(first[games.number], first[games.number + 1])
            own = rows[part]
            if len(own):
                found[part] = asks[games.number](games.observation(buffer, t, own), chance(games))

        self._each(of)
        return found

    def _chances(self, rng: Rng) -> Callable[[RuleSetRollout], Rng]:
        """The generator for the games of a rule set: no thread waits for another's draws."""
        if len(self.games) == 1:
            return lambda games: rng
        keys = rng.integers(0, 2**63, len(self.games))
        return lambda games: np.random.default_rng(keys[games.number])

    def _each(self, work: Callable[[RuleSetRollout], None]) -> None:
        """Do ``work`` for the games of every rule set, shared out over the threads."""

        def several(share: list[RuleSetRollout]) -> None:
            for games in share:
                work(games)

        each = map if self._workers is None else self._workers.map
        list(each(several, self._shares))


def _seed_of(seed: int, number: int) -> int:
    """The first games of a run do not depend on what else is played."""
    if number == 0:
        return seed
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])


def _shares(games: Sequence[RuleSetRollout], threads: int) -> list[list[RuleSetRollout]]:
    """The rule sets dealt out over the threads, about equally many games each."""
    shares: list[list[RuleSetRollout]] = [[] for _ in range(max(1, min(threads, len(games))))]
    for one in sorted(games, key=lambda g: -g.batch.n):
        min(shares, key=lambda share: sum(g.batch.n for g in share)).append(one)
    return shares
