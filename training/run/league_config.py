"""Settings of a league: its members, and how long each learns before another one does."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from shugi._fast.rules.option_types import nearest
from shugi.training.run.limits import STRICT, Count, Names, NotNegative, Positive

EVERYBODY = "all"  # as the prey of an exploiter


@dataclass(frozen=True, config=STRICT)
class MemberConfig:
    """Somebody in a league."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
    """Its folder, and what results call it."""
    kind: Literal["main", "exploiter", "script"]
    """main: meets everybody. exploiter: learns what beats its prey. script: plays, and never
    learns."""
    of: str | Names | None = None
    """The prey of an exploiter: members by name, or all."""
    agent: Annotated[str, Field(min_length=1)] | None = None
    """Who a script is: a style of the rule baseline, or an agent by name; null: as it is called."""
    share: Positive = 1.0
    """Of the updates, in proportion to the other shares."""
    ppo: Mapping[str, Any] | None = None
    """What is otherwise in the section ``ppo`` for it alone."""
    opponents: Mapping[str, Any] | None = None
    """The same of ``opponents``. An exploiter has one seat at every table, unless changed here."""

    def __post_init__(self) -> None:
        if (self.of is not None) != (self.kind == "exploiter"):
            needs = "needs its prey: of: [NAME, ...], or of: all"
            raise ValueError(f"{self.name!r} {needs if self.of is None else 'is no exploiter: of'}")
        given = [key for key in ("ppo", "opponents") if getattr(self, key) is not None]
        if self.kind == "script" and given:
            raise ValueError(f"{self.name!r} is a script, which does not learn: {given[0]}")
        if self.kind != "script" and self.agent is not None:
            raise ValueError(f"{self.name!r} is no script: agent")
        if self.name == EVERYBODY:
            raise ValueError(f"{EVERYBODY!r} means all members; call it something else")

    @property
    def learns(self) -> bool:
        return self.kind != "script"


@dataclass(frozen=True, config=STRICT)
class LeagueConfig:
    """Several policies that learn in turn, and meet each other."""

    members: tuple[MemberConfig, ...]
    """The first one of kind main is the agent of the run."""
    turn: Count = 10
    """Updates that a member makes before it is another one's turn."""
    memory: Positive = 50_000.0
    """Results that are so many hands old count a third (1/e)."""
    margin: NotNegative = 0.5
    """What an exploiter must gain a hand more than its prey, by the lower end of the 95 %
    interval, to begin anew; in chips."""
    life: Count = 400
    """Updates after which it begins anew in any case."""
    begins: Literal["warm_start", "prey"] = "warm_start"
    """As whom: the main agent after the warm start, or its prey as it is then."""

    def __post_init__(self) -> None:
        every = [one.name for one in self.members]
        for name in every:
            if every.count(name) > 1:
                raise ValueError(f"two members are called {name!r}")
        if not any(one.kind == "main" for one in self.members):
            raise ValueError("there is no main agent: give one member kind: main")
        for one in self.members:
            self._check_prey(one)

    def _check_prey(self, one: MemberConfig) -> None:
        learners = [other.name for other in self.learners if other is not one]
        if one.of is not None and not learners:
            raise ValueError(f"{one.name!r} has no prey")
        for prey in self.prey_of(one):
            if prey not in learners:
                near = nearest(prey, learners)
                raise ValueError(
                    f"{one.name!r}: no prey {prey!r}{near}; there are {', '.join(learners)}"
                )

    @property
    def learners(self) -> list[MemberConfig]:
        return [one for one in self.members if one.learns]

    @property
    def scripts(self) -> list[MemberConfig]:
        return [one for one in self.members if not one.learns]

    def prey_of(self, one: MemberConfig) -> tuple[str, ...]:
        """By name; nobody where it is no exploiter."""
        if one.of == EVERYBODY:
            return tuple(other.name for other in self.learners if other is not one)
        return (one.of,) if isinstance(one.of, str) else one.of or ()
