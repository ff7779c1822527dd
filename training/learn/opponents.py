"""Who sits at the training tables beside the policy that learns: earlier selves and scripts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from shugi.agents.base import Agent
from shugi.agents.checkpoint import Description, load_policy, save_networks
from shugi.agents.model import Policy
from shugi.agents.network import Network, draw
from shugi.training.learn.rollout import ABSENT, LEARNER, Finished, Rollout, RolloutBuffer
from shugi.training.run.config import OpponentConfig

FORGET = 0.02  # weight of one hand in the running share of hands won against a snapshot


@dataclass
class Snapshot:
    """An earlier policy on disk, and how the learner fares against it."""

    update: int
    share: float = 0.5
    """Running share of hands in which the learners at the table gained more than it did."""

    def path(self, folder: Path) -> Path:
        return folder / f"{self.update:06d}.safetensors"


class Pool:
    """The snapshots of a run: the newest ones, and a few older ones spread over the run."""

    def __init__(self, folder: Path, newest: int, old: int) -> None:
        self.folder = folder
        self.newest = newest
        self.old = old
        self.snapshots: list[Snapshot] = []

    def add(self, policy: Policy, about: Description) -> None:
        """Keep the policy as it is now, once for each update."""
        if self.snapshots and self.snapshots[-1].update == about.update:
            return
        snapshot = Snapshot(about.update)
        self.folder.mkdir(parents=True, exist_ok=True)
        save_networks(snapshot.path(self.folder), policy, None, about)
        self.snapshots.append(snapshot)
        self._thin()

    def _thin(self) -> None:
        older, newest = self.snapshots[: -self.newest], self.snapshots[-self.newest :]
        while len(older) > self.old:
            # the one whose leaving opens the smallest gap
            updates = [s.update for s in (*older, newest[0])]
            gaps = [updates[i + 1] - (updates[i - 1] if i else -1) for i in range(len(older))]
            older.pop(int(np.argmin(gaps)))
        self.snapshots = older + newest

    def forget(self, besides: Sequence[Snapshot]) -> None:
        """Delete the files of snapshots that are neither in the pool nor among ``besides``."""
        kept = {snapshot.path(self.folder) for snapshot in (*self.snapshots, *besides)}
        for path in self.folder.glob("*.safetensors"):
            if path not in kept:
                path.unlink()

    def draw(self, count: int, rng: np.random.Generator) -> list[Snapshot]:
        """Up to ``count`` different ones, those that the learner still loses to more often."""
        if not self.snapshots:
            return []
        weight = np.array([(1 - s.share) ** 2 + 0.01 for s in self.snapshots])
        count = min(count, len(self.snapshots))
        picks = rng.choice(len(self.snapshots), count, replace=False, p=weight / weight.sum())
        return [self.snapshots[i] for i in picks]


class Opponents:
    """Fills the seats that the learner does not hold, and keeps count of how it does there.

    Players are numbered: 0 the learner, then the scripted styles, then the snapshots in play.

    Args:
        config: how often who.
        pool: the snapshots.
        styles: the scripted players.
        device: where the snapshots' networks are.
        in_engine: the engine evaluates them; all games have one rule set then.
    """

    def __init__(
        self,
        config: OpponentConfig,
        pool: Pool,
        styles: Sequence[Agent],
        device: torch.device,
        in_engine: bool = False,
    ) -> None:
        self.config = config
        self.device = device
        self.in_engine = in_engine
        self.pool = pool
        self.styles = list(styles)
        self.in_play: list[Snapshot] = []
        self.networks: list[Network] = []  # of the snapshots in play

    def refresh(self, rng: np.random.Generator) -> None:
        """Put other snapshots in play; games with the old ones go on with the new."""
        self.seat_snapshots(self.pool.draw(self.config.at_once, rng))

    def seat_snapshots(self, snapshots: list[Snapshot]) -> None:
        self.in_play = snapshots
        loaded = [load_policy(s.path(self.pool.folder))[0] for s in self.in_play]
        self.networks = [
            Network(policy.to(self.device), f"snapshot {snapshot.update}", sample=True)
            for snapshot, policy in zip(self.in_play, loaded, strict=True)
        ]

    def are_snapshots(self, player: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Which of the players are snapshots."""
        return player > len(self.styles)

    def reseat(
        self,
        rows: NDArray[np.int64],
        seating: NDArray[np.int8],
        scripted: float,
        rng: np.random.Generator,
    ) -> None:
        """Seat the next game of ``rows``: all learners, or one to all but one seat held by others
        (all but one, if the learner is to sit alone).

        Args:
            seating: (n, seats) int8, player numbers; rewritten in place but for absent seats.
            scripted: share of games with scripted players, now.
        """
        seating[rows] = np.where(seating[rows] == ABSENT, ABSENT, LEARNER)
        for row in rows:
            seats = int((seating[row] != ABSENT).sum())
            kind = rng.random()
            if kind < scripted:
                who = 1 + int(rng.integers(len(self.styles)))
            elif kind < scripted + self.config.snapshots and self.in_play:
                who = 1 + len(self.styles) + int(rng.integers(len(self.in_play)))
            else:
                continue
            order = rng.permutation(seats)
            others = seats - 1 if self.config.alone else rng.integers(1, seats)
            seating[row, order[:others]] = who

    def act(
        self, rollout: Rollout, buffer: RolloutBuffer, t: int, rng: np.random.Generator
    ) -> None:
        """Write the actions of everyone but the learner at time ``t``.

        ``buffer.label`` holds the baseline's actions for snapshots that are advised.
        """
        player = buffer.player[t]
        for number in np.unique(player):
            if number == LEARNER:
                continue
            rows = np.flatnonzero(player == number)
            if number <= len(self.styles):
                style = self.styles[number - 1]
                buffer.action[t, rows] = rollout.ask(style, buffer, t, rows, rng)
                continue
            network = self.networks[number - 1 - len(self.styles)]
            log_policy = self._log_policy(network, rollout, buffer, t * buffer.n + rows)
            buffer.action[t, rows] = draw(log_policy.exp(), rng).numpy()

    def _log_policy(
        self, network: Network, rollout: Rollout, buffer: RolloutBuffer, rows: NDArray[np.int64]
    ) -> torch.Tensor:
        """(k, 128) of a snapshot, at decisions that are played now."""
        advised = network.policy.config.advice
        if self.in_engine:
            engine = network.engine_of(rollout.batch.rules)
            return torch.from_numpy(buffer.asked(engine, rows, advised))
        terms = network.terms_of([games.rules for games in rollout.games])
        lots, games = torch.from_numpy(buffer.flat(buffer.lot)[rows]), rows % buffer.n
        return network.log_policy(
            buffer.planes[games],
            buffer.globals[games],
            terms[lots.to(terms.device)],
            *buffer.told(rows, advised),
        )

    def count(self, finished: Finished, gain: NDArray[np.float32]) -> None:
        """Learn from hands that ended how the learner fares against each snapshot in play.

        Args:
            gain: (h, seats) what the hands brought, in one unit.
        """
        for slot, snapshot in enumerate(self.in_play):
            theirs = finished.player == 1 + len(self.styles) + slot
            ours = finished.player == LEARNER
            for i in np.flatnonzero(theirs.any(axis=1) & ours.any(axis=1)):
                difference = gain[i, ours[i]].mean() - gain[i, theirs[i]].mean()
                won = 0.5 + 0.5 * float(np.sign(difference))
                snapshot.share += FORGET * (won - snapshot.share)
