"""The page's words: the same in every language, and a word for all that the engine says."""

import json
import re
from pathlib import Path

import pytest

from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.games.riichi.yaku import PATTERN_NAMES
from shugi._fast.rules.games import FOLDER
from shugi._fast.view.layouts import layout_of
from shugi.envs.notation.words import EVENT_NAMES
from shugi.envs.rulesets.rules import load_rules, variants
from shugi.table.words import SHARED, languages

STATIC = Path(__file__).resolve().parents[2] / "table" / "static"
PLACES = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("path", (SHARED, *sorted(FOLDER.glob("*/words.tsv"))), ids=str)
def test_a_table_of_words(path: Path) -> None:
    first, *rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
    assert first == ["key", "en", "ja", "zh"]
    for row in rows:
        assert len(row) == len(first) and all(row), row
        places = [set(PLACES.findall(text)) for text in row[1:]]
        assert all(named == places[0] for named in places), row


def test_a_sentence_stands_once() -> None:
    rows = [
        row
        for path in (SHARED, *FOLDER.glob("*/words.tsv"))
        for row in path.read_text(encoding="utf-8").splitlines()[1:]
    ]
    assert len(languages()["en"]) == len(rows)


def test_there_is_a_word_for_all_that_the_engine_says() -> None:
    known = languages()["en"]
    playing = [one.name for one in variants()]
    for name in playing:
        assert "+" in name or f"about.{name}" in known, name
        for _, action, _ in layout_of(load_rules(name)).action_rows:
            parts = action.split("_")
            keys = ["action." + "_".join(parts[:k]) for k in range(len(parts), 0, -1)]
            tile = action[0].isdigit() or action[0].isupper()
            assert tile or any(key in known for key in keys), action
    assert all(f"reason.{name}" in known for name in REASON_NAMES)
    assert all(f"yaku.{name}" in known for name in PATTERN_NAMES.values())
    assert all(f"event.{name}" in known for name in EVENT_NAMES if name)


def test_what_the_page_says_is_known() -> None:
    known = languages()["en"]
    for path in STATIC.glob("*.js"):
        for key in re.findall(r'\bsay\("([\w.-]+)"', path.read_text(encoding="utf-8")):
            assert key in known, (path.name, key)


def test_the_page_is_small() -> None:
    """All that a page loads beside the tiles."""
    size = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert size + len(json.dumps(languages(), ensure_ascii=False).encode()) < 300_000
