"""An actor plays some of the games of a run: the policy that learns, and whoever sits beside it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.standing import EngineStanding
from shugi.agents.base import Agent
from shugi.agents.checkpoint import CheckpointError
from shugi.agents.scripted import Baseline
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.imitation import teacher
from shugi.training.learn.opponents import Opponents
from shugi.training.learn.rollout import LEARNER, FinishedHands, GameRollout, RolloutBuffer
from shugi.training.learn.start_states import StartStates
from shugi.training.run.state import pack_games, unpack_games

RARE = ("pass", "riichi", "open_riichi", "kan_closed", "kan_added", "kan_open", "pon")


SEATED = ("seating", "hand_gain", "resumed")  # arrays of a rollout


@dataclass(frozen=True)
class RolloutRequest:
    """How an actor shall play its next segment."""

    imitated: bool
    """The teachers play, and are imitated; otherwise the policy does."""
    advised: bool = False
    """The policy is told what the baseline would do."""
    noise: float = 0.0
    """Of a teacher's segment: share of random actions."""
    own: float = 0.0
    """... and of the policy's own."""
    floor: float = 0.0
    """Of the probability, shared evenly by the rare acts that are legal."""
    scripted: float = 0.0
    """Share of new games with scripted players."""
    started: float = 0.0
    """Share of hands from kept positions."""


class Actor:
    """Plays segments of games of a run.

    Args:
        rollout: the games.
        acting: the policy that plays.
        opponents: who holds the other seats.
        rng: the chance of whoever plays.
        start_states: keeps positions, and starts hands from them.
        teachers: who is imitated, by lot; None: the rule baseline.
    """

    def __init__(
        self,
        rollout: GameRollout,
        acting: BehaviourPolicy,
        opponents: Opponents,
        rng: np.random.Generator,
        start_states: StartStates | None = None,
        teachers: Sequence[Agent] | None = None,
    ) -> None:
        self.rollout, self.acting, self.opponents = rollout, acting, opponents
        self.rng, self.start_states, self.teachers = rng, start_states, teachers
        self.baseline: Agent = Baseline()
        self.rare = torch.zeros(ACTION_COUNT)
        self.rare[acting.policy.config.games.ids_of(RARE)] = 1.0

    def play(self, order: RolloutRequest, buffer: RolloutBuffer) -> FinishedHands:
        """Fill the buffer."""
        self.acting.advised = order.advised
        if self.start_states is not None:
            self.start_states.share = order.started
        if order.imitated:
            starts = self.start_states if order.started > 0 else None
            return self.teach(buffer, order.noise, order.own, starts)
        buffer.imitate_no_more()
        return self.rollout.play(
            buffer,
            lambda t: self._choose(buffer, t, order.floor),
            lambda rows: self.reseat(rows, order.scripted),
            start_states=self.start_states,
        )

    def teach(
        self,
        buffer: RolloutBuffer,
        noise: float,
        own: float = 0.0,
        start_states: StartStates | None = None,
    ) -> FinishedHands:
        """Fill the buffer with play of the teachers.

        Args:
            buffer: rewritten in place.
            noise: share of random actions, 0 to 1.
            own: share of the policy's own actions, 0 to 1.
            start_states: keeps positions, and starts hands from them; None: no hand starts so.

        Returns:
            the hands that ended meanwhile.
        """

        def draw(t: int, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
            return self._drawn(buffer, t, rows, 0.0)[0]

        chosen = teacher(self.rollout, buffer, noise, self.rng, self.teachers, own, draw)
        return self.rollout.play(buffer, chosen, start_states=start_states)

    def reseat(self, rows: NDArray[np.int64] | Sequence[int], scripted: float) -> None:
        """Seat the next games of ``rows``."""
        rows = np.asarray(rows, np.int64)
        self.opponents.reseat(rows, self.rollout.seating, scripted, self.rng)

    def _choose(self, buffer: RolloutBuffer, t: int, floor: float) -> None:
        """Draw the policy's actions at time ``t``, and let everyone else act."""
        mine = buffer.player[t] == LEARNER
        if self.acting.advised:
            told = np.flatnonzero(mine | self.opponents.are_snapshots(buffer.player[t]))
            buffer.label[t, told] = self.rollout.ask(self.baseline, buffer, t, told, self.rng)
        rows = np.flatnonzero(mine)
        if len(rows):
            buffer.action[t, rows], buffer.log_prob[t, rows] = self._drawn(buffer, t, rows, floor)
        self.opponents.act(self.rollout, buffer, t, self.rng)

    def _drawn(
        self, buffer: RolloutBuffer, t: int, rows: NDArray[np.int64], floor: float
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """The policy's actions at time ``t`` in the games ``rows``, and their log-probabilities."""
        return self.acting.draw(buffer, t * buffer.n + rows, self.rng, floor, self.rare)

    # ---- what it needs to go on

    def value_by(self, standings: Sequence[EngineStanding]) -> None:
        """Count by other worths of standings, one for each rule set of the run."""
        for games in self.rollout.games:
            weights = standings[games.lot.entry].weights()
            games.gains.value_by(EngineStanding(weights, games.rules))

    def state(self) -> dict[str, Any]:
        """Tensors and plain values only."""
        rollout = self.rollout
        return {
            "rng": json.dumps(self.rng.bit_generator.state),
            "games": [pack_games(games.batch) for games in rollout.games],
            "owed": [torch.from_numpy(games.gains.owed.copy()) for games in rollout.games],
            "stood": [torch.from_numpy(games.gains.stood.copy()) for games in rollout.games],
            "standings": [_weights(games.gains.standing) for games in rollout.games],
            **{name: torch.from_numpy(getattr(rollout, name).copy()) for name in SEATED},
            "start_states": None if self.start_states is None else self.start_states.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Raises: CheckpointError for games of other rules."""
        rollout = self.rollout
        self.rng.bit_generator.state = json.loads(state["rng"])
        if len(state["games"]) != len(rollout.games):
            raise CheckpointError("the run's games are of other rule sets")
        for i, games in enumerate(rollout.games):
            unpack_games(games.batch, state["games"][i])
            games.gains.owed[:] = state["owed"][i].numpy()
            if state["standings"][i] is not None:
                weights = {name: array.numpy() for name, array in state["standings"][i].items()}
                games.gains.value_by(EngineStanding(weights, games.rules))
                games.gains.stood[:] = state["stood"][i].numpy()
        for name in SEATED:
            getattr(rollout, name)[:] = state[name].numpy()
        if self.start_states is not None:
            self.start_states.restore(state["start_states"])


def _weights(standing: EngineStanding | None) -> dict[str, torch.Tensor] | None:
    if standing is None:
        return None
    return {name: torch.from_numpy(array) for name, array in standing.weights().items()}
