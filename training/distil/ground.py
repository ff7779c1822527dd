"""One rule set of a run of distillation: where its decisions are sought and valued."""

from functools import partial
from typing import NamedTuple

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.spec import make_agent
from shugi.training.distil.choices import ChoiceCollector, classes_among
from shugi.training.distil.dataset import TrainingPlans
from shugi.training.distil.valuing import PlanValueJob, ValuedPlans
from shugi.training.run.distil_config import DistilConfig

ROOM = 4096  # games that playouts play at once
SEVERAL = 1024  # the same where there are several rule sets


class Positions(NamedTuple):
    """Decisions that were sought out, and what plans of them are worth."""

    choices: list[bytes]
    anchors: list[bytes]
    values: ValuedPlans

    @classmethod
    def none(cls) -> "Positions":
        return cls([], [], ValuedPlans.none())

    def plus(self, other: "Positions") -> "Positions":
        values = self.values.plus(other.values, len(self.choices))
        return Positions(self.choices + other.choices, self.anchors + other.anchors, values)


class Ground:
    """Collects decisions of one rule set, and says how their plans are valued.

    Args:
        config: settings of the run.
        rules: the rule set.
        number: which of the run's rule sets it is.
        positions: decisions of each round.
        room: games that playouts play at once.
        seed: of everything random.
        threads: of the engine.
        slope: chips per 1000 points, where these count; by default what a standing is worth.
        matmul: precision of networks at play.
    """

    def __init__(
        self,
        config: DistilConfig,
        rules: Rules,
        number: int,
        positions: int,
        room: int,
        seed: int,
        threads: int,
        slope: float | None,
        matmul: str,
    ) -> None:
        self.rules, self.number, self.positions = rules, number, positions
        self.collector = ChoiceCollector(
            rules,
            config.games,
            config.self_play_share,
            [make_agent(name, rules, matmul, programs=True) for name in config.players],
            classes_among(rules, config.classes),
            config.anchor_ratio,
            _seed_of(seed, number),
            threads,
        )
        self.job = partial(PlanValueJob, config, rules, number, room, seed, slope, matmul)
        """Of a policy and a round's number."""
        self.found = Positions.none()
        """Those of all rounds."""

    @property
    def lesson(self) -> TrainingPlans:
        """What can be learnt from all that was found."""
        return TrainingPlans(self.rules, *self.found)


def _seed_of(seed: int, number: int) -> int:
    if number == 0:
        return seed
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])
