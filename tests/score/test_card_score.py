"""``shugi score`` and ``shugi.score`` in the card games."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shugi.envs import CaseError, load_rules, score
from shugi.envs.case import form_of
from tests.golden.runner import read
from tests.support.rule_sets import CARD_GAMES
from tests.support.score_cases import (
    Capture,
    must_need_what_it_names,
    must_refuse_in_words,
    must_say_why,
    must_show_its_schema,
    run,
)

ROOT = Path(__file__).resolve().parents[2]
CASES: dict[str, dict[str, Any]] = {
    "piquet": {
        "elder": "S:AKQJT H:A7 D:A98 C:K7",
        "younger": "S:98 H:KQJT D:KQ C:AQJT",
        "play": "SA S8 SK S9 DA DQ SQ CT HA HT SJ CJ ST HJ CK CA HK H7 DK D8 HQ C7 CQ D9",
    },
    "ninety_nine": {
        "dealer": 2,
        "bids": [2, 4, "C6 S6 D6"],
        "tricks": [2, 4, 3],
        "offers": ["declare", "none", "declare"],
    },
}
POINTS = {"piquet": [71, 6], "ninety_nine": [52, 24, 3]}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_hand_is_scored_by_its_game(game: str) -> None:
    answer = score(CASES[game], game)
    assert answer["allowed"] is True and answer["rules"] == game
    assert answer["points_delta"] == POINTS[game]
    made = [0] * len(POINTS[game])
    for line in answer["ledger"]:
        assert line["payer"] is None and line["points"] > 0
        made[line["payee"]] += line["points"]
    assert made == POINTS[game]
    around = {"rules": game, "input": CASES[game], "id": "x", "title": "y", "expected": {}}
    assert score(around) == answer == score({"rules": game, "source": "a book"} | CASES[game])
    json.dumps(answer)


def test_hands_of_piquet_that_were_worked_by_hand() -> None:
    examples = [e for e in read(ROOT / "tests/golden/piquet.json") if e["kind"] == "hand"]
    for example in examples:
        answer = score(example["input"] | {"options": example["options"]}, "piquet")
        for key, value in example["expected"].items():
            assert answer[key] == value, (example["id"], key)
        made = [0, 0]
        for line in answer["ledger"]:
            made[line["payee"]] += line["points"]
        assert made == answer["total"] == answer["points_delta"], example["id"]
    assert len(examples) >= 12


def test_hands_of_ninety_nine_that_were_worked_by_hand() -> None:
    examples = [e for e in read(ROOT / "tests/golden/ninety_nine.json") if e["kind"] == "score"]
    names = ("none", "declare", "reveal")
    for example in examples:
        case = example["input"] | {"offers": [names[n] for n in example["input"]["offers"]]}
        answer, expected = score(case, "ninety_nine"), example["expected"]
        assert answer["points_delta"] == expected["scores"], example["id"]
        assert answer["next_trump"] == expected["next_trump"], example["id"]
    assert len(examples) >= 8


def test_the_ledger_of_piquet_is_in_the_order_of_scoring() -> None:
    lines = score(CASES["piquet"], "piquet")["ledger"]
    told = [(line["reason"], line["payee"], line["points"]) for line in lines]
    assert told == [
        ("point", 0, 5),
        ("sequence", 0, 15),
        ("sets", 0, 3),
        ("play", 0, 8),
        ("play", 1, 6),
        ("pic", 0, 30),
        ("cards", 0, 10),
    ]
    repic = {"elder": "S:AKQJT98 D:AKQ H:A7", "younger": "H:KQJT98 C:KQJT D:JT"}
    reasons = [line["reason"] for line in score(repic, "piquet")["ledger"]]
    assert reasons == ["point", "sequence", "sets", "repic"]
    blank = {"younger": "S:7 H:T98 D:T987 C:AT98", "carte_blanche": [False, True]}
    first = score(repic | blank, "piquet")["ledger"][0]
    assert (first["reason"], first["payee"], first["points"]) == ("carte_blanche", 1, 10)


def test_options_of_a_case_count() -> None:
    pq, nn = CASES["piquet"], CASES["ninety_nine"]
    equal = {
        "elder": "S:KQJT D:A98 C:A87 H:A7",
        "younger": "H:KQJT S:A98 D:KT7 C:QJ",
        "play": "DA D7 CA CJ HA HT SK SA HK H7 DK D8 HQ C7 CQ C8 HJ D9 DT ST S9 SJ SQ S8",
    }
    assert score(equal, "piquet")["play"] == [7, 8]
    assert score(equal, "piquet+old")["play"] == [7, 7]  # the lead of S9 is worth nothing
    assert score(pq | {"before": [90, 94]}, "piquet")["game"]["winner"] == "elder"
    longer = pq | {"before": [90, 94], "options": {"target": 200}}
    assert score(longer, "piquet")["game"]["winner"] is None
    assert score(nn | {"hands": 9}, "ninety_nine")["over"]
    race = nn | {"totals": [60, 0, 0], "options": {"mode": "race", "race_target": 110}}
    assert score(race, "ninety_nine")["game_winner"] == 0
    race["options"] = {"mode": "race", "race_target": 120}
    assert score(race, "ninety_nine")["game_winner"] is None
    with pytest.raises(CaseError, match="premiums"):
        score(nn, load_rules("ninety_nine", premiums=False))


# ---- what people read


def test_the_answer_for_people(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    house = tmp_path / "house.yaml"
    house.write_text("title: ours\nbase: piquet\noptions: {capot_last_point: false}\n", "utf-8")
    cases = [{"rules": game, "id": game} | CASES[game] for game in CARD_GAMES]
    path.write_text(json.dumps({"cases": [*cases, cases[0] | {"rules": str(house)}]}), "utf-8")
    status, out, err = run(capsys, str(path))
    assert (status, err) == (0, "")
    for words in (
        "\npiquet\n  elder: S:AKQJT H:A7 D:A98 C:K7\n  younger: ",
        "\n    sequence          declared 5 to the A, answer none, verdict good, counted S:AKQJT, ",
        "\nhouse\n  elder: S:AKQJT",
        "  bids: 2, 4, C6 S6 D6\n",
        "  made                yes, yes, no\n",
        "points\n  reason                        to      points\n",
        "\n  pic                            0          30\n",
        "\n  premium                        0          30\n",
        "player 0: +71, player 1: +6\n",
        "player 0: +52, player 1: +24, player 2: +3\n",
    ):
        assert words in out, words
    assert "from" not in out and "table" not in out  # nobody pays


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_schema_of_a_game(game: str, capsys: Capture) -> None:
    must_show_its_schema(game, game, CASES[game], capsys)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_what_is_needed_is_needed(game: str) -> None:
    assert form_of(game).needed
    must_need_what_it_names(game, CASES[game])


# ---- what is refused

PLAY = CASES["piquet"]["play"]
WRONG: list[tuple[str, dict[str, Any], str]] = [
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
    must_say_why(CASES, rules, change, message)


@pytest.mark.parametrize("game", CARD_GAMES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_nonsense_is_refused_in_words(game: str, data: st.DataObject) -> None:
    must_refuse_in_words(CASES[game], game, data)
