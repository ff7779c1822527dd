"""The guide for a new house rule: what it shows is done to a copy of the tree."""

from pathlib import Path

import pytest

from tests.support.walks import FINGERPRINT, ROOT, Walk, play

WALK = Walk("new_house_rule.md")


def test_the_changes_fit(tmp_path: Path) -> None:
    for name, _ in WALK.changes:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    WALK.apply(tmp_path)
    assert not WALK.files and len(WALK.plays) == 1


def test_an_option_is_a_row_and_the_place_that_reads_it() -> None:
    engine = [(name, changes) for name, changes in WALK.changes if not name.startswith("tests/")]
    lines = [
        line
        for _, changes in engine
        for before, after in changes
        for line in after.splitlines()
        if line not in before.splitlines()
    ]
    assert len(engine) <= 3 and len(lines) <= 10


@pytest.mark.slow
def test_the_walk(tmp_path: Path) -> None:
    """With its default the option changes nothing that is pinned; its flip changes play."""
    tree = WALK.done_in(tmp_path)
    assert (tree / FINGERPRINT).read_text() == (ROOT / FINGERPRINT).read_text()
    flips = play(
        tree, "-m", "pytest", "-q", "tests/rules/test_options.py", "-k", "tulip_life or every"
    )
    assert "passed" in flips
