"""Every example runs from its first line to its last; each is given little to do here."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SHORT = {  # arguments that make it short, and what it needs beside shugi
    "agilerl_dqn": (["--steps", "6400"], "agilerl"),
    "heuristic_agent": (["--sets", "2"], ""),
    "house_rule": (["--sets", "4"], "matplotlib"),
    "maskable_ppo": (["--steps", "512", "--envs", "4"], "sb3_contrib"),
    "openspiel_mcts": (["--games", "1", "--simulations", "5"], "pyspiel"),
    "ppo": (["--steps", "512", "--envs", "8", "--length", "16", "--sets", "2"], "torch"),
    "rllib_ppo": (["--iterations", "1", "--decisions", "600"], "tree"),  # of ray[rllib]
    "tianshou_dqn": (["--epochs", "1", "--steps", "200"], "tianshou.algorithm"),
    "torchrl_ppo": (["--frames", "512", "--envs", "8", "--length", "16"], "torchrl"),
}


def has(package: str) -> bool:
    try:
        return not package or find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def test_all_examples_are_tried() -> None:
    assert sorted(SHORT) == sorted(path.stem for path in EXAMPLES.glob("*.py"))
    told = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((\w+)\.py\)", told) and all(f"({name}.py)" in told for name in SHORT)


@pytest.mark.parametrize("name", SHORT)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    arguments, package = SHORT[name]
    if not has(package):
        pytest.skip(f"{package} is not installed")
    command = [sys.executable, "-P", str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    assert re.search(r"\d", done.stdout)
