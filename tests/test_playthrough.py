"""Whole games as text: a change in play shows as a diff.

``python -m tests.playthroughs`` writes the files again; read the diff before committing it.
"""

import difflib

import pytest

from tests.playthroughs import GAMES, decisions_of, path_of, playthrough

SHOWN = {  # what is special about a rule set comes up in its game
    "sanma_base": (" pon ", "   win: seat", "noten:"),
    "super_bingo": (" pon ", "   win: seat", "noten:", "tulip:", "open_riichi"),
    "super_bingo+rainbow_sevens": ("7sw",),
    "super_bingo+grand_cross": ("grand_cross:",),
    "seven_rush": ("1b", "2b"),
    "seven_rush_deluxe": ("1b", "2b"),
    "super_bingo_home_run": ("multiplier:",),
    "crazy_cherry": ("cherry:",),
    "super_bingo_atama": (" atama ", "open_riichi"),
    "flying_fish": ("dice:", "multiplier:", "bust:"),
    "fierce_flying_fish": ("dice:", "multiplier:", "bust:"),
    "far_flying_fish": ("dice:", "multiplier:", "bust:", "open_riichi"),
    "shouhai_mighty": ("otafuku:", "ura:"),
    "toriuchi": ("birds:", "ura:"),
}


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
    for word in ("riichi ", "-- win", " seat 0 to seat ", "places", *SHOWN.get(name, ())):
        assert word in text, word
