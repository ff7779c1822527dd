"""The decisions of a round as pure work: parts of them are valued wherever there is a place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shugi._fast.net.critic import EngineCritic
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError
from shugi.agents.beliefs import hands_of
from shugi.agents.engine_policy import engine_critic
from shugi.agents.grammar import STUDENT
from shugi.agents.model import Critic, Policy
from shugi.agents.network import Network
from shugi.agents.plans.playouts import Playouts
from shugi.agents.scripted import Baseline
from shugi.agents.spec import make_agent
from shugi.envs.common.arrays import Rng
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import WorkerContext
from shugi.training.decisions.draw import load_games
from shugi.training.distil.choices import classes_among
from shugi.training.distil.distil_run import DistilRun
from shugi.training.distil.valuing import ValuedPlans, Valuer
from shugi.training.run.config import ConfigError


@dataclass(frozen=True)
class Part:
    """Some decisions of a round."""

    first: int
    choices: Sequence[bytes]


@dataclass(frozen=True)
class PlanValueJob:
    """The decisions of a round in one rule set.

    Args:
        run: what the run depends on.
        number: which of its rule sets it is.
        policy: as it is now.
        critic: asked at a horizon, if there is one.
        round: of the run, from 1.
    """

    run: DistilRun
    number: int
    policy: Policy
    critic: Critic | None
    round: int

    specs: ClassVar[Sequence[str]] = ()  # the policy travels in the job

    @property
    def rules(self) -> Rules:
        return self.run.sets[self.number]

    @property
    def precision(self) -> str:
        return self.run.precision

    def open(self, place: WorkerContext) -> Callable[[Part], ValuedPlans]:
        player = Network(self.policy, "policy", precision=self.precision)
        valuer = self.valuer(player, place.threads)

        def value(part: Part) -> ValuedPlans:
            rng = chance(self.number, self.run.seed, self.round, 1 + part.first)
            return valuer.values(load_games(self.rules, part.choices), player, rng, part.first)

        return value

    def valuer(self, player: Network, threads: int) -> Valuer:
        """What values decisions. Args: player: who plays on, where the policy does."""
        config, rules, slope = self.run.config, self.rules, self.run.slope
        playouts = Playouts(
            rules,
            self._player_on(player),
            config.deals,
            threads,
            None if slope is None else prices_of(rules, slope),
            max(self.run.room, config.candidates + 128),
            hands_of(config.dealt, rules),
            others=Baseline() if config.continuation == "policy_alone" else None,
            critic=self._engine_critic() if config.horizon else None,
            horizon=config.horizon,
        )
        classes = classes_among(rules, config.classes)
        return Valuer(
            playouts, config.candidates, classes, config.recheck_factor, config.random_plans
        )

    def _player_on(self, player: Network) -> Agent:
        """Who plays a hand on after a plan."""
        match self.run.config.continuation:
            case "baseline":
                return Baseline()
            case "student":
                return make_agent(STUDENT, self.rules)
        return player

    def _engine_critic(self) -> EngineCritic:
        assert self.critic is not None  # a run without one is refused
        return engine_critic(self.critic, self.rules)


def check_students(sets: Sequence[Rules]) -> None:
    """Raises: ConfigError for a rule set that has no student."""
    try:
        for rules in sets:
            make_agent(STUDENT, rules)
    except AgentError as error:
        raise ConfigError(f"continuation: {error}") from None


def chance(number: int, *words: int) -> Rng:
    """The chance of one of the run's rule sets, named by numbers."""
    return np.random.default_rng([*words, number] if number else words)
