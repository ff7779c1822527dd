"""Whole games as text: a change in play shows as a diff.

``python -m tests.playthroughs`` writes the files again; read the diff before committing it.
"""

import difflib
import re

import pytest

from tests.playthroughs import GAMES, decisions_of, path_of, playthrough, rules_of
from tests.support.rule_sets import CARD_GAMES

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
    "riichi_tenhou": (" chi_low ", " chi_mid ", " chi_high ", " kan_open ", "noten:", "-- abort"),
    "riichi_mjsoul": (" chi_low ", " chi_mid ", " chi_high ", " kan_open ", "noten:", "honba:"),
    "riichi_parlour": (" chi_mid ", "ippatsu:", "red:", "ura:", "yakuman:"),
    "hangzhou": ("pao: seat", "kan_closed"),
    "hangzhou+online": ("1w is 5z", "kan_added"),
    "xiamen": ("1w is", " knock ", "chi_mid", "aside="),
    "quanzhou": ("1w is", "aside="),
    "wuhan": ("nuki ", "1k is 7z", "pao: seat"),
    "wuhan+three_players": ("nuki ", "pao: seat"),
    "kawuxing": ("open_riichi ", "kan: seat", "disclosed: seat"),
    "kawuxing+four_people": ("open_riichi ", "kan: seat", "resting="),
    "sichuan": (" kan_open ", " kan_added ", "kan: seat", "noten:", "offer=1"),
    "piquet": ("carte_blanche:", "repic:", " pic:", "wins=1,0"),
    "piquet+century17": ("carte_blanche:", "repic:", " pic:", "wins=1,0"),
    "ninety_nine": (", declares", ", reveals", "trump=D", "trump=S", "trump=H", "trump=C"),
    "ninety_nine+race3": (" declare ", " reveal ", "\nwon 0 0 2\n"),
}
FLOAT = r"seat (\d) 1w +of .* win\n(?:(?!-- ).*\n)+.*seat \1 win +of .*\n-- win tsumo"
ROBBED = (
    r"kan_added .*\n(?:.* \d[mpsz] +of .*\n)?(?:.*seat \d (?:win|pass) +of pass win\n)+-- win ron"
)
REFUSED = r"seat (\d) point_\w .*\n.* seat (?!\1)\d point_\w +of .* good\n"
LATE = r"seat (\d) none +of none seq_.*\n(?:.* set_.*\n)*.*\n.* seat (?!\1)\d seq_"
CAPOT = r"cards: table to seat \d: 40 points"
MOMENTS = {  # the same for what takes more than a word
    "hangzhou": (FLOAT,),
    "hangzhou+online": (FLOAT,),
    "xiamen": (ROBBED,),
    "quanzhou": (r"-- win tsumo\n   win: .* \(11\)",),  # eight flowers
    "wuhan": (ROBBED,),
    "wuhan+three_players": (ROBBED,),
    "kawuxing": (
        r"-- win ron\n(?:   kan: .*\n)*   win: .* to seat (\d): .*\n   win: .* to seat (?!\1)",
    ),
    "piquet": (
        r"cb_yes .*\n.* cb_count_5 .*\n(?:.* seat 1 .*\n)+(?:.* seat 0 \w\w +of .*\n){5}",
        CAPOT,
        REFUSED,
        LATE,
        r"repic: .*\n   scores \[0, 0\]",  # the game is won by it, and the next begins
    ),
    "piquet+century17": (
        CAPOT,
        r"seat \d open_(\w) +of (?:.*\n(?!-- ))*?.* \1\w +of (?:\1\w ?)+\n",  # bound to lead it
        REFUSED,
    ),
    "ninety_nine": (
        r" 0 reveal +of .*\n.* 1 declare +of (?:.*\n)+?.*premium: .* seat 1: 60 .*\n(?:.*\n)*?"
        r".*premium: .* seat 2: 60 ",  # the revelation goes before the declaration, and fails
        r"declare +of (?:.*\n)+?.*bid: table to seat (\d): .*\n.*premium: .* seat \1: 30 ",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_play_is_what_it_was(name: str) -> None:
    before = path_of(name).read_text("utf-8")
    now = playthrough(name, decisions_of(before))
    diff = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "file", "now", n=1))
    assert not diff, "\n".join(diff[:40])


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_covers_the_game(name: str) -> None:
    """The game would be a poor witness without calls, riichi, wins and payments."""
    text = playthrough(name, decisions_of(path_of(name).read_text("utf-8")), whole=True)
    game = rules_of(name).game
    usual = ["-- win", "places", "result: seat" if game in CARD_GAMES else " seat 0 to seat "]
    if game == "riichi":
        usual.append("riichi ")
    for word in (*usual, *SHOWN.get(name, ())):
        assert word in text, word
    for pattern in MOMENTS.get(name, ()):
        assert re.search(pattern, text), pattern
