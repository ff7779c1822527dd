"""The findings of docs/strategy/, and the pages that are made from them."""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("sklearn")

from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.training.decisions.classes import classes_of  # noqa: E402
from shugi.training.lab.findings import Findings, Rare, compact  # noqa: E402
from shugi.training.lab.lessons import LESSONS  # noqa: E402
from shugi.training.lab.strategy_page import write_page  # noqa: E402
from tests.support.tools import load_tool  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "strategy"
FILES = sorted((FOLDER / "findings").glob("*.json"))
LEAVES = re.compile(r"^ *\* .*: \*\*", re.M)


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load_tool("strategy")


def told(name: str, agreement: float) -> dict[str, Any]:
    """As much of an answer as a row needs."""
    found = {
        "class": "open_riichi",
        "hands_per_1000": 12.345,
        "better": {"mean": 0.25},
        "worse": {"mean": 0.5},
        "not_acting_where_acting_is_better": {"mean": 1.25},
        "acting_where_it_is_worse": {"mean": None},
        "unit": "chips",
        "agreement": {"mean": agreement},
    }
    rare = {"class": "kong", "positions": 2, "hands": 900}
    return {"rules": name, "title": name.title(), "agent": "baseline", "classes": [found, rare]}


def test_the_index_gets_a_table(tool: ModuleType) -> None:
    page = "before\n<!-- pages -->\nonly one\n<!-- end -->\nafter\n"
    lines = tool.index_with(page, tool.rows(told("hangzhou", 0.9))).splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert lines[3].startswith("| [Hangzhou](hangzhou.md) | `baseline` | [Open riichi](")
    assert lines[3].endswith("| 12.3 | 25%, 50% | 1.2 / – chips | 90% |")
    assert len(lines) == 5  # what is too rare has no row


def test_there_are_findings() -> None:
    assert {"super_bingo", "hangzhou", "kawuxing"} <= {path.stem for path in FILES}


def kept(path: Path) -> Findings:
    return Findings.from_json(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_class_is_found_and_kept(path: Path) -> None:
    findings = kept(path)
    rules = load_rules(path.stem)
    assert findings.made.rules.name == path.stem
    assert [one.name for one in findings.classes] == [one.name for one in classes_of(rules)]
    for one in findings.classes:
        assert isinstance(one, Rare) or 1 <= len(one.leaves) <= 8
    again = Findings.from_json(json.loads(compact(findings.as_json())))
    assert again == findings


def test_pages_are_made_of_findings(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page = write_page(tmp_path, "super_bingo", kept(FOLDER / "findings/super_bingo.json"))
    text = page.read_text("utf-8")
    assert text == (FOLDER / "super_bingo.md").read_text("utf-8")  # the sample of the repository
    titles = [LESSONS[one.name].title for one in classes_of(load_rules("super_bingo"))]
    assert re.findall(r"^## (.*)", text, re.M) == [*titles, "How this was made"]
    shown = set(re.findall(r"\]\(pictures/(\w+\.svg)\)", text))
    for pictures in (tmp_path / "pictures", FOLDER / "pictures"):
        assert shown == {path.name for path in pictures.iterdir()}
    for part in text.split("\n## ")[1:-1]:
        assert 1 <= len(LEAVES.findall(part)) <= 8
