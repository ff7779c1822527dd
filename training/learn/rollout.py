"""Playing many games and keeping what a learner needs: decisions, time first.

``RolloutBuffer`` holds T decisions of each of n games; ``Rollout`` fills it, from games of one rule
set or of several (``Games``). What a seat gained is cut at its own decisions and at hand ends, in
two kinds: chips, and thousands of points. The units of a regional game are the money of their
game, as chips are, and count as such. Where a rule set has a standing, its change counts with
them at a hand's end.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import LAYOUTS, TILES, Layout
from shugi.agents.base import Agent, Observation, preferences
from shugi.agents.sums import SparsePositions
from shugi.envs.gains import Gains
from shugi.training.run.sets import RuleSetGames

LEARNER = 0  # the player whose decisions are learnt from
ABSENT = -1  # the player of a seat that a rule set does not have


class RolloutBuffer:
    """T decisions of each of n games; (t, n, ...) arrays, written in place and used again.

    Nobody gains anything at a seat that a game does not have. What the seats see is kept as lists
    of what is not zero: a quarter of the bytes, and what the first layer of a network has to look
    at.

    A buffer can be pickled: what the seats see at the time that is played stays behind, and of the
    legal actions a bit each goes along.

    Args:
        steps: decisions of each game.
        n: games.
        seats: the largest number of seats of any game.
        layout: of what the seats see.
        preferred: whether there is room for a teacher's preferences.
    """

    LISTS = ("kept_planes", "kept_globals", "kept_oracle")
    BY_DECISION = (
        "lot",
        "seat",
        "player",
        "action",
        "label",
        "log_prob",
        "reward",
        "ended",
        "end_reward",
    )

    def __init__(
        self, steps: int, n: int, seats: int, layout: Layout = TILES, preferred: bool = False
    ) -> None:
        shape = (steps, n)
        self.steps, self.n, self.seats, self.layout = steps, n, seats, layout
        # of the time that is played
        self.planes = np.zeros((n, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((n, layout.globals), np.float32)
        self.oracle = np.zeros((n, layout.oracle_planes, layout.places), np.uint8)
        # of all times so far, a row for each decision
        self.kept_planes = PositionLists(layout.planes * layout.places)
        self.kept_globals = PositionLists(layout.globals, np.float32)
        self.kept_oracle = PositionLists(layout.oracle_planes * layout.places)
        self.mask = np.zeros((*shape, ACTION_COUNT), np.uint8)
        self.lot = np.zeros(shape, np.int64)  # which of the rollout's games
        self.seat = np.zeros(shape, np.int8)
        self.player = np.zeros(shape, np.int8)  # index of who plays that seat
        self.action = np.zeros(shape, np.uint8)
        self.label = np.zeros(shape, np.uint8)  # what is imitated, if anything is
        # how much each action is preferred by who is imitated; no wider than 0 if nobody asks
        self.preference = np.zeros((*shape, ACTION_COUNT if preferred else 0), np.float32)
        self.log_prob = np.zeros(shape, np.float32)  # of the action, when it was drawn
        self.reward = np.zeros((*shape, 2), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.end_reward = np.zeros((*shape, seats, 2), np.float32)

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = {name: getattr(self, name) for name in (*self.LISTS, *self.BY_DECISION)}
        ended = np.flatnonzero(self.flat(self.ended))  # nobody gains anything elsewhere
        arrays["end_reward"] = self.flat(self.end_reward)[ended]
        if self.preferred:
            arrays["preference"] = self.preference[self.mask != 0]
        shape = (self.steps, self.n, self.seats, self.layout.name, self.preferred)
        return _unpickled, (shape, arrays, np.packbits(self.mask, axis=-1))

    @property
    def preferred(self) -> bool:
        """Whether it holds preferences."""
        return self.preference.size > 0

    def imitate_no_more(self) -> None:
        """Give up the room for preferences."""
        self.preference = np.zeros((self.steps, self.n, 0), np.float32)

    def clear(self) -> None:
        """Forget what was seen."""
        for name in self.LISTS:
            getattr(self, name).clear()

    def keep(self, oracle: bool) -> None:
        """Keep what is seen now."""
        self.kept_planes.append(self.planes)
        self.kept_globals.append(self.globals)
        if oracle:
            self.kept_oracle.append(self.oracle)

    def kept(self, rows: NDArray[np.int64]) -> SparsePositions:
        """What was seen at decisions, numbered as in ``flat``."""
        oracle = self.kept_oracle if len(self.kept_oracle) else None
        return SparsePositions(self.kept_planes, self.kept_globals, rows, oracle)

    def asked(self, network: EnginePolicy, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """What a network in the engine says of some decisions.

        Args:
            network: folded for the rules of all these decisions.
            rows: (k,) int64 decisions, numbered as in ``flat``.

        Returns:
            (k, 128) float32 log-policy.
        """
        lists = (self.kept_planes, self.kept_globals)
        return network.log_policy_kept(*lists, rows, self.flat(self.mask)[rows])

    def join(self, parts: Sequence["RolloutBuffer"]) -> None:
        """Become what several buffers of as many steps hold, side by side."""
        self.clear()
        if not parts[0].preferred:
            self.imitate_no_more()
        for name in ("mask", "preference", *self.BY_DECISION):
            arrays = [getattr(part, name) for part in parts]
            np.concatenate(arrays, axis=1, out=getattr(self, name))
        for name in self.LISTS:
            own = getattr(self, name)
            for t in range(self.steps):
                for part in parts:
                    lists, at = getattr(part, name), t * part.n
                    if len(lists):
                        own.extend(lists, np.arange(at, at + part.n))

    def flat(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the buffer with time and games as one axis."""
        return array.reshape(self.steps * self.n, *array.shape[2:])


