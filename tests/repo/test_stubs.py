"""Stubs against the modules that they describe, by mypy's stubtest."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORDS = (
    "--ignore-missing-stub",  # what no stub names is private
    "--ignore-disjoint-bases",  # stubs of the engine import nothing but typing and NumPy
    "--concise",
)


def compared(module: str, *words: str, folder: Path) -> tuple[int, str]:
    """The status of stubtest, and what it found."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy.stubtest", module, *WORDS, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)} if folder != ROOT else None,
        capture_output=True,
        text=True,
        timeout=900,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_engine_is_as_its_stubs_say() -> None:
    assert compared("shugi._fast", "--mypy-config-file", "pyproject.toml", folder=ROOT) == (0, "")


def test_a_wrong_stub_is_found(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text("def asked(a, b=1): ...\n")
    (tmp_path / "told.pyi").write_text("def asked(a: int, c: int = 1) -> None: ...\n")
    status, found = compared("told", folder=tmp_path)
    assert status == 1 and "told.asked" in found
