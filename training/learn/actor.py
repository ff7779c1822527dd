"""Who plays the games of a run: the policy that learns, and whoever sits beside it."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from shugi._fast.core.actions import ACTION_COUNT
from shugi.agents.base import Agent
from shugi.agents.scripted import Baseline
from shugi.training.learn.imitation import Teachers, teacher
from shugi.training.learn.learner import Decisions, Learner
from shugi.training.learn.opponents import Opponents
from shugi.training.learn.rollout import LEARNER, Finished, Rollout
from shugi.training.learn.start_states import StartStates

RARE = ("pass", "riichi", "open_riichi", "kan_closed", "kan_added", "kan_open", "pon")


class Actor:
    """Plays segments of the games of a run.

    Args:
        rollout: the games.
        learner: has the policy that plays.
        opponents: who holds the other seats.
        rng: the chance of whoever plays.
        start_states: keeps positions, and starts hands from them.
    """

    def __init__(
        self,
        rollout: Rollout,
        learner: Learner,
        opponents: Opponents,
        rng: np.random.Generator,
        start_states: StartStates | None = None,
    ) -> None:
        self.rollout, self.learner, self.opponents = rollout, learner, opponents
        self.rng, self.start_states = rng, start_states
        self.baseline: Agent = Baseline()
        self.rare = torch.zeros(ACTION_COUNT)
        self.rare[learner.policy.config.games.ids_of(RARE)] = 1.0

    def teach(
        self,
        decisions: Decisions,
        noise: float,
        teachers: Teachers | None = None,
        own: float = 0.0,
    ) -> None:
        """Play a segment as ``teachers`` do, with these shares of random and of own actions."""
        buffer = decisions.buffer

        def draw(t: int, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
            return self._drawn(decisions, t, rows, 0.0)[0]

        self.rollout.play(
            buffer, teacher(self.rollout, buffer, noise, self.rng, teachers, own, draw)
        )

    def play(self, decisions: Decisions, floor: float, scripted: float) -> Finished:
        """Play a segment.

        Args:
            floor: of the probability, shared evenly by the rare acts that are legal.
            scripted: share of new games with scripted players.
        """
        return self.rollout.play(
            decisions.buffer,
            lambda t: self._choose(decisions, t, floor),
            lambda rows: self.reseat(rows, scripted),
            start_states=self.start_states,
        )

    def reseat(self, rows: NDArray[np.int64] | Sequence[int], scripted: float) -> None:
        """Seat the next games of ``rows``."""
        rows = np.asarray(rows, np.int64)
        self.opponents.reseat(rows, self.rollout.seating, scripted, self.rng)

    def _choose(self, decisions: Decisions, t: int, floor: float) -> None:
        """Draw the policy's actions at time ``t``, and let everyone else act."""
        buffer = decisions.buffer
        mine = buffer.player[t] == LEARNER
        if self.learner.advised:
            told = np.flatnonzero(mine | self.opponents.are_snapshots(buffer.player[t]))
            buffer.label[t, told] = self.rollout.ask(self.baseline, buffer, t, told, self.rng)
        rows = np.flatnonzero(mine)
        if len(rows):
            found = self._drawn(decisions, t, rows, floor)
            buffer.action[t, rows], buffer.log_prob[t, rows] = found
        self.opponents.act(self.rollout, buffer, t, self.rng)

    def _drawn(
        self, decisions: Decisions, t: int, rows: NDArray[np.int64], floor: float
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """The policy's actions at time ``t`` in the games ``rows``, and their log-probabilities."""
        picks = torch.from_numpy(t * decisions.buffer.n + rows)
        return self.learner.draw(decisions, picks, self.rng, floor, self.rare)
