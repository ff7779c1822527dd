"""The tables of documentation pages are those of the code."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "page_tables.py"))


@pytest.mark.parametrize("name", TOOL["PAGES"])
def test_a_page_is_current(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert TOOL["fill"](name) == page, f"run python tools/page_tables.py {name}"
