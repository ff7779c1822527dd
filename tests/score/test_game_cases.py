"""What ``shugi score`` asks of a case, in every game that has a reader of its own."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shugi._fast.rules.options import GAMES
from shugi.envs import CaseError, score
from shugi.envs.endings.case import form_of
from tests.support.score_cases import (
    CASES,
    Capture,
    must_need_what_it_names,
    must_refuse_in_words,
    must_say_why,
    must_show_its_schema,
)

SCHEMA_OF = {"xiamen": "quanzhou"}  # a rule set that is not called like its game


def test_every_game_has_a_case() -> None:
    assert set(CASES) == set(GAMES) - {"riichi"}  # whose cases have tests of their own


@pytest.mark.parametrize("game", CASES)
def test_the_schema_of_a_game(game: str, capsys: Capture) -> None:
    must_show_its_schema(game, SCHEMA_OF.get(game, game), CASES[game], capsys)


@pytest.mark.parametrize("game", CASES)
def test_what_is_needed_is_needed(game: str) -> None:
    assert form_of(game).needed
    must_need_what_it_names(game, CASES[game])
    if "loser" in CASES[game]:
        with pytest.raises(CaseError, match="lacks loser"):
            score(CASES[game] | {"loser": None}, game)


# ---- what is refused

PLAY = CASES["piquet"]["play"]
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("hangzhou", {"flaots": 1}, r"case: unknown key 'flaots' \(did you mean 'floats'\?\)"),
    ("hangzhou", {"riichi": "open"}, "unknown key 'riichi'"),
    ("hangzhou", {"indicator": "4x"}, "indicator"),
    ("hangzhou", {"hand": "123m"}, "has 3 tiles"),
    ("hangzhou", {"win_by": "bingo"}, "win_by must be one of tsumo, ron, robbing, ten_honours"),
    ("xiamen", {"award": "earthly"}, "award earthly goes with a win by ron"),
    ("xiamen", {"flowers": "5e"}, "flowers"),
    ("wuhan", {"flags": {"haitei": True}}, "flags: unknown key 'haitei'"),
    ("wuhan", {"players": [{}]}, "players"),
    ("kawuxing", {"melds": [["chi", "1p2p3p"]]}, "chi"),
    ("kawuxing", {"flags": {"last": True}}, "flags: unknown key 'last'"),
    ("kawuxing", {"hand": "123m46p789s22s777p"}, "1m"),
    ("kawuxing", {"options": {"honba_ron": 300}}, "Kawuxing has no such option"),
    ("kawuxing", {"kind": "draw_payment"}, "only a win can be scored"),
    ("wuhan+classic", {}, "'wuhan' has no add-on 'classic'"),
    ("piquet", {"eldr": "SA"}, r"case: unknown key 'eldr' \(did you mean 'elder'\?\)"),
    ("piquet", {"riichi": "open"}, "unknown key 'riichi'"),
    ("piquet", {"elder": "S:AKQJT"}, "elder must be 12 cards, not 5"),
    ("piquet", {"elder": "S:AKQJT H:A6 D:A98 C:K7"}, "H6 is not in a pack of 32"),
    ("piquet", {"elder": "X:AKQJT H:A7 D:A98 C:K7"}, "is no card"),
    ("piquet", {"younger": CASES["piquet"]["elder"]}, "is in the elder's hand"),
    ("piquet", {"carte_blanche": [True]}, "carte_blanche must be"),
    ("piquet", {"elder_choice": {"sequnce": "none"}}, "did you mean 'sequence'"),
    ("piquet", {"elder_choice": {"sequence": "8 to the A"}}, "sequence cannot be '8 to the A'"),
    ("piquet", {"elder_choice": {"point": "none"}}, "point cannot be 'none'"),
    ("piquet", {"play": PLAY[:-3]}, "play must be 24 cards"),
    ("piquet", {"play": PLAY.replace("SA S8", "SA D8")}, "the younger does not hold D8|twice"),
    ("piquet", {"before": [100, 0]}, "would be over"),
    ("piquet", {"options": {"first_trump": "none"}}, "Piquet has no such option"),
    ("piquet", {"options": {"elder_exchange_max": 8}}, "set cards: 36"),
    ("piquet", {"kind": "count"}, "only a win can be scored"),
    ("piquet+modern", {}, "'piquet' has no add-on 'modern'"),
    ("ninety_nine", {"bid": 3}, "unknown key 'bid'"),
    ("ninety_nine", {"bids": [1, 2]}, "bids must have a value for each of the 3 players"),
    ("ninety_nine", {"bids": [1, 2, 10]}, "bids of player 2"),
    ("ninety_nine", {"bids": [1, 2, "C6 S6"]}, "a bid is 3 cards"),
    ("ninety_nine", {"bids": [1, "C6 C7 C8", "C6 S6 D6"]}, "lies in another player's bid"),
    ("ninety_nine", {"tricks": [3, 3, 2]}, "there are 9"),
    ("ninety_nine", {"offers": ["declare", "none", "show"]}, "must be one of none, declare"),
    ("ninety_nine", {"wins": [1, 0, 0]}, "only a race"),
    ("ninety_nine+race3", {"hands": 4}, "a race has no number"),
]


@pytest.mark.parametrize(("rules", "change", "message"), WRONG, ids=str)
def test_wrong_cases_say_why(rules: str, change: dict[str, Any], message: str) -> None:
    must_say_why(rules, change, message)


@pytest.mark.parametrize("game", CASES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_nonsense_is_refused_in_words(game: str, data: st.DataObject) -> None:
    must_refuse_in_words(CASES[game], game, data)
