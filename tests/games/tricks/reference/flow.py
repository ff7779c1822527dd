"""A game as a generator: it yields decisions, takes actions, and returns its result."""

from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from tests.games.tricks.reference.cards import next_picks

T = TypeVar("T")
STOP = "STOP"


@dataclass(frozen=True)
class Decision:
    """Who decides, about what, and every legal action (a list may have one member only)."""

    seat: int
    phase: str
    actions: tuple[str, ...]


Flow = Generator[Decision, str, T]


class Game(Generic[T]):
    """A flow under way. ``decision`` is None once it has ended with ``result``."""

    def __init__(self, flow: Flow[T]) -> None:
        self.flow = flow
        self.decision: Decision | None = None
        self.history: list[tuple[Decision, str]] = []
        self._result: list[T] = []
        self._step(None)

    def _step(self, action: str | None) -> None:
        try:
            self.decision = next(self.flow) if action is None else self.flow.send(action)
        except StopIteration as end:
            self.decision = None
            self._result.append(end.value)

    @property
    def result(self) -> T:
        if not self._result:
            raise ValueError("the game is not over")
        return self._result[0]

    def apply(self, action: str) -> None:
        decision = self.decision
        if decision is None or action not in decision.actions:
            raise ValueError(f"{action!r} is not legal: {decision}")
        self.history.append((decision, action))
        self._step(action)


class Chance:
    """Everything that is drawn by lot. A test may answer from a record instead."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffled(self, cards: list[str]) -> list[str]:
        return self.rng.sample(cards, len(cards))

    def seat(self, seats: int) -> int:
        return self.rng.randrange(seats)


def pick(seat: int, phase: str, hand: set[str], least: int, most: int) -> Flow[list[str]]:
    """Cards one by one in increasing order; STOP from the least number on, forced at the most.

    Where the number is fixed nothing is stopped: the last card ends the choice.
    """
    picked: list[str] = []
    while least != most or len(picked) < most:
        stop = [STOP] if len(picked) >= least else []
        actions = (*next_picks(hand, picked, least, most), *stop)
        action = yield Decision(seat, phase, actions)
        if action == STOP:
            break
        picked.append(action)
    return picked
