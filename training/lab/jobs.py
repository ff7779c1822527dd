"""The pure work of a study: jobs whose pieces are worked on wherever there is a place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import plan_shares
from shugi.training.cluster.work import Job, WorkerContext
from shugi.training.decisions.classes import CLASSES, DecisionClass, class_named
from shugi.training.decisions.countable import counted
from shugi.training.lab.ban import BanPiece, BanTest
from shugi.training.lab.collect import Exposure, ProbeCollector
from shugi.training.lab.halving import Kept, value_again
from shugi.training.lab.likelihood import Likelihood
from shugi.training.lab.probe import Probe, load_probes
from shugi.training.lab.settings import Settings
from shugi.training.lab.valuation import Chunk, play_chunk, value_chunk
from shugi.training.run.arrays import Arrays

ChunkJob = Job[Chunk, Arrays]


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
    """What every plan is worth."""

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        playouts, weights = self.playouts(place, self.settings.deals), self.settings.weights
        likelihood = Likelihood(self.rules, playouts.policy) if weights else None
        return lambda chunk: value_chunk(
            self.decision, chunk.probes, playouts, self.seed(1, chunk.number), likelihood
        )


@dataclass(frozen=True)
class AgainJob(PlayedOnJob):
    """What the plans that stay are worth in the deals of a round."""

    number: int
    """Of the round, from 1."""
    plans: Sequence[Sequence[Plan]]
    """Of every probe."""
    kept: Kept

    @property
    def deals(self) -> int:
        return self.settings.deals << self.number

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        playouts = self.playouts(place, self.deals)

        def value(chunk: Chunk) -> Arrays:
            rows, seed = chunk.rows, self.seed(4, chunk.number, self.number)
            plans, kept = self.plans[rows], self.kept[rows]
            return value_again(chunk.probes, plans, kept, playouts, self.number, seed)

        return value


@dataclass(frozen=True)
class AskJob(ClassJob):
    """An agent asked."""

    agent: str

    @property
    def specs(self) -> Sequence[str]:
        return [self.agent]


@dataclass(frozen=True)
class PlayJob(AskJob):
    """What it does."""

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        agent = place.agent(self.agent)
        return lambda chunk: play_chunk(agent, self.rules, chunk.probes, self.seed(2, chunk.number))


@dataclass(frozen=True)
class ExpectJob(AskJob):
    """How much better to act its critic says it is."""

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        from shugi.training.lab.foresight import expect_chunk, foresight_of  # needs torch

        belief = self.settings.belief(self.rules)
        agent = place.agent(self.agent)
        name = place.named(self.agent)
        foresight = foresight_of(name, agent, self.rules, place.threads, belief)
        assert foresight is not None  # nobody else is asked
        return lambda chunk: expect_chunk(
            self.decision, chunk.probes, foresight, self.seed(3, chunk.number)
        )


@dataclass(frozen=True)
class ActsJob(AskJob):
    """How often an agent acts: ``acts`` (probes,)."""

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        agent = place.agent(self.agent)
        return lambda chunk: {"acts": self._acts(agent, chunk)}

    def _acts(self, agent: Agent, chunk: Chunk) -> NDArray[np.float32]:
        batch, one = load_probes(self.rules, chunk.probes), self.decision
        plans = plans_of(batch, range(len(chunk.probes)))
        rng = np.random.default_rng(self.seed(5, chunk.number))
        shares = plan_shares(agent, batch, plans, rng).chosen
        acts = [own[one.act(batch, i, plans[i])].sum() for i, own in enumerate(shares)]
        return np.array(acts, np.float32)


@dataclass(frozen=True)
class CountJob(ClassJob):
    """What can be counted at a decision: (probes,) each, by name."""

    specs: ClassVar[Sequence[str]] = ()

    def open(self, place: WorkerContext) -> Callable[[Chunk], Arrays]:
        return lambda chunk: dict(counted(load_probes(self.rules, chunk.probes), self.name))


# ---- bans


@dataclass(frozen=True)
class BanJob(StudyJob):
    """Games of an agent against itself, and what a ban costs it there."""

    agent: str
    banned: Sequence[str]

    @property
    def specs(self) -> Sequence[str]:
        return [self.agent]

    def open(self, place: WorkerContext) -> Callable[[BanPiece], NDArray[np.float64]]:
        agent, seed = place.agent(self.agent), self.settings.seed
        return BanTest(self.rules, agent, self.banned, seed, place.threads).play_piece
