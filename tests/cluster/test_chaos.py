"""Each role killed at random moments, many times: the results of unbroken runs.

``make test-slow``; the quick tests kill each role once or a few times.
"""

import importlib.util
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from shugi.commands.cli import main
from tests.cluster.test_commands import SEARCHING, contents
from tests.cluster.test_train import without_settings
from tests.support.commands import ended, started, wait_until
from tests.support.killing import kill_worker

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
pytest.importorskip("torch")
pytestmark = pytest.mark.slow

KILLS = 8
STALL = 80.0  # seconds
LADDER = ["ladder", "super_bingo", "--agents", "random", "baseline", SEARCHING]
LADDER += ["--sets", "100", "--slow-sets", "120", "--json", "--run-dir"]
CLUSTER = ["--cluster", "local:2"]
CONFIG = """
rules: super_bingo
seed: 5
threads: 1
actors: 4
decisions: 60000
games: 16
steps: 64
network: {hidden: 16, last: 8}
imitation: {decisions: 1300, minibatch: 256}
ppo: {minibatch: 256, refresh_reference: 2}
opponents: {snapshot_every: 2, snapshots: 0.4, newest: 2, old: 1}
checkpoint_seconds: 0
"""

Victim = Callable[[psutil.Process, random.Random], bool]


def driver(process: psutil.Process, chance: random.Random) -> bool:
    process.kill()
    return True


def worker(process: psutil.Process, chance: random.Random) -> bool:
    return kill_worker(chance, process) is not None


def interrupted(process: psutil.Process, chance: random.Random) -> bool:
    process.send_signal(signal.SIGINT)
    return True


def finished(words: list[str], victim: Victim, begun: Callable[[], Any], longest: float) -> int:
    """The command goes on again and again until it ends well; how often somebody was killed."""
    chance, kills = random.Random(5), 0
    for _ in range(20 * KILLS):
        process = started(words)
        while process.poll() is None and kills < KILLS:
            if not begun():
                time.sleep(0.05)
                continue
            time.sleep(chance.uniform(0, longest))
            if process.poll() is None:
                kills += victim(psutil.Process(process.pid), chance)
                if victim in (driver, interrupted):
                    break
        told = process.communicate(timeout=600)[1].decode()
        if process.returncode == 0:
            return kills
        assert victim in (driver, interrupted), told
        # the last one where it was still importing
        assert process.returncode in (-signal.SIGKILL, 130, -signal.SIGINT), told
    raise AssertionError("it does not come to an end")


@pytest.mark.parametrize("victim", [driver, interrupted, worker])
def test_a_ladder(victim: Victim, tmp_path: Path) -> None:
    assert main([*LADDER, str(tmp_path / "whole")]) == 0
    folder = tmp_path / "killed"
    kills = finished(
        [*LADDER, str(folder), *CLUSTER], victim, lambda: list(folder.glob("*.npz")), 3
    )
    assert kills > KILLS / 2
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_machine_that_stalls(tmp_path: Path) -> None:
    """All that Ray started stands still for longer than its own patience."""
    assert main([*LADDER, str(tmp_path / "whole")]) == 0
    folder = tmp_path / "stalled"
    process = started([*LADDER, str(folder), *CLUSTER])
    wait_until(lambda: list(folder.glob("*.npz")), process)
    of_ray = psutil.Process(process.pid).children(recursive=True)
    for one in of_ray:
        one.suspend()
    time.sleep(STALL)
    for one in of_ray:
        one.resume()
    told = process.communicate(timeout=600)[1].decode()
    assert process.returncode == 0, told
    assert contents(folder) == contents(tmp_path / "whole")


@pytest.mark.parametrize("victim", [driver, interrupted, worker])
def test_a_training_run(victim: Victim, tmp_path: Path) -> None:
    config = tmp_path / "run.yaml"
    config.write_text(CONFIG)
    words = ["train", str(config), "--run-dir"]
    whole = ended([*words, str(tmp_path / "whole")])
    assert whole.returncode == 0, whole.stderr
    folder = tmp_path / "killed"
    kills = finished([*words, str(folder), *CLUSTER], victim, (folder / "state.pt").exists, 3)
    assert kills > KILLS / 2
    agents = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("whole", "killed")]
    assert without_settings(agents[0]) == without_settings(agents[1])