def _unpickled(
    shape: tuple[int, int, int, str, bool], arrays: dict[str, Any], mask: NDArray[np.uint8]
) -> RolloutBuffer:
    steps, n, seats, layout, preferred = shape
    buffer = RolloutBuffer(steps, n, seats, LAYOUTS[layout], preferred)
    for name, array in arrays.items():
        if name not in ("end_reward", "preference"):
            setattr(buffer, name, array)
    buffer.mask[:] = np.unpackbits(mask, axis=-1)[..., :ACTION_COUNT]
    buffer.flat(buffer.end_reward)[np.flatnonzero(buffer.flat(buffer.ended))] = arrays["end_reward"]
    if preferred:
        buffer.preference[buffer.mask != 0] = arrays["preference"]
    return buffer


Choose = Callable[[int], None]
AnswerT = TypeVar("AnswerT", np.uint8, np.float32)


@dataclass
class FinishedHands:
    """Hands that ended while a buffer was played, but for those from kept positions."""

    player: NDArray[np.int8]  # (h, seats) who held each seat
    gain: NDArray[np.float32]  # (h, seats, 2)
    lot: NDArray[np.int64]  # (h,) which of the rollout's games it was

    @classmethod
    def joined(cls, parts: Sequence["FinishedHands"]) -> "FinishedHands":
        """The hands of several buffers."""
        names = ("player", "gain", "lot")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


class RuleSetRollout:
    """Games of one rule set in play, and their columns of a buffer.

    Args:
        number: of the lot.
        lot: the rule set, and how many games.
        first: the first of its columns.
        seed: of the deals.
        threads: of the engine.
        expected: whether chips are paid as expected before chance (``Batch.expected``).
    """

    def __init__(
        self, number: int, lot: RuleSetGames, first: int, seed: int, threads: int, expected: bool
    ) -> None:
        self.number, self.lot, self.rules = number, lot, lot.rules
        self.batch = Batch(
            lot.rules, lot.games, seed, threads=min(threads, lot.games), expected=expected
        )
        self.gains = Gains(self.batch, lot.standing)
        self.columns = slice(first, first + lot.games)

    def look(self, buffer: RolloutBuffer, t: int, oracle: bool) -> None:
        """Write what stands at time ``t`` into the columns of these games.

        Args:
            buffer: written in place.
            t: the time, from 0.
            oracle: whether the hidden tiles are written too, for a critic.
        """
        batch, columns = self.batch, self.columns
        buffer.seat[t, columns] = batch.seat
        batch.legal(buffer.mask[t, columns])
        batch.observe(buffer.planes[columns], buffer.globals[columns])
        if oracle:
            batch.observe_oracle(buffer.oracle[columns])
        buffer.reward[t, columns] = self.gains.of_actor()

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

    def start(self, over: NDArray[np.int64], ended: NDArray[np.int64]) -> None:
        """After a step: hands were over in the games ``over``, and the games ``ended``."""


class GameRollout:
    """Games in play, and who sits where.

    Args:
        rules: the rule set; or lots, for games of several.
        n: games, of all lots together.
        seed: of the deals.
        threads: of the engine; they share a batch, or the batches where there are several.
        expected: pay the expected chips of a win.
    """

    def __init__(
        self,
        rules: Rules | Sequence[RuleSetGames],
        n: int,
        seed: int,
        threads: int,
        expected: bool = True,
    ) -> None:
        lots = [RuleSetGames(rules, n)] if isinstance(rules, Rules) else list(rules)
        firsts = np.cumsum([0, *(lot.games for lot in lots)])
        assert firsts[-1] == n
        alone = len(lots) == 1
        self.games = [
            RuleSetRollout(i, lot, int(first), _seed_of(seed, i), threads if alone else 1, expected)
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
        reseat: Callable[[NDArray[np.int64]], None] | None = None,
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
            self._each(lambda games, t=t: games.look(buffer, t, oracle))  # type: ignore[misc]
            buffer.keep(oracle)
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

    def ask(
        self,
        agents: Agent | Sequence[Agent],
        buffer: RolloutBuffer,
        t: int,
        rows: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        """(k,) what an agent does at time ``t`` in the games ``rows``, which ascend.

        Args:
            agents: one for all games, or one for each lot.
        """
        asks = [agent.act for agent in self._of_lots(agents)]
        return self._ask(np.zeros(len(rows), np.uint8), asks, buffer, t, rows, rng)

    def ask_preferences(
        self,
        agents: Agent | Sequence[Agent],
        buffer: RolloutBuffer,
        t: int,
        rows: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.float32]:
        """How much an agent prefers each action at time ``t``.

        Args:
            agents: one for all games, or one for each lot.
            buffer: holds what the seats see.
            t: the time, from 0.
            rows: (k,) int64 games, which ascend.
            rng: the agents' chance.

        Returns:
            (k, 128) float32.
        """
        found = np.zeros((len(rows), ACTION_COUNT), np.float32)
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
        rows: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[AnswerT]:
        first = np.searchsorted(rows, [games.columns.start for games in self.games] + [self.n])
        chance = self._chances(rng)

        def of(games: RuleSetRollout) -> None:
            part = slice(first[games.number], first[games.number + 1])
            own = rows[part]
            if len(own):
                seen = Observation(games.batch, own - games.columns.start)
                mask, seat = buffer.mask[t, own], buffer.seat[t, own]
                found[part] = asks[games.number](seen, mask, seat, chance(games))

        self._each(of)
        return found

    def _chances(self, rng: np.random.Generator) -> Callable[[RuleSetRollout], np.random.Generator]:
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
