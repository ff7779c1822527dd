"""Pieces worked on by the nodes of a Ray cluster, which may be this machine alone.

A piece is a Ray task, and a task may run twice: where its worker dies, Ray starts it again. That
changes nothing, for tasks write no files, and what a piece brings depends on the piece alone.

No task is ever cancelled: Ray ends the driver's whole process where a task that is cancelled ends
at the same moment ("Tried to complete task that was not pending"). What is wanted no more is
worked on to its end, and nobody takes its result.
"""

import contextlib
import itertools
import socket
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import ray
from ray.exceptions import (
    LocalRayletDiedError,
    NodeDiedError,
    OutOfMemoryError,
    RayError,
    RaySystemError,
    RayTaskError,
    WorkerCrashedError,
)

from shugi.agents.base import Agent, AgentError
from shugi.agents.grammar import remap_files
from shugi.envs.common.files import error_text
from shugi.training.cluster.address import Address, ClusterError
from shugi.training.cluster.connection import disconnect
from shugi.training.cluster.parcels import content_mark, files_of_all, unpack_file
from shugi.training.cluster.versions import differences, versions
from shugi.training.cluster.work import Job, Tell, WorkerContext, quiet
from shugi.training.terminal.interrupt import Postponed

PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")
ValueT = TypeVar("ValueT")

AHEAD = 4  # pieces handed out for each worker: one that it works on, and some that wait
RETRIES = 20  # of a piece whose worker died
OPEN_JOBS = 2  # that a worker keeps
LOOK_FOR_STOP = 0.2  # seconds between two looks whether Ctrl-C came
LOOK_SECONDS = 10.0  # between two looks at how many workers there are


@dataclass(frozen=True)
class ShippedJob:
    """A job on its way, with what its places need."""

    job: Job[Any, Any]
    files: Mapping[Path, tuple[str, "ray.ObjectRef[bytes]"]]
    """Of agents, by path: the mark of the content, and the content."""
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Failure:
    """What comes instead of a result."""

    node: str
    text: str


