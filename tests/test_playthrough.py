"""Whole games as text: a change in play shows as a diff.

``python -m tests.playthroughs`` writes the files again; read the diff before committing it.
"""

import difflib

import pytest

from tests.playthroughs import GAMES, decisions_of, path_of, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_play_is_what_it_was(name: str) -> None:
    before = path_of(name).read_text("utf-8")
    now = playthrough(name, decisions_of(before))
    diff = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "file", "now", n=1))
    assert not diff, "\n".join(diff[:40])


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_covers_the_game(name: str) -> None:
    """The file would be a poor witness without calls, riichi, wins and payments."""
    text = path_of(name).read_text("utf-8")
    for word in (" pon ", " riichi ", "-- win", "   win: seat", "noten:", "places"):
        assert word in text, word
