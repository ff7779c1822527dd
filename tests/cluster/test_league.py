"""A league on a cluster: its agents are those of one process, whoever stops it."""

import importlib.util
from pathlib import Path

import pytest

from shugi.training.commands.cli import main
from tests.support.commands import started, wait_until

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
pytest.importorskip("torch")

from shugi.agents.checkpoint import load_policy  # noqa: E402
from shugi.training.learn.league_pool import content_of  # noqa: E402
from tests.training.test_league import config_file  # noqa: E402


def test_one_that_is_killed_goes_on(tmp_path: Path) -> None:
    path = config_file(tmp_path, decisions=1800, actors=2, checkpoint_seconds=0, turn=4)
    words = ["train", path, "--run-dir"]
    assert main([*words, str(tmp_path / "whole")]) == 0
    folder = tmp_path / "killed"
    process = started([*words, str(folder), "--cluster", "local:2"])
    wait_until((folder / "league" / "warm_start.safetensors").exists, process)
    process.kill()
    process.communicate(timeout=60)
    assert main([*words, str(folder), "--cluster", "local:2"]) == 0
    for name in ("", "members/main", "members/hunter", "members/sweeper"):
        agents = [
            load_policy(tmp_path / run / name / "model.safetensors")[0]
            for run in ("whole", "killed")
        ]
        assert content_of(agents[0]) == content_of(agents[1]), name
