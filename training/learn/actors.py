"""All actors of a run, in this process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from shugi._fast.net.standing import EngineStanding
from shugi.agents.model import Policy
from shugi.training.learn.acting import Acting
from shugi.training.learn.actor import Actor, Order
from shugi.training.learn.rollout import Finished, RolloutBuffer
from shugi.training.learn.troupe import Troupe

State = dict[str, Any]  # of an actor


@dataclass(frozen=True)
class Segment:
    """What came of a segment beside its decisions."""

    finished: Finished
    in_play: Sequence[int]
    """Updates of the snapshots that played."""
    age: int = 0
    """Policies that were folded since the one that played."""


class Actors(Protocol):
    """Play the games of a run."""

    columns: int
    """Actors whose segments a buffer holds, side by side."""

    def fold(self, policy: Policy) -> None:
        """The policy as it is now plays from now on."""

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        """Put snapshots in play, by their update."""

    def play(self, order: Order, buffer: RolloutBuffer) -> list[Segment]:
        """Fill the buffer."""
        ...

    def reseat(self, scripted: float) -> None:
        """Seat all games anew, before the next segment."""

    def value_by(self, standings: Sequence[EngineStanding]) -> None:
        """Count by other worths of standings, one for each rule set of the run."""

    def states(self) -> list[State]:
        """What each actor needs to go on after what was played last."""
        ...

    def restore(self, states: Sequence[State]) -> None:
        """Raises: CheckpointError for states that do not fit."""


class LocalActors:
    """Actors of this process, which play one after another.

    Args:
        troupe: who they are.
        acting: the policy that plays.
        numbers: those that this process has.
        threads: of the engine.
    """

    def __init__(
        self, troupe: Troupe, acting: Acting, numbers: Sequence[int], threads: int
    ) -> None:
        self.acting, self.opponents = acting, troupe.opponents(acting)
        self.columns = len(numbers)
        teachers = troupe.teachers()
        self.actors = [
            troupe.actor(number, acting, self.opponents, threads, teachers) for number in numbers
        ]
        # one that is alone plays into the buffer itself
        self._parts = [troupe.buffer(1) for _ in self.actors] if self.columns > 1 else []

    def fold(self, policy: Policy) -> None:
        self.acting.fold(policy)

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        self.opponents.seat(policies)

    def play(self, order: Order, buffer: RolloutBuffer) -> list[Segment]:
        parts = self._parts or [buffer]
        found = [actor.play(order, part) for actor, part in zip(self.actors, parts, strict=True)]
        if self._parts:
            buffer.join(self._parts)
        return [Segment(finished, list(self.opponents.networks)) for finished in found]

    def reseat(self, scripted: float) -> None:
        self._each(lambda actor: actor.reseat(np.arange(actor.rollout.n), scripted))

    def value_by(self, standings: Sequence[EngineStanding]) -> None:
        self._each(lambda actor: actor.value_by(standings))

    def states(self) -> list[State]:
        return [actor.state() for actor in self.actors]

    def restore(self, states: Sequence[State]) -> None:
        for actor, state in zip(self.actors, states, strict=True):
            actor.restore(state)

    def _each(self, do: Callable[[Actor], None]) -> None:
        for actor in self.actors:
            do(actor)
