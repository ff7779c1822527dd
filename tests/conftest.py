"""Lets tests import the helpers beside them (``tests.golden``, ``tests.reference``)."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

import pytest

gc.disable()  # while tests are collected: what is imported then stays
ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)

from shugi.training.cluster.address import parse_address  # noqa: E402
from shugi.training.cluster.connection import prepare  # noqa: E402
from tests.support.long_tests import mark_long  # noqa: E402
from tests.support.shell import Shell  # noqa: E402

# Ray lets its workers wait for everybody else, and here other tests always run
os.environ.setdefault("RAY_worker_niceness", "0")
prepare(parse_address("local"))  # Ray may be imported by any test, and reads its settings then

# a test may end a process, never the machine: what is written is there. Flushing takes minutes
os.fsync = lambda descriptor: None

ALONE = "tests/cluster/"  # each starts clusters: two at a time starve each other


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A process takes a file at a time, and all that start clusters together, before the rest."""
    from xdist.scheduler import LoadFileScheduling

    class OneCluster(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "clusters" if nodeid.startswith(ALONE) else super()._split_scope(nodeid)

    return OneCluster(config, log)


@pytest.hookimpl(tryfirst=True)  # before -m leaves out what is marked
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_long(items)
    items.sort(key=lambda item: not item.nodeid.startswith(ALONE))


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """With several processes, what failed is told at once: the run may be ended from outside."""
    if report.failed and hasattr(report, "node"):
        sys.stdout.write(f"\n{report.nodeid} ({report.when})\n{report.longreprtext}\n")
        sys.stdout.flush()
