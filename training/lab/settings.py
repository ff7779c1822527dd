"""What a study of decisions depends on."""

from dataclasses import dataclass

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO
from shugi.agents.beliefs import DEALT, Hands, hands_of
from shugi.training.decisions.classes import LabError


@dataclass(frozen=True)
class Settings:
    """What the probes and their values depend on."""

    rules: str
    classes: list[str]
    sources: list[str]
    """Agents by name, whose play the probes come from in equal parts."""
    continuation: str = "baseline"
    """The agent who plays on, at every seat."""
    probes: int = 500
    """Of each class, all sources together."""
    deals: int = 64
    rounds: int = 3
    """After these deals, at most so many rounds in which the better half of a probe's plans is
    valued again, each in twice as many deals as the one before."""
    hands: int = 200_000
    """At most so many are played by each source."""
    seed: int = 1
    dealt: str = "likely"
    """How others' hands are dealt again: as they are in play, or "any" that is possible, alike."""
    precision: str = AUTO
    """Of networks: what agents choose and how likely that is depends on it, a little."""

    def __post_init__(self) -> None:
        if self.rounds < 0:
            raise LabError(f"rounds must not be negative, {self.rounds} was given")
        if self.dealt not in DEALT:
            raise LabError(f"dealt is {self.dealt!r}; it must be one of {', '.join(DEALT)}")

    def belief(self, rules: Rules) -> Hands | None:
        return hands_of(self.dealt, rules)
