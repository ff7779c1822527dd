"""Stubs against the modules that they describe, by mypy's stubtest."""

import ast
import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
STUBS = sorted((ROOT / "_fast").rglob("*.pyi"))
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


def parameters(node: ast.FunctionDef) -> list[str]:
    given = node.args
    found = [*given.posonlyargs, *given.args, *filter(None, [given.vararg]), *given.kwonlyargs]
    return [one.arg for one in [*found, *filter(None, [given.kwarg])]]


def differences(body: list[ast.stmt], place: Any) -> Iterator[str]:
    """Functions of a stub that its module or class lacks, or has with other parameters."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        if isinstance(node, ast.ClassDef):
            held = getattr(place, node.name, None)
            yield from differences(node.body, held) if held is not None else [node.name]
        else:
            held = getattr(place, node.name, None)
            if held is None:
                yield node.name
            elif callable(held) and [*inspect.signature(held).parameters] != parameters(node):
                yield f"{node.name}{inspect.signature(held)}"


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.stem)
def test_names_and_parameters_are_as_the_stubs_say(stub: Path) -> None:
    name = ".".join(stub.relative_to(ROOT).with_suffix("").parts)
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    assert [*differences(tree.body, importlib.import_module(f"shugi.{name}"))] == []


def test_a_wrong_stub_is_found(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text("def asked(a, b=1): ...\n")
    (tmp_path / "told.pyi").write_text("def asked(a: int, c: int = 1) -> None: ...\n")
    status, found = compared("told", folder=tmp_path)
    assert status == 1 and "told.asked" in found


def test_other_names_and_parameters_are_found() -> None:
    stub = ast.parse(
        "def dumps(obj, /): ...\ndef gone(): ...\nclass Kept:\n    def a(self, b): ..."
    )
    place = SimpleNamespace(dumps=lambda obj: "", Kept=type("Kept", (), {"a": lambda self: 0}))
    assert [*differences(stub.body, place)] == ["gone", "a(self)"]
