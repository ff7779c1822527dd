"""Environments have modules without files: a user's type checker finds them all the same."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINKED = ROOT / "build" / "link" / "shugi"
USE = """
import shugi.envs.hangzhou_v0
from shugi.envs import super_bingo_v0
from shugi.envs.piquet_v0 import raw_env

env = super_bingo_v0.env(render_mode="ansi")
players: list[str] = raw_env(episode="hand").possible_agents
table: int = shugi.envs.hangzhou_v0.raw_env
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package as it is installed: the stubs lie beside the modules of shugi/envs."""
    envs = tmp_path / "shugi" / "envs"
    runpy.run_path(str(ROOT / "tools" / "environment_stubs.py"))["main"](envs)
    for path in [*LINKED.iterdir(), *(LINKED / "envs").iterdir()]:
        link = tmp_path / "shugi" / path.relative_to(LINKED)
        if not link.exists():
            link.symlink_to(path.resolve())
    return tmp_path


def test_environments_have_types(installed: Path) -> None:
    (installed / "use.py").write_text(USE)
    words = ("--strict", "--follow-imports=silent", "--no-incremental", "use.py")
    checked = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", *words],
        cwd=installed,
        env={**os.environ, "MYPYPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    (error, end) = checked.stdout.splitlines()
    assert error.startswith(
        'use.py:8: error: Incompatible types in assignment (expression has type "'
    )
    assert "raw_env" in error and end.startswith("Found 1 error"), checked.stdout
