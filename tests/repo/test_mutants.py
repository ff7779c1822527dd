"""The list of mutants: single lines of every module, the same each time, each with its tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.tools import load_tool

ROOT = Path(__file__).resolve().parents[2]
LEAST = 60


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load_tool("mutants")


def test_edits_are_of_every_module_and_the_same_again(tool: ModuleType) -> None:
    drawn = [one for path in tool.sources() for one in tool.drawn(path, None)]
    assert drawn == [one for path in tool.sources() for one in tool.drawn(path, None)]
    assert len(drawn) == len({one.id for one in drawn}) >= LEAST
    without = {tool.name_of(path) for path in tool.ENGINE.rglob("*.pyx")} - {
        one.module for one in drawn
    }
    assert not without


def test_an_edit_changes_one_line_of_code(tool: ModuleType) -> None:
    for path in tool.sources():
        lines = path.read_text(encoding="utf-8").splitlines()
        for one in tool.edits_of(path):
            assert lines[one.line - 1].strip() == one.before != one.after
            assert not one.before.startswith(("#", '"', "import ", "cimport ", "cdef extern"))


def test_every_module_has_tests_that_exist(tool: ModuleType) -> None:
    for path in tool.sources():
        for name in tool.tests_of(tool.name_of(path)):
            assert (ROOT / name).is_file(), (path, name)


def test_a_survivor_has_a_reason(tool: ModuleType) -> None:
    """What no test catches is either no mistake, or somebody has said why it stays."""
    verdicts, reasons = tool.read("verdicts.json"), tool.read("reasons.json")
    left = {key for key, row in verdicts.items() if row["verdict"] == "survived"}
    assert left <= set(reasons), {key: verdicts[key] for key in left - set(reasons)}


def test_the_page_has_the_table(tool: ModuleType) -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- mutants -->\n(.*?)\n<!-- end -->", page, re.DOTALL)
    assert found and found[1] == tool.table(), "run python tools/mutants.py --table"


def test_verdicts_are_well_formed(tool: ModuleType) -> None:
    for key, row in json.loads((tool.KEPT / "verdicts.json").read_text()).items():
        assert row["id"] == key and row["verdict"] in ("caught", "survived", "not built")
        assert (row["by"] != "") == (row["verdict"] != "survived")