class RayWorkers:
    """All workers of the cluster that this process is connected to; a piece is for one core.

    Args:
        address: that it is connected to; see ``shugi.training.cluster.connection``.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self._numbers = itertools.count()
        self._contents: dict[str, ray.ObjectRef[bytes]] = {}  # by mark
        self._seen = (0.0, 0)  # when workers were counted, and how many there were
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_work)
        self._ctrl_c = Postponed()

    @property
    def count(self) -> int:
        if self.address.workers is not None:
            return self.address.workers
        when, count = self._seen
        if not count or time.monotonic() - when > LOOK_SECONDS:
            count = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._seen = time.monotonic(), count
        return count

    def run(
        self,
        job: Job[PieceT, ResultT],
        pieces: Iterable[PieceT],
        made: Mapping[str, Agent] | None = None,
        tell: Tell = quiet,
    ) -> Generator[ResultT]:
        """Work on pieces, as ``Workers``. Raises: ClusterError, that names the node."""
        with in_our_words():
            parcel, key, left = [self._sent(job)], next(self._numbers), iter(pieces)
        handed: deque[ray.ObjectRef[Any]] = deque()
        while True:
            with in_our_words():
                room = max(0, AHEAD * self.count - len(handed))
            for piece in itertools.islice(left, room):
                with in_our_words():
                    handed.append(self._task.remote(parcel, key, piece))
            if not handed:
                return
            with in_our_words():
                self._wait_for(handed[0])
            yield _result(handed.popleft())

    def _wait_for(self, reference: "ray.ObjectRef[Any]") -> None:
        """Raises: KeyboardInterrupt."""
        self._ctrl_c.look()
        while not ray.wait([reference], timeout=LOOK_FOR_STOP)[0]:
            self._ctrl_c.look()

    def share(self, value: ValueT) -> "RayShared[ValueT]":
        with in_our_words():
            return RayShared(ray.put(value))

    def channel(self, job: Job[PieceT, ResultT]) -> "RayChannel[PieceT, ResultT]":
        with in_our_words():
            parcel, key = [self._sent(job)], next(self._numbers)
        return RayChannel(lambda piece: self._task.remote(parcel, key, piece))

    def _sent(self, job: Job[PieceT, ResultT]) -> "ray.ObjectRef[ShippedJob]":
        files = {}
        for path in files_of_all(job.specs):
            content = path.read_bytes()
            mark = content_mark(content)
            if mark not in self._contents:
                self._contents[mark] = ray.put(content)
            files[path] = mark, self._contents[mark]
        return ray.put(ShippedJob(job, files, versions(job.rules)))

    def __enter__(self) -> Self:
        self._ctrl_c.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        try:
            disconnect()
        finally:
            self._ctrl_c.__exit__(*error)


@dataclass(frozen=True)
class RayShared(Generic[ValueT]):
    """In the object store."""

    reference: "ray.ObjectRef[ValueT]"

    def value(self) -> ValueT:
        with in_our_words():
            found: ValueT = ray.get(self.reference)
        return found


class RayChannel(Generic[PieceT, ResultT]):
    """Tasks by their numbers.

    Args:
        begin: hands a piece to the cluster.
    """

    def __init__(self, begin: "Callable[[PieceT], ray.ObjectRef[Any]]") -> None:
        self._begin = begin
        self._handed: dict[ray.ObjectRef[Any], int] = {}

    def hand(self, number: int, piece: PieceT) -> None:
        with in_our_words():
            self._handed[self._begin(piece)] = number

    def next(self) -> tuple[int, ResultT]:
        handed = list(self._handed)
        with in_our_words():
            come, _ = ray.wait(handed, num_returns=len(handed), timeout=0)
            if not come:
                come, _ = ray.wait(handed, num_returns=1)
        # Ray alone would name any of them, and some of them never
        reference = min(come, key=handed.index)
        number = self._handed.pop(reference)
        return number, _result(reference)

    def clear(self) -> None:
        self._handed.clear()


@contextlib.contextmanager
def in_our_words() -> Iterator[None]:
    """Around what is asked of Ray. Raises: ClusterError where the cluster fails."""
    try:
        yield
    except RayError as error:
        raise ClusterError(_cause(error)) from None


def _result(reference: "ray.ObjectRef[Any]") -> Any:
    with in_our_words():
        result = ray.get(reference)
    if isinstance(result, Failure):
        raise ClusterError(f"node {result.node}: {result.text}")
    return result


def _cause(error: RayError) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    if isinstance(error, OutOfMemoryError):
        few = "; give fewer workers a node, or nodes more memory"
        return f"a worker was out of memory: {' '.join(lines[:2])}{few}"
    if isinstance(error, WorkerCrashedError):
        return f"a worker died {RETRIES + 1} times at the same piece: {lines[0]}"
    if isinstance(error, LocalRayletDiedError | NodeDiedError | RaySystemError):
        return (
            "Ray's process on a node (raylet) has ended, killed or out of memory: start the "
            f"command again ({lines[0] if lines else type(error).__name__})"
        )
    if isinstance(error, RayTaskError):  # the task could not be begun
        return f"a worker could not begin: {lines[-1]}"
    return f"the cluster failed: {' '.join(lines[:3])}"


# ---- on the node

_open: OrderedDict[int, Callable[[Any], Any]] = OrderedDict()


def _work(parcel: list["ray.ObjectRef[ShippedJob]"], key: int, piece: Any) -> Any:
    """What a piece brings, or a ``Failure``.

    Args:
        parcel: in a list, so that Ray fetches it only where its job is not open yet.
        key: of the job.
    """
    try:
        if key not in _open:
            _open[key] = _open_job(ray.get(parcel[0]))
            while len(_open) > OPEN_JOBS:
                _open.popitem(last=False)
        return _open[key](piece)
    except OSError as error:
        return Failure(_node(), error_text(error))
    except (AgentError, MemoryError) as error:
        return Failure(_node(), str(error) or "out of memory")
    except Exception:
        return Failure(_node(), traceback.format_exc())


def _open_job(parcel: ShippedJob) -> Callable[[Any], Any]:
    other = differences(dict(parcel.versions), versions(parcel.job.rules))
    if other:
        raise ClusterError(f"it would not play the same ({'; '.join(other)})")
    return parcel.job.open(_NodePlace(parcel))


class _NodePlace(WorkerContext):
    """A core of a node, where agents are read from the files that came with the job."""

    def __init__(self, parcel: ShippedJob) -> None:
        super().__init__(parcel.job.rules, parcel.job.precision, threads=1)
        self.files = {
            path: unpack_file(path, mark, ray.get(content))
            for path, (mark, content) in parcel.files.items()
        }

    def named(self, spec: str) -> str:
        return remap_files(spec, self.files)


def _node() -> str:
    return f"{ray.util.get_node_ip_address()} ({socket.gethostname()})"
