"""Starting a local cluster on a machine that is slow."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from shugi.training.cluster.address import ClusterError, parse_address
from shugi.training.cluster.connection import TRIES, connect

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)

LATE = "The current node timed out during startup. It could be overloaded."
SLEEPING = [sys.executable, "-c", "import time; time.sleep(600)"]


class Starts:
    """Instead of ``ray.init``: each try leaves a process behind, and fails as told."""

    def __init__(self, *fails: str) -> None:
        self.fails = list(fails)
        self.left: list[subprocess.Popen[bytes]] = []

    def __call__(self, **options: Any) -> None:
        self.left.append(subprocess.Popen(SLEEPING))
        if self.fails:
            raise Exception(self.fails.pop(0))

    def end(self) -> None:
        for process in self.left:
            process.kill()
            process.wait()


@pytest.fixture
def starting(monkeypatch: pytest.MonkeyPatch) -> Any:
    every: list[Starts] = []

    def put(*fails: str) -> Starts:
        import ray

        every.append(Starts(*fails))
        monkeypatch.setattr(ray, "init", every[-1])
        monkeypatch.setattr(ray, "is_initialized", lambda: False)
        monkeypatch.setattr(ray.util, "get_node_ip_address", lambda: "127.0.0.1")
        return every[-1]

    yield put
    for one in every:
        one.end()


def test_a_node_that_starts_too_late_is_started_again(starting: Callable[..., Starts]) -> None:
    starts = starting(LATE)
    connect(parse_address("local:1"))
    first, second = starts.left
    assert first.wait(10) != 0 and second.poll() is None


def test_it_gives_up(starting: Callable[..., Starts]) -> None:
    starts = starting(*[LATE] * TRIES)
    with pytest.raises(ClusterError, match=r"--cluster local: .*timed out.*give local"):
        connect(parse_address("local"))
    assert len(starts.left) == TRIES


def test_other_errors_are_told_at_once(starting: Callable[..., Starts]) -> None:
    for where in ("local", "auto"):
        starts = starting("no room for its files", LATE)
        with pytest.raises(ClusterError, match=f"--cluster {where}: no room"):
            connect(parse_address(where))
        assert len(starts.left) == 1
