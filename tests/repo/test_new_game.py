"""The guide for a new game: what it shows is done to a copy of the tree."""

import re
from pathlib import Path

import pytest

from tests.support.walks import FINGERPRINT, ROOT, Walk

WALK = Walk("new_game.md")


def pinned(tree: Path) -> dict[str, list[str]]:
    rows = [line.split() for line in (tree / FINGERPRINT).read_text().splitlines()[1:]]
    return {" ".join(row[:2]): row for row in rows}


def test_no_shared_file_is_edited() -> None:
    assert not WALK.changes
    assert not [name for name in WALK.files if (ROOT / name).exists()]
    folders = {Path(name).parent.as_posix() for name in WALK.files}
    assert folders == {"_fast/games/tuidaohu", "configs/rules"}


def test_what_the_example_uses_is_there() -> None:
    (code,) = (text for name, text in WALK.files.items() if name.endswith(".pyx"))
    found = re.findall(r"^from shugi\.(\S+) cimport", code, re.MULTILINE)
    headers = [ROOT / name.replace(".", "/") for name in found]
    missing = [
        path.name
        for path in headers
        if not path.with_suffix(".pxd").exists() and not path.with_suffix(".pxd.in").exists()
    ]
    assert found and not missing


def test_the_excerpts_are_parts_of_the_files() -> None:
    assert len(WALK.excerpts) >= 4
    for name, lines in WALK.excerpts:
        assert name.startswith("_fast/games/sichuan/")
        assert lines in (ROOT / name).read_text(encoding="utf-8"), name


@pytest.mark.slow
def test_the_walk(tmp_path: Path) -> None:
    """The game plays, and every other game plays as before."""
    before, after = pinned(ROOT), pinned(WALK.done_in(tmp_path))
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"tuidaohu random", "tuidaohu baseline"}
