"""shugi train with several learners on Ray: one run, whoever dies."""

import importlib.util
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import psutil
import pytest

from shugi.commands.cli import main
from tests.support.commands import ended, started, training, wait_until

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
pytest.importorskip("torch")

import numpy as np  # noqa: E402

from shugi.agents.checkpoint import load_policy  # noqa: E402
from tests.cluster.test_group import learnt  # noqa: E402
from tests.support.together import together  # noqa: E402

# the run of tests.cluster.test_group
CONFIG = """
rules: super_bingo
seed: 5
threads: 1
actors: 4
learners: 2
decisions: 8000
games: 16
steps: 40
network: {hidden: 16, last: 8}
imitation: {decisions: 1300, minibatch: 256}
ppo: {minibatch: 256, refresh_reference: 2}
opponents: {snapshot_every: 2, snapshots: 0.4, newest: 2, old: 1}
checkpoint_seconds: 0
"""
TIMEOUT = 240.0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What two processes learn that nobody stops, without Ray."""
    return together(learnt, tmp_path_factory.mktemp("whole"))[0]


def words(folder: Path) -> list[str]:
    return [*training(CONFIG, folder), "--cluster", "local:2"]


def assert_whole(folder: Path, whole: Any) -> None:
    policy, about = load_policy(folder / "model.safetensors")
    assert (about.decisions, about.update) == (whole["count"], whole["update"])
    found = [weight.numpy() for weight in policy.state_dict().values()]
    assert len(found) == len(whole["weights"]) and all(map(np.array_equal, found, whole["weights"]))
    assert not (folder / "ray").exists()


def of_learners(driver: int) -> list[psutil.Process]:
    """Processes that learn: Ray Train's."""
    every = psutil.Process(driver).children(recursive=True)
    return [one for one in every if _words(one).startswith("ray::RayTrainWorker")]


def fresh(process: "subprocess.Popen[bytes]", known: set[int]) -> list[psutil.Process]:
    """Those that are not ``known``."""
    return [one for one in of_learners(process.pid) if one.pid not in known]


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


@pytest.mark.parametrize("victims", [[0], pytest.param([1, 0], marks=pytest.mark.slow)])
def test_one_that_is_killed_is_begun_anew(victims: list[int], tmp_path: Path, whole: Any) -> None:
    folder = tmp_path / "killed"
    process = started(words(folder))
    wait_until((folder / "state.pt").exists, process)
    known: set[int] = set()
    for which in victims:
        wait_until(lambda: len(fresh(process, known)) == 2, process)
        learners = fresh(process, known)
        known.update(one.pid for one in learners)
        learners[which].kill()
    told = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 0, told
    assert_whole(folder, whole)


def test_a_driver_that_is_stopped_goes_on(tmp_path: Path, whole: Any) -> None:
    folder = tmp_path / "stopped"
    process = started(words(folder))
    wait_until((folder / "state.pt").exists, process)
    os.kill(process.pid, signal.SIGINT)
    told = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 130, told
    again = ended(words(folder))
    assert again.returncode == 0, again.stderr
    assert_whole(folder, whole)


def test_what_one_cannot_do_is_told_with_its_node(tmp_path: Path) -> None:
    missing = ["--set", "imitation.teacher=checkpoint:nobody"]
    refused = ended([*words(tmp_path / "run"), *missing])
    assert refused.returncode == 2
    assert "node " in refused.stderr and "nobody" in refused.stderr


def test_they_need_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words(tmp_path / "run")[:-2]) == 2
    assert "--cluster" in capsys.readouterr().err
