"""Ninety-Nine: points, bids and tricks against the slow reference; the door for plain values."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shugi._fast.games.ninety_nine.score import (
    CASE,
    bid_of,
    bids_possible,
    following,
    outcome,
    score,
    trick_winner,
)
from shugi._fast.rules.compile import Rules
from shugi.commands.cli import main
from shugi.envs.endings.case import schema
from shugi.envs.endings.case import score as score_case
from shugi.envs.rulesets.rules import load_rules
from tests.games.ninety_nine.follow import rules_of
from tests.games.ninety_nine.golden import KINDS
from tests.games.ninety_nine.reference import ninety_nine
from tests.games.tricks.reference.examples import answer
from tests.games.tricks.reference.options import options_of
from tests.games.tricks.reference.random_cases import random_case, random_changes

Given = dict[str, Any]
CASE_OF_HAND: Given = {"dealer": 0, "bids": [3, 2, 5], "tricks": [3, 2, 4]}


def compare(seed: int, cases: int) -> Counter[str]:
    """Asks both; returns how often each kind, and each end of a score, came."""
    rng, found = Random(seed), Counter[str]()
    for number in range(cases):
        kind = ("score", "score", "trick", "bid", "rule", "rule")[number % 6]
        changes = random_changes(rng, "ninety_nine") if number % 10 == 0 else {}
        example = random_case(rng, "ninety_nine", kind, changes)
        rules = rules_of(changes)
        given = example["input"]
        if kind == "score" and rules.options["offer_mode"] == "sequential":
            given["offers"] = [0, 0, 0]  # what may follow what is a matter of the flow
        want = answer(example)
        got = KINDS[kind](rules, given, want)
        for key, value in want.items():
            if key == "legal":
                assert sorted(got[key]) == sorted(value), example
            else:
                assert got[key] == value, (key, example)
        found[kind] += 1
        found[f"{kind} {want.get('next_trump')}"] += 1
        found["premium"] += want.get("premium") is not None
        found["winner"] += want.get("game_winner") is not None
    return found


def test_random_cases_are_answered_as_by_the_reference() -> None:
    found = compare(seed=1, cases=900)
    assert all(found[f"score {trump}"] > 10 for trump in "DSHC"), found
    assert found["premium"] > 100 and found["winner"] > 10


@pytest.mark.slow
def test_a_hundred_thousand_random_cases() -> None:
    assert compare(seed=2, cases=100_000)["score"] > 30_000


def random_ends(seed: int, cases: int) -> Counter[str]:
    """The end of nine hands and of a race, near its targets."""
    rng, found = Random(seed), Counter[str]()
    for _ in range(cases):
        changes = {
            "hands": rng.choice((9, 18)),
            "tie": rng.choice(("shared", "extra_nine")),
            "race_target": rng.choice((50, 100)),
            "games_to_win": rng.choice((1, 3)),
            "mode": rng.choice(("nine_hands", "race")),
        }
        options, rules = options_of("ninety_nine", changes), rules_of(changes)
        totals = [rng.randrange(options["race_target"] - 3, options["race_target"] + 3)] * 3
        totals = [total + rng.randrange(-1, 2) for total in totals]
        if changes["mode"] == "race":
            wins = [rng.randrange(options["games_to_win"]) for _ in range(3)]
            winner = ninety_nine.race_winner(options, totals)
            over = winner is not None and wins[winner] + 1 == options["games_to_win"]
            got = outcome(rules, {"totals": totals, "wins": wins})
            assert got == {"game_winner": winner, "over": over}
            found["race won" if over else "race"] += 1
            continue
        hands = rng.randrange(1, options["hands"] * (1 + (changes["tie"] == "extra_nine")) + 1)
        tied = len(ninety_nine.leaders(totals)) > 1 and changes["tie"] == "extra_nine"
        over = hands >= options["hands"] and not (hands - options["hands"]) % 9 and not tied
        got = outcome(rules, {"totals": totals, "hands": hands})
        assert got == {"game_winner": None, "over": over}, (changes, totals, hands)
        found["over" if over else "on"] += 1
    return found


def test_the_end_of_the_hands_and_of_a_race() -> None:
    found = random_ends(seed=3, cases=600)
    assert min(found[key] for key in ("race", "race won", "over", "on")) > 10, found


def test_a_hand_is_scored_in_full() -> None:
    rules = load_rules("ninety_nine")
    offers = ["none", "none", "reveal"]
    case = CASE_OF_HAND | {"bids": ["C6 DA DK", "H9 DT D9", 5], "offers": offers}
    answer = score(rules, case | {"totals": [10, 20, 30], "hands": 9})
    assert answer["bids"] == [3, 2, 5] and answer["made"] == [True, True, False]
    assert answer["premium"] == {"player": 2, "offer": "reveal"}
    assert answer["points_delta"] == [83, 82, 4] and answer["totals"] == [93, 102, 34]
    assert answer["next_trump"] == "H" and answer["over"] and answer["game_winner"] is None
    assert [(line["reason"], line["payee"], line["points"]) for line in answer["ledger"]] == [
        ("tricks", 0, 3),
        ("bid", 0, 20),
        ("premium", 0, 60),
        ("tricks", 1, 2),
        ("bid", 1, 20),
        ("premium", 1, 60),
        ("tricks", 2, 4),
    ]


def test_a_case_without_totals_is_the_first_hand() -> None:
    rules = load_rules("ninety_nine")
    answer = score(rules, CASE_OF_HAND)
    assert answer["totals"] == answer["points_delta"] == [23, 22, 4]
    assert answer == score(rules, CASE_OF_HAND | {"totals": [0, 0, 0], "hands": 1})


def test_a_race_begins_again_with_its_trump() -> None:
    case = CASE_OF_HAND | {"totals": [92, 88, 40], "wins": [1, 0, 2]}
    for trump, reset in (("H", "continue"), ("D", "reset")):
        answer = score(load_rules("ninety_nine+race3", race_trump=reset), case)
        assert answer["game_winner"] == 0 and not answer["over"]
        assert answer["next_trump"] == trump
    bare = load_rules("ninety_nine+race3", race_trump="reset", first_trump="none")
    assert score(bare, case)["next_trump"] is None


def test_the_command_knows_the_game() -> None:
    answer = score_case(CASE_OF_HAND, "ninety_nine")
    assert answer["allowed"] and answer["points_delta"] == [23, 22, 4]
    assert all(f"`{row[0]}`" in schema("ninety_nine") for row in CASE)


def test_the_answer_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.json"
    offers = ["none", "none", "reveal"]
    path.write_text(json.dumps({"rules": "ninety_nine", "offers": offers} | CASE_OF_HAND), "utf-8")
    assert main(["score", str(path)]) == 0
    out = capsys.readouterr().out
    for words in (
        "  bids: 3, 2, 5\n",
        "premium             player 2, offer reveal",
        "next trump                     H",
        "premium                        0          60",
        "player 0: +83, player 1: +82, player 2: +4",
    ):
        assert words in out, out


@pytest.mark.parametrize(
    ("options", "changes", "message"),
    [
        ({"premiums": False}, {"offers": ["declare", "none", "none"]}, "these rules have none"),
        ({"offer_mode": "sequential"}, {"offers": ["declare", "declare", "none"]}, "in turn"),
        ({"mode": "race"}, {"hands": 2}, "leave it out"),
        ({"mode": "race"}, {"totals": [100, 3, 3]}, "has won that game before the hand"),
        ({"mode": "race"}, {"wins": [3, 0, 0]}, "wins of player 0"),
    ],
)
def test_what_these_rules_exclude_is_named(options: Given, changes: Given, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score(load_rules("ninety_nine", **options), CASE_OF_HAND | changes)


def test_the_other_doors_name_what_is_wrong() -> None:
    rules = load_rules("ninety_nine")
    other = Rules("other", {"game": "piquet"})
    for call in (
        lambda: score(other, CASE_OF_HAND),
        lambda: outcome(other, {"totals": [0, 0, 0]}),
        lambda: trick_winner(other, "C6 C7 C8", None),
        lambda: trick_winner(rules, "C6 C7", "D"),
        lambda: trick_winner(rules, "C6 C7 C8", "X"),
        lambda: following("C6 C7", "clubs"),
        lambda: bid_of("C6 C7"),
        lambda: bids_possible(2),
    ):
        with pytest.raises(ValueError, match=r"ninety_nine|cards|one of C, H, S, D"):
            call()
