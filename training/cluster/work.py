"""Pure work: a job, its pieces, and whoever works on them.

What a piece brings depends on the piece and on its job alone. So it does not matter where pieces
are worked on, in which order, or how often: results are given back in the order of the pieces.
"""

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.spec import make_agent

P = TypeVar("P", contravariant=True)
R = TypeVar("R", covariant=True)
PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")
ValueT = TypeVar("ValueT")
Tell = Callable[[float, Mapping[str, str]], None]


def quiet(done: float, numbers: Mapping[str, str]) -> None:
    """Tells nobody."""


class Shared(Protocol[R]):
    """A value that many pieces need, sent to a node once."""

    def value(self) -> R: ...


class WorkerContext:
    """Where pieces of a job are worked on.

    Args:
        rules: of the job.
        precision: of networks, as ``make_agent`` takes it.
        threads: of the engine.
        made: agents that are there already, by name.
        tell: told by a piece that takes long how far it is, 0 to 1.
    """

    def __init__(
        self,
        rules: Rules,
        precision: str,
        threads: int,
        made: Mapping[str, Agent] | None = None,
        tell: Tell = quiet,
    ) -> None:
        self.rules, self.precision, self.threads, self.tell = rules, precision, threads, tell
        self._made = dict(made or {})

    def agent(self, spec: str) -> Agent:
        """Made when it is first asked for. Raises: AgentError as ``make_agent`` does."""
        if spec not in self._made:
            named = self.named(spec)
            self._made[spec] = make_agent(named, self.rules, self.precision, programs=True)
        return self._made[spec]

    def named(self, spec: str) -> str:
        """The name of an agent here, by the files that are here."""
        return spec


class Job(Protocol[P, R]):
    """What all pieces have in common. It can be pickled."""

    @property
    def rules(self) -> Rules: ...

    @property
    def precision(self) -> str: ...

    @property
    def specs(self) -> Sequence[str]:
        """All agents that it asks a place for: their files travel with it."""
        ...

    def open(self, place: WorkerContext) -> Callable[[P], R]:
        """What works on pieces there, one after another."""
        ...


class Channel(Protocol[P, R]):
    """Pieces of a job handed out one by one, each by a number, and results as they come."""

    def hand(self, number: int, piece: P) -> None: ...

    def next(self) -> tuple[int, R]:
        """The one handed out first of those that have come, or else the first that comes.

        Raises: LookupError where none can come.
        """
        ...

    def clear(self) -> None:
        """Forget what was handed out."""


class Workers(Protocol):
    """Work on pieces."""

    @property
    def count(self) -> int: ...

    def share(self, value: ValueT) -> Shared[ValueT]:
        """May be part of any piece."""
        ...

    def channel(self, job: Job[PieceT, ResultT]) -> Channel[PieceT, ResultT]: ...

    def run(
        self,
        job: Job[PieceT, ResultT],
        pieces: Iterable[PieceT],
        made: Mapping[str, Agent] | None = None,
        tell: Tell = quiet,
    ) -> Generator[ResultT]:
        """What the pieces bring, in their order. Whoever wants no more closes it.

        Args:
            job: what all pieces have in common.
            pieces: asked for when there is somebody to work on them.
            made: agents that this process has made already, by name; None: there are none.
            tell: told by a piece in this process that takes long how far it is, 0 to 1, with
                numbers.
        """
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


@dataclass(frozen=True)
class SharedHere(Generic[ValueT]):
    """In this process."""

    own: ValueT

    def value(self) -> ValueT:
        return self.own


class LocalChannel(Generic[PieceT, ResultT]):
    """In this process: a piece is worked on when its result is asked for.

    The result is a copy, as if it came from elsewhere.
    """

    def __init__(self, work: Callable[[PieceT], ResultT]) -> None:
        self._work = work
        self._handed: deque[tuple[int, PieceT]] = deque()

    def hand(self, number: int, piece: PieceT) -> None:
        self._handed.append((number, piece))

    def next(self) -> tuple[int, ResultT]:
        number, piece = self._handed.popleft()
        result: ResultT = pickle.loads(pickle.dumps(self._work(piece)))
        return number, result

    def clear(self) -> None:
        self._handed.clear()


class LocalWorkers:
    """This process, a piece at a time.

    Args:
        threads: of the engine.
    """

    count = 1

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def run(
        self,
        job: Job[PieceT, ResultT],
        pieces: Iterable[PieceT],
        made: Mapping[str, Agent] | None = None,
        tell: Tell = quiet,
    ) -> Generator[ResultT]:
        work = job.open(WorkerContext(job.rules, job.precision, self.threads, made, tell))
        for piece in pieces:
            yield work(piece)

    def share(self, value: ValueT) -> Shared[ValueT]:
        return SharedHere(value)

    def channel(self, job: Job[PieceT, ResultT]) -> Channel[PieceT, ResultT]:
        return LocalChannel(job.open(WorkerContext(job.rules, job.precision, self.threads)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass
