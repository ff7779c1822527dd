"""The ban test: what it costs an agent, playing against itself, not to do something.

Wherever the agent does the act, the hand is played on from there twice, on the same wall, as it is
and with the act banned at that seat. Until then the two hands are the same, so hands without the
act cost nothing and are not played twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.banned import Banned
from shugi.agents.base import Agent, AgentError, Observation, fill_actions
from shugi.agents.plans.plan import Plan
from shugi.agents.plans.playouts import Playouts
from shugi.envs.common.arrays import F64, I64, U8, Bools, Rng
from shugi.envs.seat import SKIP
from shugi.training.judge.estimate import Estimate, estimate, ratio

GAMES_AT_ONCE = 256
ROOM = 1024
LOSS, HANDS, CHANCES, USES = range(4)
"""Columns of ``BanTest.sets``: what the ban costs, hands (of each seat one), those in which the act
was legal, and those in which it was done."""


@dataclass(frozen=True)
class BanLoss:
    """What an agent loses where an act is banned at its seat, against itself at the others."""

    agent: str
    banned: tuple[str, ...]
    unit: str
    sets: int
    hands: int
    """Hands of a seat: a hand at a table of three counts three times."""
    chances: int
    """Of them, those in which the act was legal and something else too."""
    uses: int
    """Of them, those in which the agent did it."""
    per_hand: Estimate
    per_chance: Estimate
    per_use: Estimate
    KEYS: ClassVar[Mapping[str, str]] = {
        name: f"loss_{name}" for name in ("per_hand", "per_chance", "per_use")
    }


@dataclass(frozen=True)
class BanPiece:
    """Games that are played together."""

    first: int
    games: int


class BanTest:
    """Plays games of an agent against itself, set by set; a set is one game.

    Args:
        rules: the rule set.
        agent: who plays; it must heed its mask.
        names: of the banned actions, as ``Banned`` takes them.
        seed: of the walls and of the agent's chance.
        threads: of the engine.
        sets: of an earlier run with the same arguments, which goes on.

    Attributes:
        sets: (sets, 4) float64, a row for each game: ``LOSS``, ``HANDS``, ``CHANCES``, ``USES``.
    """

    def __init__(
        self,
        rules: Rules,
        agent: Agent,
        names: Sequence[str],
        seed: int = 1,
        threads: int = 1,
        sets: F64 | None = None,
    ) -> None:
        self.rules, self.agent, self.seed, self.threads = rules, agent, seed, threads
        self.banned = Banned(agent, names)
        self.branches = _Branches(rules, agent, names, threads)
        self.sets = np.zeros((0, 4)) if sets is None else sets
        self.batch: Batch | None = None

    def play(self, sets: int) -> None:
        """Play this many more games. Portions of the same size give the same games again."""
        for piece in self.pieces(len(self.sets) + sets):
            self.add(self.play_piece(piece))

    def pieces(self, sets: int) -> Iterator[BanPiece]:
        """What is left to play of so many games in all."""
        for first in range(len(self.sets), sets, GAMES_AT_ONCE):
            yield BanPiece(first, min(GAMES_AT_ONCE, sets - first))

    def add(self, sets: F64) -> None:
        """Take the games of the next piece into what was played."""
        self.sets = np.concatenate([self.sets, sets])

    def result(self) -> BanLoss:
        sums = self.sets.sum(axis=0)
        return BanLoss(
            self.agent.name,
            self.banned.names,
            self.branches.playouts.worth.unit,
            len(self.sets),
            int(sums[HANDS]),
            int(sums[CHANCES]),
            int(sums[USES]),
            *(self._loss_per(column) for column in (HANDS, CHANCES, USES)),
        )

    def _loss_per(self, column: int) -> Estimate:
        found = ratio(self.sets[:, LOSS], self.sets[:, column])
        return estimate(found.mean, found.residual)

    def play_piece(self, piece: BanPiece) -> F64:
        """(games, 4) of a piece, which depends on nothing else; ``sets`` stays as it is."""
        first, n = piece.first, piece.games
        seeds = np.random.default_rng([self.seed, 0]).integers(0, 2**63, first + n, np.uint64)
        rng = np.random.default_rng([self.seed, 1, first])
        if self.batch is None or self.batch.n != n:
            self.batch = Batch(self.rules, n, threads=min(self.threads, n), auto_reset=False)
        batch, sums = self.batch, np.zeros((n, 4))
        batch.reset(seeds[first:])
        able = np.zeros((n, batch.seats), np.bool_)  # the act was legal in this hand
        done = np.zeros((n, batch.seats), np.bool_)  # and was done
        while (batch.seat >= 0).any():
            rows = np.flatnonzero(batch.seat >= 0)
            legal, seat = batch.legal(), batch.seat[rows]
            mask = legal[rows]
            actions = np.full(n, SKIP, np.uint8)
            fill_actions(batch, [(self.agent, rows)], legal, actions, rng)
            out = self.banned.banned(mask)
            able[rows, seat] |= out.any(axis=1)
            acting = (out[np.arange(len(rows)), actions[rows]] > 0) & ~done[rows, seat]
            done[rows[acting], seat[acting]] = True
            self.branches.add(batch, rows[acting], actions, sums, rng)
            batch.step(actions)
            if batch.status[rows].any():
                raise AgentError(f"{self.agent.name} chose an action that is not legal")
            over = batch.hand_done & (actions != SKIP)
            sums[over, HANDS] += batch.seats
            sums[over, CHANCES] += able[over].sum(axis=1)
            sums[over, USES] += done[over].sum(axis=1)
            able[over] = done[over] = False
        self.branches.play(sums, rng)
        return sums


class _AtSeat(Banned):
    """Of each game, banned at one seat at most."""

    def __init__(self, agent: Agent, names: Sequence[str], games: int) -> None:
        super().__init__(agent, names)
        self.seats = np.full(games, -1, np.int8)

    def binds(self, seen: Observation) -> Bools:
        return np.asarray(self.seats[seen.rows] == seen.seat)


class _Branches:
    """Positions where the act is done, in pairs: to be played on with it and without it."""

    def __init__(self, rules: Rules, agent: Agent, names: Sequence[str], threads: int) -> None:
        self.policy = _AtSeat(agent, names, ROOM)
        self.playouts = Playouts(rules, self.policy, 1, threads, room=ROOM)
        self._empty()

    def _empty(self) -> None:
        self.mine = np.full(ROOM, -1, np.int8)
        self.plans: list[Plan] = []
        self.of: list[int] = []

    def add(self, batch: Batch, rows: I64, actions: U8, found: F64, rng: Rng) -> None:
        """Keep games ``rows`` before their ``actions``; what others cost is added to ``found``."""
        for row in rows.tolist():
            if len(self.plans) + 2 > ROOM:
                self.play(found, rng)
            slot, seat = len(self.plans), int(batch.seat[row])
            self.playouts.batch.copy_from(batch, [row, row], [slot, slot + 1])
            self.mine[slot : slot + 2] = seat
            self.policy.seats[slot], self.policy.seats[slot + 1] = -1, seat
            self.plans += [(int(actions[row]),), ()]
            self.of.append(row)

    def play(self, found: F64, rng: Rng) -> None:
        gain = self.playouts.gain(self.mine, self.plans, rng).astype(np.float64)
        used = len(self.plans)
        np.add.at(found[:, LOSS], self.of, gain[0:used:2] - gain[1:used:2])
        self._empty()
