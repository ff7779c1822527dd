"""What a run of distillation depends on, and one of its rule sets: where decisions are sought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO
from shugi.agents.spec import make_agent
from shugi.training.distil.choices import ChoiceCollector, classes_among
from shugi.training.distil.dataset import TrainingPlans
from shugi.training.distil.valuing import ValuedPlans
from shugi.training.run.config import ConfigError
from shugi.training.run.distil_config import DistilConfig

ROOM = 4096  # games that playouts play at once
SEVERAL = 1024  # the same where there are several rule sets


class FoundDecisions(NamedTuple):
    """Decisions that were sought out, and what plans of them are worth."""

    choices: list[bytes]
    anchors: list[bytes]
    values: ValuedPlans

    @classmethod
    def none(cls) -> "FoundDecisions":
        return cls([], [], ValuedPlans.none())

    def plus(self, other: "FoundDecisions") -> "FoundDecisions":
        values = self.values.plus(other.values, len(self.choices))
        return FoundDecisions(self.choices + other.choices, self.anchors + other.anchors, values)


@dataclass(frozen=True)
class DistilRun:
    """What a run of distillation depends on, beside what it distils; it can be pickled.

    Args:
        config: its settings.
        sets: the rule sets, compiled.
        seed: of everything random.
        threads: for the engine and for torch.
        slope: chips per 1000 points, where these count; None: what a standing is worth.
        precision: of networks at play, as ``make_agent`` takes it.
        save_seconds: between two saves while plans are valued.
        shares: of the decisions of each rule set, in proportion; none: all alike.
        also: folders of other runs, from whose positions it learns too, and for each of their rule
            sets in turn which of this run's it is.

    Raises:
        ConfigError: a temperature in chips for several rule sets.
    """

    config: DistilConfig
    sets: Sequence[Rules]
    seed: int = 1
    threads: int = 1
    slope: float | None = None
    precision: str = AUTO
    save_seconds: float = 30.0
    shares: Sequence[float] = ()
    also: Mapping[Path, Sequence[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.sets) > 1 and self.config.temperature_unit != "spread":
            raise ConfigError(
                f"distil: {len(self.sets)} rule sets have chips of different worth; set "
                "temperature_unit: spread"
            )

    @property
    def room(self) -> int:
        """Games that playouts play at once."""
        return ROOM if len(self.sets) == 1 else SEVERAL


class DecisionPool:
    """The decisions of one rule set: collects them, and keeps those of all rounds.

    Args:
        run: what the run depends on.
        number: which of the run's rule sets it is.
        positions: decisions of each round.

    Raises:
        AgentError: none of the classes of decisions exists under these rules.
    """

    def __init__(self, run: DistilRun, number: int, positions: int) -> None:
        config, rules = run.config, run.sets[number]
        self.run, self.number, self.positions, self.rules = run, number, positions, rules
        self.collector = ChoiceCollector(
            rules,
            config.games,
            config.self_play_share,
            [make_agent(name, rules, run.precision, programs=True) for name in config.players],
            classes_among(rules, config.classes),
            config.anchor_ratio,
            _seed_of(run.seed, number),
            run.threads,
        )
        self.found = FoundDecisions.none()
        """Those of all rounds."""

    @property
    def lesson(self) -> TrainingPlans:
        """What can be learnt from all that was found."""
        return TrainingPlans(self.rules, *self.found)


def _seed_of(seed: int, number: int) -> int:
    if number == 0:
        return seed
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])
