"""Earlier policies of a run, kept on disk: who of them plays, and how the learner fares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from shugi.agents.checkpoint import Description, load_policy, save_networks
from shugi.agents.model import Policy
from shugi.envs.common.arrays import F32, Rng
from shugi.training.learn.buffer import LEARNER, FinishedHands
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


def thin_out(ones: Sequence[Snapshot], newest: int, old: int) -> list[Snapshot]:
    """The newest snapshots, and some older ones spread over the time before.

    Args:
        ones: all snapshots, the oldest first.
        newest: how many of the newest stay.
        old: how many of the others stay at most.
    """
    older, last = list(ones[:-newest]), list(ones[-newest:])
    while len(older) > old:
        # the one whose leaving opens the smallest gap
        updates = [one.update for one in (*older, last[0])]
        gaps = [updates[i + 1] - (updates[i - 1] if i else -1) for i in range(len(older))]
        older.pop(int(np.argmin(gaps)))
    return older + last


class Pool:
    """The snapshots of a run: the newest ones, and a few older ones spread over the run.

    Args:
        folder: of their files.
        config: how many are kept, and how many play at once.
    """

    def __init__(self, folder: Path, config: OpponentConfig) -> None:
        self.folder, self.config = folder, config
        self.snapshots: list[Snapshot] = []
        self.in_play: list[Snapshot] = []

    def add(self, policy: Policy, about: Description) -> None:
        """Keep the policy as it is now, once for each update."""
        if self.snapshots and self.snapshots[-1].update == about.update:
            return
        snapshot = Snapshot(about.update)
        self.folder.mkdir(parents=True, exist_ok=True)
        save_networks(snapshot.path(self.folder), policy, None, about)
        self.snapshots = thin_out([*self.snapshots, snapshot], self.config.newest, self.config.old)

    def forget(self) -> None:
        """Delete the files of snapshots that are neither in the pool nor in play."""
        kept = {snapshot.path(self.folder) for snapshot in (*self.snapshots, *self.in_play)}
        for path in self.folder.glob("*.safetensors"):
            if path not in kept:
                path.unlink()

    def draw(self, count: int, rng: Rng) -> list[Snapshot]:
        """Up to ``count`` different ones, those that the learner still loses to more often."""
        if not self.snapshots:
            return []
        weight = np.array([(1 - s.share) ** 2 + 0.01 for s in self.snapshots])
        count = min(count, len(self.snapshots))
        picks = rng.choice(len(self.snapshots), count, replace=False, p=weight / weight.sum())
        return [self.snapshots[i] for i in picks]

    def refresh(self, rng: Rng) -> None:
        """Put others in play; games with the old ones go on with the new."""
        self.in_play = self.draw(self.config.at_once, rng)

    def policies(self) -> dict[int, Callable[[], Policy]]:
        """What loads those in play, by their update."""
        return {one.update: partial(self._load, one) for one in self.in_play}

    def _load(self, snapshot: Snapshot) -> Policy:
        return load_policy(snapshot.path(self.folder))[0]

    def count(
        self, finished: FinishedHands, gain: F32, first: int, in_play: Sequence[int] | None = None
    ) -> None:
        """Learn from hands that ended how the learner fares against each snapshot in play.

        Args:
            gain: (h, seats) what the hands brought, in one unit.
            first: number of the first snapshot, as a player.
            in_play: when the hands were played, by update; by default those in play now.
        """
        playing = self.in_play if in_play is None else [self._named(update) for update in in_play]
        for number, snapshot in enumerate(playing, first):
            theirs, ours = finished.player == number, finished.player == LEARNER
            for i in np.flatnonzero(theirs.any(axis=1) & ours.any(axis=1)):
                difference = gain[i, ours[i]].mean() - gain[i, theirs[i]].mean()
                won = 0.5 + 0.5 * float(np.sign(difference))
                snapshot.share += FORGET * (won - snapshot.share)

    def _named(self, update: int) -> Snapshot:
        """The snapshot of an update; one that is gone is nobody's any more."""
        known = {one.update: one for one in (*self.snapshots, *self.in_play)}
        return known.get(update, Snapshot(update))

    def state(self) -> dict[str, Any]:
        """Plain values only."""
        return {
            "pool": [(s.update, s.share) for s in self.snapshots],
            "in_play": [s.update for s in self.in_play],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.snapshots = [Snapshot(update, share) for update, share in state["pool"]]
        playing = {s.update: s for s in self.snapshots}
        # one that left the pool while in play still has its file, and plays on
        self.in_play = [playing.get(u, Snapshot(u)) for u in state["in_play"]]
