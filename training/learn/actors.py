"""The actors of a run, as its settings ask for them, and all of them in this process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from shugi._fast.bots.style import STYLES
from shugi._fast.net.standing import EngineStanding
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError
from shugi.agents.model import Policy
from shugi.agents.scripted import Baseline
from shugi.agents.spec import make_agent
from shugi.agents.standing import standing_of
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.actor import Actor, RolloutRequest
from shugi.training.learn.mixture import RuleSetGames, common_layout, lots_of
from shugi.training.learn.opponents import Opponents
from shugi.training.learn.rollout import FinishedHands, GameRollout, RolloutBuffer
from shugi.training.learn.standing import nothing
from shugi.training.learn.start_states import StartStates
from shugi.training.run.config import ConfigError, TrainConfig

State = dict[str, Any]  # of an actor


@dataclass(frozen=True)
class ActorPlan:
    """What all actors of a run have in common; it can be pickled.

    Args:
        config: of the run.
        sets: its rule sets.
    """

    config: TrainConfig
    sets: Sequence[Rules]

    @property
    def lots(self) -> list[RuleSetGames]:
        """The games of one actor. Raises: ConfigError as ``lots_of``."""
        lots = lots_of(replace(self.config, games=self.games, actors=1, learners=1), self.sets)
        return [replace(lot, standing=self._standing(lot.rules)) for lot in lots]

    def _standing(self, rules: Rules) -> EngineStanding | None:
        """What a hand's end is worth at first."""
        if not self.config.reward.by_standing:
            return None
        known = standing_of(rules)
        return nothing(rules) if known is None and self.config.reward.relearn_standing else known

    @property
    def games(self) -> int:
        """Of one actor."""
        return self.config.games // self.config.actors

    @property
    def names(self) -> list[str]:
        """Of the agents that actors make: their teachers and the scripted opponents."""
        teachers = [entry.teacher or self.config.imitation.teacher for entry in self.config.sets]
        styles = [name for name in self.config.opponents.styles if name not in STYLES]
        return [*(teachers if self.config.imitation.wanted else ()), *styles]

    def buffer(self, actors: int) -> RolloutBuffer:
        """For a segment of so many of them."""
        seats = max(rules.seats for rules in self.sets)
        layout = common_layout(self.sets)
        preferred = self.config.imitation.wanted and self.config.imitation.soft
        return RolloutBuffer(self.config.steps, actors * self.games, seats, layout, preferred)

    def opponents(self, acting: BehaviourPolicy, named: Callable[[str], str] = str) -> Opponents:
        """Args: named: an agent's name where it is made."""
        styles = [_style(named(name)) for name in self.config.opponents.styles]
        return Opponents(self.config.opponents, styles, acting.passes)

    def teachers(self, named: Callable[[str], str] = str) -> list[Agent] | None:
        """Who is imitated, by lot; None: nobody.

        Args:
            named: an agent's name where it is made.

        Raises:
            ConfigError: an agent that there is not.
        """
        if not self.config.imitation.wanted:
            return None
        made = [
            _teacher(named(entry.teacher or self.config.imitation.teacher), rules)
            for entry, rules in zip(self.config.sets, self.sets, strict=True)
        ]
        return [made[lot.entry] for lot in self.lots]

    def actor(
        self,
        number: int,
        acting: BehaviourPolicy,
        opponents: Opponents,
        threads: int,
        teachers: Sequence[Agent] | None,
    ) -> Actor:
        """One of them, before its first segment.

        Args:
            number: which one, from 0.
            threads: of the engine.
            teachers: as ``teachers`` makes them.
        """
        config, lots = self.config, self.lots
        words = [config.seed, 1, *([number] if number else [])]
        rng = np.random.default_rng(words)
        seed, expected = _seed_of(config.seed, number), config.reward.expected
        rollout = GameRollout(lots, self.games, seed, threads, expected)
        starts = None
        if config.start_states.wanted:
            starts = StartStates(config.start_states, rollout, rng)
        return Actor(rollout, acting, opponents, rng, starts, teachers)


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

    def play(self, order: RolloutRequest, buffer: RolloutBuffer) -> list[RolloutInfo]:
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
        self, troupe: ActorPlan, acting: BehaviourPolicy, numbers: Sequence[int], threads: int
    ) -> None:
        self.acting, self.opponents = acting, troupe.opponents(acting)
        self.columns = len(numbers)
        teachers = troupe.teachers()
        self.actors = [
            troupe.actor(number, acting, self.opponents, threads, teachers) for number in numbers
        ]
        # one that is alone plays into the buffer itself
        self._parts = [troupe.buffer(1) for _ in self.actors] if self.columns > 1 else []

    def sync_policy(self, policy: Policy) -> None:
        self.acting.sync_policy(policy)

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        self.opponents.seat(policies)

    def play(self, order: RolloutRequest, buffer: RolloutBuffer) -> list[RolloutInfo]:
        parts = self._parts or [buffer]
        found = [actor.play(order, part) for actor, part in zip(self.actors, parts, strict=True)]
        if self._parts:
            buffer.join(self._parts)
        return [RolloutInfo(finished, list(self.opponents.networks)) for finished in found]

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


def _seed_of(seed: int, number: int) -> int:
    """Of an actor's deals; the first one's are those of a run with one."""
    if number == 0:
        return seed
    return int(np.random.SeedSequence([seed, number, 1]).generate_state(1, np.uint64)[0])


def _teacher(name: str, rules: Rules) -> Agent:
    """Raises: ConfigError for an agent that there is not."""
    try:
        return make_agent(name, rules, programs=True)
    except AgentError as error:
        raise ConfigError(f"teacher: {error}") from None


def _style(name: str) -> Agent:
    """Raises: ConfigError for an agent that there is not."""
    if name in STYLES:
        return Baseline(None if name == "baseline" else name)
    try:
        return make_agent(name, programs=True)
    except AgentError as error:
        raise ConfigError(f"opponents.styles: {error}") from None
