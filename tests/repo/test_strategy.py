"""The pages of docs/strategy/: each has its rows, its pictures and its rule set, and no others."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("sklearn")

from shugi.envs.rules import load_rules  # noqa: E402
from shugi.training.decisions.classes import classes_of  # noqa: E402
from shugi.training.lab.lessons import LESSONS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "strategy"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "index")
LEAVES = re.compile(r"^ *\* .*: \*\*", re.M)


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strategy", ROOT / "tools" / "strategy.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["strategy"] = module
    spec.loader.exec_module(module)
    return module


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


def test_pages_that_are_not_made_keep_their_rows(tool: ModuleType) -> None:
    empty = "before\n<!-- pages -->\n<!-- end -->\nafter\n"
    both = {name: tool.rows(told(name, 0.9)) for name in ("toriuchi", "hangzhou")}
    first = tool.indexed(empty, both)
    lines = first.splitlines()
    assert (lines[0], lines[1], lines[-2:]) == (
        "before",
        "<!-- pages -->",
        ["<!-- end -->", "after"],
    )
    assert lines[4].startswith("| [Hangzhou](hangzhou.md) | `baseline` | [Open riichi](")
    assert "| 12.3 | 25%, 50% | 1.2 / – chips | 90% |" in lines[5]
    again = tool.indexed(first, {"toriuchi": tool.rows(told("toriuchi", 0.8))})
    assert again.splitlines()[:5] == lines[:5] and again.splitlines()[5].endswith("| 80% |")


def test_there_are_pages() -> None:
    assert {"super_bingo", "hangzhou", "kawuxing"} <= {page.stem for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_every_class_and_picture(page: Path) -> None:
    text = page.read_text("utf-8")
    titles = [LESSONS[one.name].title for one in classes_of(load_rules(page.stem))]
    assert re.findall(r"^## (.*)", text, re.M) == [*titles, "How this was made"]
    pictures = {path.name for path in FOLDER.glob(f"pictures/{page.stem}_*.svg")}
    own = {one.name for one in classes_of(load_rules(page.stem))}
    mine = {
        name for name in pictures if re.fullmatch(rf"{page.stem}_({'|'.join(own)})_\d\.svg", name)
    }
    assert mine == set(re.findall(r"\]\(pictures/(\w+\.svg)\)", text))
    for part in text.split("\n## ")[1:-1]:
        assert len(LEAVES.findall(part)) <= 8
        assert "too few to say more" in part or 1 <= len(LEAVES.findall(part))


def test_the_index_has_every_page_and_decision() -> None:
    rows = re.findall(r"^\| \[.*\]\((\w+)\.md\) \|", (FOLDER / "index.md").read_text("utf-8"), re.M)
    wanted = [
        page.stem
        for page in PAGES
        for part in page.read_text("utf-8").split("\n## ")[1:-1]
        if "too few to say more" not in part
    ]
    assert sorted(rows) == sorted(wanted)
    used = {
        name
        for page in PAGES
        for name in re.findall(r"pictures/(\w+\.svg)", page.read_text("utf-8"))
    }
    assert used == {path.name for path in FOLDER.glob("pictures/*")}
