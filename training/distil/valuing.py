"""The values of a round's decisions, as pure work."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.beliefs import hands_of
from shugi.agents.engine_policy import engine_critic
from shugi.agents.model import Critic, Policy
from shugi.agents.network import Network
from shugi.agents.playouts import Playouts
from shugi.agents.scripted import Baseline
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import WorkerContext
from shugi.training.distil.choices import ValuedPlans, Valuer, classes_among, unpacked
from shugi.training.run.distil_config import DistilConfig


@dataclass(frozen=True)
class Part:
    """Some decisions of a round."""

    first: int
    choices: Sequence[bytes]


@dataclass(frozen=True)
class PlanValueJob:
    """Parts of a round's decisions may be valued wherever there is a place.

    Args:
        config: settings of the run.
        rules: the rule set.
        number: which of the run's rule sets it is.
        room: games that playouts play at once.
        critic: asked at a horizon.
        seed: of the run.
        slope: chips per 1000 points, where these count; by default what a standing is worth.
        precision: of networks at play.
        policy: as it is now.
        round: of the run, from 1.
    """

    config: DistilConfig
    rules: Rules
    number: int
    room: int
    critic: Critic | None
    seed: int
    slope: float | None
    precision: str
    policy: Policy
    round: int

    specs: ClassVar[Sequence[str]] = ()  # the policy travels in the job

    def open(self, place: WorkerContext) -> Callable[[Part], ValuedPlans]:
        player = Network(self.policy, "policy", precision=self.precision)
        valuer = self.valuer(player, place.threads)

        def value(part: Part) -> ValuedPlans:
            rng = chance(self.number, self.seed, self.round, 1 + part.first)
            return valuer.values(unpacked(self.rules, part.choices), player, rng, part.first)

        return value

    def valuer(self, player: Network, threads: int) -> Valuer:
        """Args: player: who plays on, where the policy does."""
        config, rules = self.config, self.rules
        playouts = Playouts(
            rules,
            Baseline() if config.continuation == "baseline" else player,
            config.deals,
            threads,
            None if self.slope is None else prices_of(rules, self.slope),
            max(self.room, config.candidates + 128),
            hands_of(config.dealt, rules),
            others=Baseline() if config.continuation == "policy_alone" else None,
            **self._ahead(),
        )
        classes = classes_among(rules, config.classes)
        return Valuer(
            playouts, config.candidates, classes, config.recheck_factor, config.random_plans
        )

    def _ahead(self) -> dict[str, Any]:
        """How far playouts go, as they are told."""
        if not self.config.horizon or self.critic is None:
            return {}
        critic = engine_critic(self.critic, self.rules)
        return {"critic": critic, "horizon": self.config.horizon}


def chance(number: int, *words: int) -> np.random.Generator:
    """Of one of the run's rule sets, named by numbers."""
    return np.random.default_rng([*words, number] if number else words)
