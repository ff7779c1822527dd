"""The pure work of a study: jobs whose pieces are worked on wherever there is a place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares, plan_shares
from shugi.agents.plans.values import value_plans
from shugi.envs.common.arrays import F64
from shugi.envs.seat import SKIP
from shugi.training.cluster.work import Job, WorkerContext
from shugi.training.decisions.classes import CLASSES, DecisionClass, class_named
from shugi.training.decisions.countable import count_all
from shugi.training.lab.ban import BanPiece, BanTest
from shugi.training.lab.chunks import ProbeChunk
from shugi.training.lab.collect import Exposure, ProbeCollector
from shugi.training.lab.halving import Kept, fresh
from shugi.training.lab.probe import Probe, keys_of, load_probes
from shugi.training.lab.settings import Settings
from shugi.training.run.arrays import Arrays

ChunkJob = Job[ProbeChunk, Arrays]


@dataclass(frozen=True)
class StudyJob:
    """Part of a study."""

    settings: Settings
    rules: Rules

    @property
    def precision(self) -> str:
        return self.settings.precision


@dataclass(frozen=True)
class CollectJob(StudyJob):
    """The probes of each source, by its number, and how often it met each class."""

    @property
    def specs(self) -> Sequence[str]:
        return self.settings.sources

    def open(
        self, place: WorkerContext
    ) -> Callable[[int], tuple[list[Probe], dict[str, Exposure]]]:
        settings = self.settings
        classes = [one for one in CLASSES if one.name in settings.classes]

        def collect(number: int) -> tuple[list[Probe], dict[str, Exposure]]:
            source = settings.sources[number]
            seed = [settings.seed, 0, number]
            agent = place.agent(source)
            collector = ProbeCollector(self.rules, classes, agent, source, seed, place.threads)

            def tell(done: float) -> None:
                place.tell(done, {"from": source, "hands": f"{collector.hands:,}"})

            wanted = share(settings.probes, len(settings.sources), number)
            return collector.collect(wanted, settings.hands, tell), collector.exposure()

        return collect


def share(total: int, parts: int, number: int) -> int:
    """The part ``number`` of a whole that is divided as evenly as can be.

    Args:
        total: the whole.
        parts: how many parts it has.
        number: of the part, from 0.
    """
    return total // parts + (number < total % parts)


# ---- chunks of the probes of one class


@dataclass(frozen=True)
class ClassJob(StudyJob):
    """Work on probes of the class that is named."""

    name: str

    @property
    def decision(self) -> DecisionClass:
        return class_named(self.name)

    def seed(self, kind: int, *numbers: int) -> list[int]:
        return [self.settings.seed, kind, CLASSES.index(self.decision), *numbers]


@dataclass(frozen=True)
class PlayedOnJob(ClassJob):
    """Probes played out by the continuation."""

    @property
    def specs(self) -> Sequence[str]:
        return [self.settings.continuation]

    def playouts(self, place: WorkerContext, deals: int) -> Playouts:
        agent, belief = place.agent(self.settings.continuation), self.settings.belief(self.rules)
        return Playouts(self.rules, agent, deals, place.threads, belief=belief)


@dataclass(frozen=True)
class ProbeValueJob(PlayedOnJob):
    """What every plan is worth.

    Of a chunk: ``count`` (probes,) plans of each, and for all plans one after another ``plan``
    (plans, 2) action ids, 255 behind a plan of one, ``act`` (plans,) and ``values`` (plans, deals).
    """

    def open(self, place: WorkerContext) -> Callable[[ProbeChunk], Arrays]:
        playouts = self.playouts(place, self.settings.deals)

        def value(chunk: ProbeChunk) -> Arrays:
            batch, keys = load_probes(self.rules, chunk.items), keys_of(chunk.items)
            rng = np.random.default_rng([*self.seed(1, chunk.number), 0])
            plans, values = value_plans(batch, playouts, keys, rng)
            act = [self.decision.act(batch, i, own) for i, own in enumerate(plans)]
            return {
                "count": np.array([len(own) for own in plans], np.int32),
                "plan": np.array([(*plan, SKIP)[:2] for own in plans for plan in own], np.uint8),
                "act": np.concatenate(act),
                "values": np.concatenate(values),
            }

        return value


@dataclass(frozen=True)
class AgainJob(PlayedOnJob):
    """What the plans that stay are worth in the deals of a round: ``values`` (plans, deals)."""

    number: int
    """Of the round, from 1."""
    plans: Sequence[Sequence[Plan]]
    """Of every probe."""
    kept: Kept

    @property
    def deals(self) -> int:
        return self.settings.deals << self.number

    def open(self, place: WorkerContext) -> Callable[[ProbeChunk], Arrays]:
        playouts = self.playouts(place, self.deals)

        def value(chunk: ProbeChunk) -> Arrays:
            batch, keys = load_probes(self.rules, chunk.items), keys_of(chunk.items)
            both = zip(self.plans[chunk.rows], self.kept[chunk.rows], strict=True)
            staying = [[own[k] for k in its] for own, its in both]
            rng = np.random.default_rng(self.seed(4, chunk.number, self.number))
            keys = fresh(keys, self.number)
            values = playouts.values(batch, np.arange(batch.n), staying, keys, rng)
            return {"values": np.concatenate(values)}

        return value


@dataclass(frozen=True)
class AskJob(ClassJob):
    """An agent asked, as if it sat there."""

    agent: str

    @property
    def specs(self) -> Sequence[str]:
        return [self.agent]

    def shares(
        self, agent: Agent, chunk: ProbeChunk, kind: int
    ) -> tuple[Batch, list[list[Plan]], PlanShares]:
        """The games of a chunk, their plans, and what the agent does.

        Args:
            agent: that is asked.
            chunk: some probes.
            kind: of the seed: each kind of question has a chance of its own.
        """
        batch = load_probes(self.rules, chunk.items)
        plans = plans_of(batch, range(len(chunk.items)))
        rng = np.random.default_rng(self.seed(kind, chunk.number))
        return batch, plans, plan_shares(agent, batch, plans, rng)


@dataclass(frozen=True)
class PlayJob(AskJob):
    """What it does: ``chosen`` and ``preferred`` (plans,), those of all probes."""

    def open(self, place: WorkerContext) -> Callable[[ProbeChunk], Arrays]:
        agent = place.agent(self.agent)

        def play(chunk: ProbeChunk) -> Arrays:
            shares = self.shares(agent, chunk, 2)[2]
            return {name: np.concatenate(own) for name, own in vars(shares).items()}

        return play


@dataclass(frozen=True)
class ActsJob(AskJob):
    """How often an agent acts: ``acts`` (probes,)."""

    def open(self, place: WorkerContext) -> Callable[[ProbeChunk], Arrays]:
        agent = place.agent(self.agent)

        def ask(chunk: ProbeChunk) -> Arrays:
            batch, plans, shares = self.shares(agent, chunk, 5)
            acts = [self.decision.act(batch, i, own) for i, own in enumerate(plans)]
            both = zip(shares.chosen, acts, strict=True)
            return {"acts": np.array([own[act].sum() for own, act in both], np.float32)}

        return ask


@dataclass(frozen=True)
class CountJob(ClassJob):
    """What can be counted at a decision: (probes,) each, by name."""

    specs: ClassVar[Sequence[str]] = ()

    def open(self, place: WorkerContext) -> Callable[[ProbeChunk], Arrays]:
        return lambda chunk: dict(count_all(load_probes(self.rules, chunk.items), self.name))


# ---- bans


@dataclass(frozen=True)
class BanJob(StudyJob):
    """Games of an agent against itself, and what a ban costs it there."""

    agent: str
    banned: Sequence[str]

    @property
    def specs(self) -> Sequence[str]:
        return [self.agent]

    def open(self, place: WorkerContext) -> Callable[[BanPiece], F64]:
        agent, seed = place.agent(self.agent), self.settings.seed
        return BanTest(self.rules, agent, self.banned, seed, place.threads).play_piece
