"""Every long test is there, and what is said to stay quick in its place is there and quick."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.long_tests import LONG, is_quick

ROOT = Path(__file__).resolve().parents[2]
SUPPORT = ROOT / "tests" / "support"


@cache
def slow_of(file: str) -> dict[str, bool]:
    """The tests of a file, and whether each is marked as slow."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {
        node.name: any("slow" in ast.unparse(one) for one in node.decorator_list)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def named(kept: str, file: str) -> str:
    """The whole name of a test that a row of the file names."""
    where, colons, test = kept.rpartition("::")
    return f"tests/{where}.py::{test}" if colons else f"{file}::{test}"


def test_no_test_has_two_rows() -> None:
    assert len(LONG) == (SUPPORT / "long_tests.yaml").read_text("utf-8").count("\n      test_")


@pytest.mark.parametrize("name", LONG)
def test_something_quick_stays(name: str) -> None:
    file, _, test = name.partition("::")
    assert test in slow_of(file)
    kept = LONG[name]
    if isinstance(kept, str):
        other_file, _, other = (whole := named(kept, file)).partition("::")
        assert not slow_of(other_file)[other], "it is slow"
        assert not isinstance(LONG.get(whole), str), "it is long itself"
    else:
        assert kept


@pytest.mark.parametrize(
    ("kept", "quick"),
    [
        ("test_other", False),
        (("piquet",), True),
        (("mouse-piquet",), True),
        (("ninety_nine",), False),
        ((3,), True),
        ((2,), False),
    ],
)
def test_cases_are_named_whole_in_pieces_or_counted(
    kept: str | tuple[str | int, ...], quick: bool
) -> None:
    assert is_quick("mouse-piquet", 2, kept) == quick


@pytest.mark.long
def test_of_every_grid_some_cases_are_quick_and_some_are_not() -> None:
    words = [sys.executable, "-P", "-m", "pytest", "--collect-only", "-q", "-m", "not slow"]
    done = subprocess.run([*words, "tests"], cwd=ROOT, capture_output=True, text=True)
    cases: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        name, _, case = line.partition("[")
        cases.setdefault(name, []).append(case.removesuffix("]"))
    for name, kept in LONG.items():
        quick = [is_quick(case, nth, kept) for nth, case in enumerate(cases[name])]
        assert not all(quick), name
        assert any(quick) or isinstance(kept, str), name
