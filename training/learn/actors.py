"""Actors play the games of a run: the policy that learns, and whoever sits beside it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from shugi._fast.bots.style import STYLES
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError
from shugi.agents.checkpoint import CheckpointError
from shugi.agents.model import Policy
from shugi.agents.scripted import Baseline
from shugi.agents.spec import make_agent
from shugi.envs.common.arrays import F32, I64, U8, Rng
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.buffer import LEARNER, FinishedHands, RolloutBuffer
from shugi.training.learn.imitation import teacher
from shugi.training.learn.opponents import Opponents
from shugi.training.learn.play import RolloutInfo, RolloutRequest, RunPlan, State
from shugi.training.learn.rollout import GameRollout
from shugi.training.learn.start_states import StartStates
from shugi.training.run.config import ConfigError
from shugi.training.run.state import pack_games, unpack_games

RARE = ("pass", "riichi", "open_riichi", "kan_closed", "kan_added", "kan_open", "pon")
SEATED = ("seating", "hand_gain", "resumed")  # arrays of a rollout


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
        rng: Rng,
        start_states: StartStates | None = None,
        teachers: Sequence[Agent] | None = None,
    ) -> None:
        self.rollout, self.acting, self.opponents = rollout, acting, opponents
        self.rng, self.start_states, self.teachers = rng, start_states, teachers
        self.rare = torch.zeros(ACTION_COUNT)
        self.rare[acting.policy.config.games.ids_of(RARE)] = 1.0

    def play(self, request: RolloutRequest, buffer: RolloutBuffer) -> FinishedHands:
        """Fill the buffer."""
        if self.start_states is not None:
            self.start_states.share = request.started
        if request.imitated:
            starts = self.start_states if request.started > 0 else None
            return self.teach(buffer, request.noise, request.own, starts)
        buffer.imitate_no_more()
        return self.rollout.play(
            buffer,
            lambda t: self._choose(buffer, t, request.floor),
            lambda rows: self.reseat(rows, request.scripted),
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

        def draw(t: int, rows: I64) -> U8:
            return self._drawn(buffer, t, rows, 0.0)[0]

        chosen = teacher(self.rollout, buffer, noise, self.rng, self.teachers, own, draw)
        return self.rollout.play(buffer, chosen, start_states=start_states)

    def reseat(self, rows: I64 | Sequence[int], scripted: float) -> None:
        """Seat the next games of ``rows``."""
        rows = np.asarray(rows, np.int64)
        self.opponents.reseat(rows, self.rollout.seating, scripted, self.rng)

    def _choose(self, buffer: RolloutBuffer, t: int, floor: float) -> None:
        """Draw the policy's actions at time ``t``, and let everyone else act."""
        rows = np.flatnonzero(buffer.player[t] == LEARNER)
        if len(rows):
            buffer.action[t, rows], buffer.log_prob[t, rows] = self._drawn(buffer, t, rows, floor)
        self.opponents.act(self.rollout, buffer, t, self.rng)

    def _drawn(self, buffer: RolloutBuffer, t: int, rows: I64, floor: float) -> tuple[U8, F32]:
        """The policy's actions at time ``t`` in the games ``rows``, and their log-probabilities."""
        return self.acting.draw(buffer, t * buffer.n + rows, self.rng, floor, self.rare)

    # ---- what it needs to go on

    def state(self) -> dict[str, Any]:
        """Tensors and plain values only."""
        rollout = self.rollout
        return {
            "rng": json.dumps(self.rng.bit_generator.state),
            "games": [pack_games(games.batch) for games in rollout.games],
            "owed": [torch.from_numpy(games.gains.owed.copy()) for games in rollout.games],
            "stood": [torch.from_numpy(games.gains.stood.copy()) for games in rollout.games],
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
            games.gains.stood[:] = state["stood"][i].numpy()
        for name in SEATED:
            getattr(rollout, name)[:] = state[name].numpy()
        if self.start_states is not None:
            self.start_states.restore(state["start_states"])


@dataclass(frozen=True)
class ActorPlan(RunPlan):
    """What all actors of a run have in common."""

    @property
    def names(self) -> list[str]:
        """The agents that actors make: their teachers and the scripted opponents."""
        teachers = [entry.teacher or self.config.imitation.teacher for entry in self.config.sets]
        styles = [name for name in self.config.opponents.styles if name not in STYLES]
        return [*(teachers if self.config.imitation.wanted else ()), *styles]

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
        return [
            _teacher(named(entry.teacher or self.config.imitation.teacher), rules)
            for entry, rules in zip(self.config.sets, self.sets, strict=True)
        ]

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
        read = acting.policy.config.blocks_read
        rollout = GameRollout(lots, self.games, seed, threads, expected, read)
        starts = None
        if config.start_states.wanted:
            starts = StartStates(config.start_states, rollout, rng)
        return Actor(rollout, acting, opponents, rng, starts, teachers)


class LocalActors:
    """Actors of this process, which play one after another.

    Args:
        plan: who they are.
        acting: the policy that plays.
        threads: of the engine.
    """

    def __init__(self, plan: ActorPlan, acting: BehaviourPolicy, threads: int) -> None:
        self.acting, self.opponents = acting, plan.opponents(acting)
        self.columns, teachers = plan.config.actors, plan.teachers()
        self.actors = [
            plan.actor(number, acting, self.opponents, threads, teachers)
            for number in range(self.columns)
        ]
        # one that is alone plays into the buffer itself
        self._parts = [plan.buffer(1) for _ in self.actors] if self.columns > 1 else []

    def sync_policy(self, policy: Policy) -> None:
        self.acting.sync_policy(policy)

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        self.opponents.seat(policies)

    def play(self, request: RolloutRequest, buffer: RolloutBuffer) -> list[RolloutInfo]:
        parts = self._parts or [buffer]
        found = [actor.play(request, part) for actor, part in zip(self.actors, parts, strict=True)]
        if self._parts:
            buffer.join(self._parts)
        return [RolloutInfo(finished, list(self.opponents.networks)) for finished in found]

    def reseat(self, scripted: float) -> None:
        for actor in self.actors:
            actor.reseat(np.arange(actor.rollout.n), scripted)

    def states(self) -> list[State]:
        return [actor.state() for actor in self.actors]

    def restore(self, states: Sequence[State]) -> None:
        for actor, state in zip(self.actors, states, strict=True):
            actor.restore(state)


def _seed_of(seed: int, number: int) -> int:
    """The seed of an actor's deals; the first one's are those of a run with one."""
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
