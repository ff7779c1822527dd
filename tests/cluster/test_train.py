"""shugi train --cluster: whoever stops it, the same command goes on, and comes to the same."""

import importlib.util
import os
import signal
from pathlib import Path

import pytest

from shugi.commands.cli import main
from tests.support.commands import started, training, wait_until

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
pytest.importorskip("torch")

CONFIG = """
rules: super_bingo
seed: 5
threads: 1
actors: 2
decisions: 6000
games: 16
steps: 40
network: {hidden: 16, precision: fp32}
imitation: {decisions: 1300, minibatch: 256}
ppo: {minibatch: 256}
checkpoint_seconds: 0
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nobody stops, beside its config."""
    folder = tmp_path_factory.mktemp("whole")
    assert main(training(CONFIG, folder / "run")) == 0
    return folder / "run"


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_driver_that_is_stopped_goes_on(how: signal.Signals, whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    on_a_cluster = [*training(CONFIG, folder), "--cluster", "local:2"]
    process = started(on_a_cluster)
    wait_until((folder / "state.pt").exists, process)
    os.kill(process.pid, how)
    told = process.communicate(timeout=60)[1].decode()
    if how == signal.SIGINT:
        assert process.returncode == 130, told
    assert main(on_a_cluster) == 0
    agents = [(run / "model.safetensors").read_bytes() for run in (whole, folder)]
    assert without_settings(agents[0]) == without_settings(agents[1])


def without_settings(agent: bytes) -> bytes:
    """The weights: where actors play is written down beside them."""
    return agent[8 + int.from_bytes(agent[:8], "little") :]
