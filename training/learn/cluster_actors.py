"""All actors of a run, played by the workers of a cluster.

An actor is its state. A worker takes it with the policy that shall play, and gives back a segment
and the state after it. So a worker that dies, or leaves, takes nothing along: another one plays the
same segment again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.model import Policy
from shugi.agents.model_config import ModelConfig
from shugi.training.cluster.work import Channel, LocalWorkers, Shared, WorkerContext, Workers
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.actors import ActorPlan
from shugi.training.learn.buffer import FinishedHands, RolloutBuffer
from shugi.training.learn.passes import Inference
from shugi.training.learn.play import RolloutInfo, RolloutRequest, State

Weights = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Turn:
    """A segment that an actor shall play."""

    number: int
    state: State
    request: RolloutRequest
    version: int
    """Of the policy: how many were folded before it."""
    policy: Shared[Weights] | None
    """None: it does not play."""
    snapshots: Mapping[int, Shared[Weights]]
    """In play, by their update."""


@dataclass(frozen=True)
class RolloutResult:
    """What a turn brings."""

    buffer: RolloutBuffer
    finished: FinishedHands
    state: State


@dataclass(frozen=True)
class ActorJob:
    """Turns of the actors of a run.

    Args:
        plan: who they are.
        model: shape of the networks.
    """

    plan: ActorPlan
    model: ModelConfig

    @property
    def rules(self) -> Rules:
        return self.plan.sets[0]

    @property
    def precision(self) -> str:
        return self.plan.config.network.precision

    @property
    def specs(self) -> Sequence[str]:
        return self.plan.names

    def open(self, place: WorkerContext) -> Callable[[Turn], RolloutResult]:
        return _Worker(self, place).play


class _Worker:
    """Plays turns of any actor."""

    def __init__(self, job: ActorJob, place: WorkerContext) -> None:
        plan = job.plan
        # sums of products depend on it: as in the run's own process
        torch.set_num_threads(plan.config.inside)
        self.model, self.buffer = job.model, plan.buffer(1)
        self.acting = acting_of(job)
        self.opponents = plan.opponents(self.acting, place.named)
        teachers = plan.teachers(place.named)
        self.actor = plan.actor(0, self.acting, self.opponents, place.threads, teachers)
        self.version: int | None = None

    def play(self, turn: Turn) -> RolloutResult:
        if turn.policy is not None and turn.version != self.version:
            self.acting.policy.load_state_dict(_tensors(turn.policy.value()))
            self.acting.sync_policy(self.acting.policy)
            self.version = turn.version
        self.opponents.seat({u: partial(self._snapshot, one) for u, one in turn.snapshots.items()})
        self.actor.restore(turn.state)
        finished = self.actor.play(turn.request, self.buffer)
        return RolloutResult(self.buffer, finished, self.actor.state())

    def _snapshot(self, shared: Shared[Weights]) -> Policy:
        policy = Policy(self.model)
        policy.load_state_dict(_tensors(shared.value()))
        return policy


class ClusterActors:
    """Actors whose segments are pieces of work.

    Args:
        job: who they are.
        workers: who plays; None: threads of this process.

    ``segments`` of the config are those that a buffer holds, which come first, each played by the
    newest policy of its time; 0: one of each actor, all by the same policy.
    """

    def __init__(self, job: ActorJob, workers: Workers | None) -> None:
        config = job.plan.config
        self.plan, self.workers = job.plan, workers or LocalWorkers(config.threads)
        self.columns, self.together = config.segments or config.actors, not config.segments
        self.channel: Channel[Turn, RolloutResult] = self.workers.channel(job)
        # one here, to begin and to change states with
        acting = acting_of(job)
        opponents, teachers = self.plan.opponents(acting), self.plan.teachers()
        self._states = [
            self.plan.actor(number, acting, opponents, 1, teachers).state()
            for number in range(config.actors)
        ]
        self._own = self.plan.actor(0, acting, opponents, 1, teachers)
        self._policy: Shared[Weights] | None = None
        self._version = 0
        self._snapshots: dict[int, Shared[Weights]] = {}
        self._turns: dict[int, Turn] = {}  # those that are played now

    def sync_policy(self, policy: Policy) -> None:
        self._policy = self.workers.share(arrays_of(policy))
        self._version += 1

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        self._snapshots = {
            update: self._snapshots.get(update) or self.workers.share(arrays_of(load()))
            for update, load in policies.items()
        }
        self._own.opponents.seat(policies)

    def play(self, request: RolloutRequest, buffer: RolloutBuffer) -> list[RolloutInfo]:
        for number in range(len(self._states)):
            self._hand(number, request)
        results: dict[int, list[RolloutResult]] = {}
        segments = []
        for _ in range(self.columns):
            number, played = self.channel.next()
            turn = self._turns.pop(number)
            self._states[number] = played.state
            results.setdefault(number, []).append(played)
            age = self._version - turn.version
            segments.append((number, RolloutInfo(played.finished, list(turn.snapshots), age)))
            if not self.together:
                self._hand(number, request)
        # by number, not as they came
        buffer.join([one.buffer for number in sorted(results) for one in results[number]])
        return [segment for _, segment in sorted(segments, key=lambda pair: pair[0])]

    def _hand(self, number: int, request: RolloutRequest) -> None:
        if number in self._turns:
            return
        turn = Turn(
            number, self._states[number], request, self._version, self._policy, self._snapshots
        )
        self._turns[number] = turn
        self.channel.hand(number, turn)

    def reseat(self, scripted: float) -> None:
        self._forget()
        for number, state in enumerate(self._states):
            self._own.restore(state)
            self._own.reseat(np.arange(self._own.rollout.n), scripted)
            self._states[number] = self._own.state()

    def states(self) -> list[State]:
        return self._states

    def restore(self, states: Sequence[State]) -> None:
        self._forget()
        for state in states:
            self._own.restore(state)
        self._states = list(states)

    def _forget(self) -> None:
        """What is played now was begun from states that are none any more."""
        self.channel.clear()
        self._turns.clear()


def acting_of(job: ActorJob) -> BehaviourPolicy:
    """A policy of its own, which knows nothing yet."""
    plan, policy = job.plan, Policy(job.model)
    rules = [lot.rules for lot in plan.lots]
    return BehaviourPolicy(policy, Inference(plan.config, policy, rules, torch.device("cpu"), None))


def arrays_of(policy: Policy) -> Weights:
    """What a policy has learnt, for whoever plays it elsewhere."""
    return {name: one.detach().cpu().numpy().copy() for name, one in policy.state_dict().items()}


def _tensors(weights: Weights) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(array) for name, array in weights.items()}
