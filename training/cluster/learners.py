"""Processes that learn together, begun by Ray Train on the nodes of a cluster.

Their group is torch's own, of gloo or of NCCL. Where one of them dies Ray Train ends the others and
begins all anew: they go on from the files of the first one's folder.
"""

import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import ray
from rich.console import Console

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.envs.common.files import error_text
from shugi.training.cluster.address import Address
from shugi.training.cluster.errors import ClusterError
from shugi.training.cluster.group import Group, Together
from shugi.training.cluster.ray_workers import RETRIES, RayWorkers, in_our_words
from shugi.training.cluster.versions import differences, versions
from shugi.training.cluster.work import Workers
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.progress import Meter

LOOK = 0.2  # seconds between two looks at what they tell
# what would fail again; a RuntimeError or Ray's own may come of another one's death
FATAL = (
    *(AgentError, UserError, OSError, MemoryError, ArithmeticError, LookupError),
    *(TypeError, ValueError, AttributeError, AssertionError),
)
OWN_STORE = "ray"  # folder in which Ray Train keeps its own notes, while a run goes on

Stop = Callable[[], bool]


class LearningJob(Protocol):
    """What each process does; it can be pickled."""

    @property
    def rules(self) -> Rules: ...

    @property
    def files(self) -> Sequence[str]:
        """Patterns of what processes need to go on, below the run's folder."""
        ...

    def learn(
        self, group: Group, folder: Path, meter: Meter, workers: Workers, stop: Stop
    ) -> Mapping[str, Any]:
        """Learn in one of the processes, to the end or until ``stop`` says so.

        Args:
            group: all the processes; how they agree and share gradients.
            folder: of the run; every process sees it.
            meter: shows how far the run is.
            workers: who works on the run's pieces.
            stop: asked now and then; true lets the process save and end.

        Returns:
            what is told of the run at its end; the first process' answer counts.
        """
        ...


class _Post:
    """An actor through which processes tell the driver, and it tells them to stop."""

    def __init__(self) -> None:
        self._news: list[tuple[str, tuple[Any, ...]]] = []
        self._stop = False

    def tell(self, kind: str, *words: Any) -> None:
        self._news.append((kind, words))

    def take(self) -> list[tuple[str, tuple[Any, ...]]]:
        news, self._news = self._news, []
        return news

    def stop(self) -> None:
        self._stop = True

    def stopping(self) -> bool:
        return self._stop


class _FarMeter(Meter):
    """Shows at the driver what is shown here."""

    def __init__(self, post: Any) -> None:
        super().__init__(Console(quiet=True))
        self._post = post

    def show(self, phase: str, done: float, numbers: Mapping[str, str]) -> None:
        self._post.tell.remote("show", phase, done, dict(numbers))

    def say(self, text: str) -> None:
        self._post.tell.remote("say", text)


@dataclass(frozen=True)
class _Words:
    """What a process is begun with."""

    share: LearningJob
    folder: Path
    place: Path
    """Where the driver was begun: names of files are from there."""
    address: Address
    versions: Mapping[str, str]
    post: Any


def learn_together(
    share: LearningJob,
    address: Address,
    count: int,
    gpu: bool,
    folder: Path,
    meter: Meter,
    stop: Stop,
) -> Mapping[str, Any]:
    """Begin processes on the cluster that this one is connected to, and wait for their end.

    Args:
        count: of processes.
        gpu: whether each has one.
        folder: of the run; every node that has a process must see it.
        stop: asked now and then; true lets them save and end.

    Returns:
        what the first one tells.

    Raises:
        ClusterError: one of them cannot begin, or failed; names the node.
    """
    post: Any = ray.remote(num_cpus=0)(_Post).remote()
    words = _Words(share, folder.resolve(), Path.cwd(), address, versions(share.rules), post)
    fit, failed = _trainer(words, count, gpu), list[BaseException]()

    def run() -> None:
        try:
            fit()
        except (Exception, SystemExit) as error:  # the latter where the cluster ends meanwhile
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    answer: Mapping[str, Any] | None = None
    try:
        while answer is None:
            ended = not thread.is_alive()
            thread.join(LOOK)
            with in_our_words():
                news = ray.get(post.take.remote())
            for kind, said in news:
                if kind == "failed":
                    raise ClusterError(said[0])
                if kind == "done":
                    answer = said[0]
                else:
                    getattr(meter, kind)(*said)
            if ended and answer is None:
                raise ClusterError(f"the learners failed: {_last_lines(failed)}")
            if stop():
                post.stop.remote()
        thread.join()
    finally:
        shutil.rmtree(folder / OWN_STORE, ignore_errors=True)
    return answer


def gpus() -> int:
    """Of the cluster that this process is connected to."""
    return int(ray.cluster_resources().get("GPU", 0))


def _last_lines(failed: Sequence[BaseException]) -> str:
    lines = [line for error in failed for line in str(error).splitlines() if line.strip()]
    return " / ".join(lines[-3:]) or "they ended without an answer"


def _trainer(words: _Words, count: int, gpu: bool) -> Callable[[], object]:
    from ray.train import FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    # a learner on the CPU is as the driver is without it: beside the workers, not one of them
    room = {"GPU": 1.0} if gpu else {"CPU": 0.001}
    trainer = TorchTrainer(
        _learn,
        train_loop_config={"words": words},
        scaling_config=ScalingConfig(num_workers=count, use_gpu=gpu, resources_per_worker=room),
        run_config=RunConfig(
            storage_path=str(words.folder / OWN_STORE),
            failure_config=FailureConfig(max_failures=RETRIES),
        ),
        torch_config=TorchConfig(backend="cpu:gloo,cuda:nccl" if gpu else "gloo"),
    )
    return trainer.fit  # type: ignore[no-any-return]


# ---- in the process


def _learn(given: Mapping[str, Any]) -> None:
    words: _Words = given["words"]
    post, node = words.post, socket.gethostname()
    try:
        other = differences(dict(words.versions), versions(words.share.rules))
        if other:
            raise ClusterError(f"it would not learn the same ({'; '.join(other)})")
        if words.place.is_dir():
            os.chdir(words.place)
        group = Together()
        with _own_folder(group, words.folder, words.share.files) as folder:
            meter = Meter(Console(quiet=True)) if group.rank else _FarMeter(post)
            workers = RayWorkers(words.address)
            stop = _asked(post) if group.rank == 0 else lambda: False
            answer = words.share.learn(group, folder, meter, workers, stop)
        if group.rank == 0:
            ray.get(post.tell.remote("done", dict(answer)))
    except FATAL as error:
        text = (
            error_text(error) if isinstance(error, OSError) else str(error) or type(error).__name__
        )
        ray.get(post.tell.remote("failed", f"node {node}: {text}"))
        raise


def _asked(post: Any) -> Stop:
    return lambda: bool(ray.get(post.stopping.remote()))


@contextmanager
def _own_folder(group: Group, folder: Path, patterns: Sequence[str]) -> Iterator[Path]:
    """The run's folder for the first process; for the others one that holds the same."""
    if group.rank == 0 and not folder.is_dir():
        raise ClusterError(
            f"there is no folder {folder}: give --run-dir on a disk that all nodes share"
        )
    paths = [path for pattern in patterns for path in sorted(folder.glob(pattern))]
    kept = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    kept = group.agreed(kept if group.rank == 0 else {})
    if group.rank == 0:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="shugi-learner-") as own:
        for name, content in kept.items():
            (Path(own) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(own) / name).write_bytes(content)
        yield Path(own)
