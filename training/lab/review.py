"""A whole game reviewed: what every choice in it cost whoever made it.

Every plan at every choice is played out from re-dealt copies, as in a study of decisions, and what
was played is judged as an agent is there: the best plan is found on some deals and valued on others
(``shugi.training.lab.valued_probes``). So of the same positions, with the same keys, deals, agents
and classes, the numbers are those of a study.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.tables.option_types import nearest
from shugi.agents.base import Agent
from shugi.agents.beliefs import belief_of
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares, one_hot, plan_shares
from shugi.agents.plans.values import value_plans
from shugi.envs.common.arrays import F32, Bools
from shugi.envs.drawing.render_cards import QUESTIONS
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import WorkerContext
from shugi.training.decisions.classes import WIN, DecisionClass, LabError, classes_of
from shugi.training.decisions.draw import load_games
from shugi.training.judge.estimate import Estimate
from shugi.training.lab.choices_made import Taken
from shugi.training.lab.chunks import CHUNK, Chunk, chunks_of
from shugi.training.lab.measure import REAL
from shugi.training.lab.outlook import PlanEstimate, PlanValues, position_key
from shugi.training.lab.probe_value import ProbeValue
from shugi.training.lab.valued_probes import LEAST_DEALS, ClassValues, value_probes

PLAYED = "what was played"
"""Whoever made the choices, among the agents that are judged."""
BY_PHASE = {"own": "discard", "claim": "call"}
"""Classes that no study asks about; of card games the stage of the hand is the class."""
WINNING, OTHER = "win", "other"
OWN_CLASSES = (*BY_PHASE.values(), WINNING, OTHER)
Shares = Mapping[str, F32]


@dataclass(frozen=True)
class ReviewSettings:
    """What a review depends on, beside the agents."""

    deals: int = 64
    seed: int = 1
    seats: Sequence[int] | None = None
    """Whose choices; all by default."""
    classes: Sequence[str] | None = None
    """Only choices of these classes."""
    least: float = REAL
    """Chips that a mistake costs at least."""

    def __post_init__(self) -> None:
        for name, least in (("deals", LEAST_DEALS), ("seed", 0), ("least", 0)):
            if not getattr(self, name) >= least:
                raise LabError(f"{name} must be at least {least}, not {getattr(self, name)}")


@dataclass(frozen=True)
class ReviewedChoice:
    """A choice, and what its plans brought."""

    taken: Taken
    plans: list[Plan]
    values: F32
    """(plans, deals)"""
    acts: Sequence[tuple[str, Bools]]
    """The classes of studies that ask here, and which plans are their act."""
    plain: str
    """The class where none of them tells what was played from the best plan."""
    shares: Shares
    """(plans,) what each agent does."""

    @property
    def played(self) -> int:
        return self.plans.index(self.taken.plan)

    @property
    def name(self) -> str:
        """The class among whose choices this one is valued."""
        return self.acts[0][0] if self.acts else self.plain

    @property
    def act(self) -> Bools:
        """(plans,) those that act, by that class; without a class, the plan that was played."""
        return self.acts[0][1] if self.acts else np.arange(len(self.plans)) == self.played

    def name_against(self, best: int) -> str:
        """The first class that tells what was played from the best plan."""
        if best == self.played:
            return self.name
        return next((name for name, act in self.acts if act[best] != act[self.played]), self.plain)


@dataclass(frozen=True)
class ChoiceVerdict:
    """What one choice cost, in the unit of the rule set."""

    taken: Taken
    name: str
    """The class of the difference between what was played and the best plan."""
    plans: list[Plan]
    best: int
    cost: Estimate
    worths: list[PlanEstimate]
    deals: int
    shares: Shares
    costs: Mapping[str, Estimate]
    """What agents would have lost by what they do."""

    @property
    def other(self) -> bool:
        """Another plan than what was played was found to be the best."""
        return self.plans[self.best] != self.taken.plan

    @property
    def close(self) -> bool:
        """Too close to call."""
        return not self.cost.low > 0


@dataclass(frozen=True)
class ReviewJob:
    """A review whose chunks are valued wherever there is a place; agents are by name."""

    rules: Rules
    settings: ReviewSettings
    agents: Sequence[str]
    continuation: str
    precision: str

    @property
    def specs(self) -> Sequence[str]:
        return [*self.agents, self.continuation]

    def open(self, place: WorkerContext) -> Callable[[Chunk[Taken]], list[ReviewedChoice]]:
        return self.reviewer([], place.agent, place.threads).value

    def reviewer(
        self, taken: Sequence[Taken], agent: Callable[[str], Agent], threads: int
    ) -> "Reviewer":
        """Args: agent: gives those that are named."""
        agents = {name: agent(name) for name in self.agents}
        continuation = agent(self.continuation)
        return Reviewer(self.rules, taken, self.settings, agents, continuation, threads)


class Reviewer:
    """Judges the choices of a game, some at a time.

    Args:
        rules: of the game.
        taken: the choices that were made in it.
        settings: of the review.
        agents: who is asked too, by name; another plan counts as the best only where it beats
            theirs and what was played.
        continuation: who plays on, at every seat.
        threads: of the engine; results do not depend on them.

    Raises:
        LabError: a seat or a class that the rules do not have.
    """

    def __init__(
        self,
        rules: Rules,
        taken: Sequence[Taken],
        settings: ReviewSettings,
        agents: Mapping[str, Agent],
        continuation: Agent,
        threads: int = 1,
    ) -> None:
        self.rules, self.settings, self.agents = rules, settings, dict(agents)
        self.continuation, self.threads = continuation, threads
        self.classes = classes_of(rules)
        self.positions: list[ReviewedChoice] = []
        self.seats = _seats(rules, settings.seats)
        own = [one for one in taken if one.seat in self.seats]
        self.taken = own if settings.classes is None else self._of_classes(own, settings.classes)
        self._playouts: Playouts | None = None

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.positions) / len(self.taken) if self.taken else 1.0

    def chunks(self) -> list[Chunk[Taken]]:
        """What is left to value."""
        return chunks_of(self.taken)[-(-len(self.positions) // CHUNK) :]

    def value(self, chunk: Chunk[Taken]) -> list[ReviewedChoice]:
        """The choices of a chunk; that depends on nothing else."""
        batch, seed = self._load(chunk.items), self.settings.seed
        keys = np.array([position_key(seed, choice.number) for choice in chunk.items], np.uint64)
        rng = np.random.default_rng([seed, 1, chunk.number])
        plans, values = value_plans(batch, self._room(), keys, rng)
        shares = {
            name: plan_shares(agent, batch, plans, np.random.default_rng([seed, 2, chunk.number]))
            for name, agent in self.agents.items()
        }
        acts = self._acts(batch, plans)
        return [
            ReviewedChoice(
                choice,
                plans[i],
                values[i],
                acts[i],
                plain_class(batch, i),
                {name: own.chosen[i] for name, own in shares.items()},
            )
            for i, choice in enumerate(chunk.items)
        ]

    def add(self, positions: Sequence[ReviewedChoice]) -> None:
        """Take the choices of the next chunk, valued."""
        self.positions += positions

    def verdicts(self) -> list[ChoiceVerdict]:
        """The verdicts on what was valued so far, but for choices with too few deals."""
        groups: dict[str, list[ReviewedChoice]] = {}
        for choice in self.positions:
            groups.setdefault(choice.name, []).append(choice)
        found = [verdict for group in groups.values() for verdict in self._judge(group)]
        return sorted(found, key=lambda choice: choice.taken.number)

    def _judge(self, group: Sequence[ReviewedChoice]) -> list[ChoiceVerdict]:
        source = ClassValues(
            group[0].name,
            prices_of(self.rules).unit,
            [choice.values for choice in group],
            [choice.act for choice in group],
        )
        played = [one_hot([choice.played], len(choice.plans))[0] for choice in group]
        shares = {name: [choice.shares[name] for choice in group] for name in self.agents}
        choices = {name: PlanShares(own, own) for name, own in {**shares, PLAYED: played}.items()}
        valued = value_probes(source, choices=choices)
        return [_verdict(group[choice.probe], choice) for choice in valued.probes]

    # ---- positions

    def _load(self, some: Sequence[Taken]) -> Batch:
        return load_games(self.rules, [one.before for one in some])

    def _room(self) -> Playouts:
        if self._playouts is None:
            self._playouts = Playouts(
                self.rules,
                self.continuation,
                self.settings.deals,
                self.threads,
                belief=belief_of(self.rules),
            )
        return self._playouts

    def _acts(self, batch: Batch, plans: Sequence[Sequence[Plan]]) -> list[list[tuple[str, Bools]]]:
        """The classes that ask in each game, where some plans act and others do not."""
        acts: list[list[tuple[str, Bools]]] = [[] for _ in plans]
        mask = batch.legal()
        for decision in self.classes:
            for i in decision.asked(batch, mask):
                act = decision.act(batch, int(i), plans[i])
                if act.any() and not act.all():
                    acts[i].append((decision.name, act))
        return acts

    def _of_classes(self, taken: Sequence[Taken], names: Sequence[str]) -> list[Taken]:
        """The choices of these classes."""
        _check_classes(self.rules, self.classes, names)
        self.classes = [one for one in self.classes if one.name in names]
        chosen = []
        for chunk in chunks_of(taken):
            batch = self._load(chunk.items)
            acts = self._acts(batch, plans_of(batch, range(len(chunk.items))))
            chosen += [
                one
                for i, one in enumerate(chunk.items)
                if acts[i] or plain_class(batch, i) in names
            ]
        return chosen


def plain_class(batch: Batch, i: int) -> str:
    """What is decided in game ``i``, where it is no question of a study."""
    state = batch.state(i)
    if "plays_cards" in batch.rules.traits:
        return str(state["stage"])
    return WINNING if WIN in batch.legal_actions(i) else BY_PHASE.get(state["phase"], OTHER)


def _seats(rules: Rules, seats: Sequence[int] | None) -> Sequence[int]:
    known = range(rules.seats)
    if seats is None:
        return known
    if not set(seats) <= set(known):
        raise LabError(f"{rules.name!r} has seats 0 to {rules.seats - 1}")
    return sorted(set(seats))


def _check_classes(rules: Rules, own: Sequence[DecisionClass], names: Sequence[str]) -> None:
    plain = QUESTIONS if "plays_cards" in rules.traits else OWN_CLASSES
    known = [*(one.name for one in own), *plain]
    for name in names:
        if name not in known:
            hint = nearest(name, known)
            raise LabError(f"no class {name!r} in {rules.name!r}{hint}; it has {', '.join(known)}")


def _verdict(position: ReviewedChoice, value: ProbeValue) -> ChoiceVerdict:
    best, count = best_plan(value), len(position.plans)
    outlook = PlanValues(position.plans, position.values)
    return ChoiceVerdict(
        position.taken,
        position.name_against(best),
        position.plans,
        best,
        value.loss_interval(one_hot([position.played], count)[0]),
        outlook.worths(),
        outlook.deals,
        position.shares,
        {name: value.loss_interval(own) for name, own in position.shares.items()},
    )


def best_plan(value: ProbeValue) -> int:
    """The plan that was found the best most often; of those the one with the largest mean."""
    often = np.bincount(value.best, minlength=len(value.means))
    return int(np.lexsort((value.means, often))[-1])
