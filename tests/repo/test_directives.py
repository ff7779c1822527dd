"""What the modules' directives forbid, and no compiler tells."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "_fast").rglob("*.pyx"))
FROM_THE_END = re.compile(r"[\w\])]\[-\d")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_without_wraparound_nothing_counts_from_the_end(path: Path) -> None:
    """Such an index reads before a list's first item, and NumPy 2.5 refuses it."""
    text = path.read_text()
    if "wraparound=False" in text.partition("\n")[0]:
        assert not FROM_THE_END.search(text)


def test_the_pattern_finds_them() -> None:
    assert FROM_THE_END.search("start[-1]") and FROM_THE_END.search("found[0][-12]")
    assert not FROM_THE_END.search("start[:-1] + [-1.5, -2]")
