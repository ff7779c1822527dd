"""Trials side by side: judged on the same walls, stopped early, gone on with."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from shugi.training.commands.cli import main
from tests.support.commands import ended, started, wait_until

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
pytest.importorskip("torch")

WORDS = ["tune", "smoke", "--try", "ppo.clip=0.1,0.4", "--try", "seed=1,2", "--trials", "3"]
WORDS += ["--decisions", "4500", "--rungs", "3", "--sets", "4", "--set", "games=16"]
WORDS += ["--set", "imitation.decisions=1500", "--cluster", "local:2", "--json"]


def answered(words: list[str]) -> list[dict[str, Any]]:
    told = ended(words)
    assert told.returncode == 0, told.stderr
    trials = json.loads(told.stdout)["trials"]
    assert isinstance(trials, list)
    return trials


def test_a_killed_search_goes_on(tmp_path: Path) -> None:
    words = [*WORDS, "--run-dir", str(tmp_path / "run")]
    process = started(words)
    trials = tmp_path / "run" / "trials"
    wait_until(lambda: list(trials.glob("*/checkpoint_*")), process)
    process.kill()
    process.communicate(timeout=60)
    refused = ended(words)
    assert refused.returncode == 2 and "pickles" in refused.stderr
    assert "--programs" in refused.stderr
    words.append("--programs")
    found = answered(words)
    assert len(found) == 3
    assert found == sorted(found, key=lambda one: (-one["rungs"], -one["gain"]))
    assert found[0]["rungs"] == 3 and found[0]["decisions"] >= 4500
    for one in found:
        assert set(one["values"]) == {"ppo.clip", "seed"} and not one["error"]
        assert one["low"] < one["gain"] < one["high"]
    assert answered(words) == found  # nothing is left to do
    refused = ended([*words, "--sets", "6"])
    assert refused.returncode == 2 and "sets" in refused.stderr


def test_a_value_that_is_not_allowed_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tune", "smoke", "--cluster", "local:1", "--run-dir", str(tmp_path)]
    assert main([*words, "--try", "ppo.clip=0.1,-1"]) == 2
    assert "ppo.clip must be" in capsys.readouterr().err
    assert main([*words, "--try", "ppo.clipp=0.1,0.2"]) == 2
    assert "did you mean 'clip'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
