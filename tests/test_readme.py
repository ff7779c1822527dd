"""The pages for users: their Python runs, their links lead somewhere, their commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from shugi.envs.rules import variants
from shugi.training.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")


def blocks() -> list[tuple[str, str]]:
    return [
        (f"{page.name}-{number}", text)
        for page in PAGES
        for number, text in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize("code", [pytest.param(text, id=name) for name, text in blocks()])
def test_python_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error::DeprecationWarning:shugi", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_readme_shows_three_ways_in() -> None:
    code = "\n".join(text for name, text in blocks() if name.startswith("README"))
    for entry in ("super_bingo_v0.env", "gymnasium.make", "Batch("):
        assert entry in code


def test_readme_lists_every_rule_set() -> None:
    told = {}
    for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            names, _, players, state = (cell.strip() for cell in line.strip("|").split("|"))
            told |= {name: (int(players), state) for name in re.findall(r"`([^`]+)`", names)}
    assert told == {row.name: (row.players, row.state) for row in variants()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    code = re.findall(
        r"`([^`\n]+)`|^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
    )
    named = {name for pair in code for text in pair for name in TARGET.findall(text)}
    assert named - targets == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    named = re.findall(r"(?:`|^)shugi ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= {command.name for command in COMMANDS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_place_was_left_to_fill_in(page: Path) -> None:
    assert re.findall(r"@[A-Z_]+@|\bTODO\b|\bTBD\b", page.read_text(encoding="utf-8")) == []
