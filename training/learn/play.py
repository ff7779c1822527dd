"""What a run plays, and what it asks of its actors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from shugi._fast.rules.compile import Rules
from shugi.agents.model import Policy
from shugi.agents.standing import standing_of
from shugi.training.learn.buffer import FinishedHands, RolloutBuffer
from shugi.training.learn.mixture import common_layout, lots_of
from shugi.training.run.config import TrainConfig
from shugi.training.run.sets import RuleSetGames

State = dict[str, Any]  # of an actor


@dataclass(frozen=True)
class RolloutRequest:
    """How an actor shall play its next segment."""

    imitated: bool
    """The teachers play, and are imitated; otherwise the policy does."""
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


@dataclass(frozen=True)
class RunPlan:
    """What a run plays; it can be pickled.

    Args:
        config: of the run.
        sets: its rule sets.
    """

    config: TrainConfig
    sets: Sequence[Rules]

    @property
    def lots(self) -> list[RuleSetGames]:
        """The games of one actor. Raises: ConfigError as ``lots_of``."""
        lots = lots_of(replace(self.config, games=self.games, actors=1), self.sets)
        if not self.config.reward.by_standing:
            return lots
        return [replace(lot, standing=standing_of(lot.rules)) for lot in lots]

    @property
    def games(self) -> int:
        """The games of one actor."""
        return self.config.games // self.config.actors

    def buffer(self, actors: int) -> RolloutBuffer:
        """For a segment of so many of them."""
        seats = max(rules.seats for rules in self.sets)
        layout = common_layout(self.sets)
        preferred = self.config.imitation.wanted and self.config.imitation.soft
        return RolloutBuffer(self.config.steps, actors * self.games, seats, layout, preferred)


@dataclass(frozen=True)
class RolloutInfo:
    """What came of a segment beside its decisions."""

    finished: FinishedHands
    in_play: Sequence[int]
    """Updates of the snapshots that played."""
    age: int = 0
    """Policies that were folded since the one that played."""


class Actors(Protocol):
    """Play the games of a run."""

    columns: int
    """Actors whose segments a buffer holds, side by side."""

    def sync_policy(self, policy: Policy) -> None:
        """The policy as it is now plays from now on."""

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        """Put snapshots in play, by their update."""

    def play(self, request: RolloutRequest, buffer: RolloutBuffer) -> list[RolloutInfo]:
        """Fill the buffer."""
        ...

    def reseat(self, scripted: float) -> None:
        """Seat all games anew, before the next segment."""

    def states(self) -> list[State]:
        """What each actor needs to go on after what was played last."""
        ...

    def restore(self, states: Sequence[State]) -> None:
        """Raises: CheckpointError for states that do not fit."""
