"""The page's words: the same in every language, and a word for all that the engine says."""

import re
from pathlib import Path

import pytest

from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.games.riichi.yaku import PATTERN_NAMES
from shugi._fast.view.layouts import layout_of
from shugi.envs.notation.words import EVENT_NAMES
from shugi.envs.rulesets.rules import load_rules, variants

STATIC = Path(__file__).resolve().parents[2] / "table" / "static"
LANGUAGES = ("en", "ja", "zh")
ROW = re.compile(r'^  "?([^":]+)"?: "(.*)",$')
PLACES = re.compile(r"\{(\w+)\}")


def words(language: str) -> dict[str, str]:
    rows = (STATIC / "languages" / f"{language}.js").read_text(encoding="utf-8").splitlines()
    told = [row for row in rows if row.startswith("  ") and not row.startswith("  //")]
    found = [ROW.match(row) for row in told]
    assert all(found), [row for row, one in zip(told, found, strict=True) if one is None]
    pairs = [one.groups() for one in found if one]
    assert len(dict(pairs)) == len(pairs), "a key stands twice"
    return dict(pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    english, other = words("en"), words(language)
    assert list(other) == list(english)
    for key, text in other.items():
        assert text, key
        assert set(PLACES.findall(text)) == set(PLACES.findall(english[key])), key


def test_there_is_a_word_for_all_that_the_engine_says() -> None:
    known = words("en")
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
    known = words("en")
    for path in STATIC.glob("*.js"):
        for key in re.findall(r'\bsay\("([\w.-]+)"', path.read_text(encoding="utf-8")):
            assert key in known, (path.name, key)


def test_the_page_is_small() -> None:
    """All that a page loads beside the tiles."""
    size = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert size < 300_000
