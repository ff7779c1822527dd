"""``shugi score`` and ``shugi.score`` in the card games."""

import json
from pathlib import Path

import pytest

from shugi.envs import CaseError, load_rules, score
from tests.golden.runner import read
from tests.support.rule_sets import CARD_GAMES
from tests.support.score_cases import CASES, Capture, must_not_mind_what_stands_around, run

ROOT = Path(__file__).resolve().parents[3]
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
    must_not_mind_what_stands_around(game, CASES[game], answer)
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
