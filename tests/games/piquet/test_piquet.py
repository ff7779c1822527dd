"""Piquet hands scored by the engine: random cases beside the reference, and what is refused."""

from random import Random
from typing import Any

import pytest

from shugi._fast.core.card_actions import CARD_SUITS
from shugi._fast.games.piquet.score import (
    CATEGORY_NAMES,
    declared_end,
    exchange_limits,
    game_winner,
    point_value,
    score,
    settlement,
)
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.golden import rules_of
from tests.games.piquet.golden import KINDS
from tests.games.tricks.reference.cards import SUITS
from tests.games.tricks.reference.examples import answer
from tests.games.tricks.reference.random_cases import random_case, random_changes
from tests.golden.runner import compare

Example = dict[str, Any]
PLACES = str.maketrans(SUITS, CARD_SUITS)  # both go through the suits in their order
ELDER, YOUNGER = "S:AKQJT H:A7 D:A98 C:K7", "S:98 H:KQJT D:KQ C:AQJT"
PLAY = "SA S8 SK S9 DA DQ SQ CT HA HT SJ CJ ST HJ CK CA HK H7 DK D8 HQ C7 CQ D9"  # PQ-01


def renamed(example: Example) -> Example:
    """The same hand with its suits renamed by their place."""
    given = dict(example["input"])
    for key in ("elder", "younger", "play"):
        if key in given:
            given[key] = given[key].translate(PLACES)
    for key in ("elder_choice", "younger_choice"):
        choice = dict(given.get(key) or {})
        if len(choice.get("point", "")) == 1:
            choice["point"] = choice["point"].translate(PLACES)
        if key in given:
            given[key] = choice
    return example | {"input": given}


def disagreement(example: Example) -> list[str]:
    expected = answer(example)
    mine = renamed(example) if example["kind"] == "hand" else example
    given = KINDS[example["kind"]](rules_of(mine), mine["input"], expected)
    return compare(expected, given)


def check(seeds: range, kind: str) -> None:
    for seed in seeds:
        rng = Random(seed)
        changes = random_changes(rng, "piquet")
        if kind == "rule":
            changes["younger_exchange_min"] = 1  # the words of PQ-16 say so whatever the option is
        example = random_case(rng, "piquet", kind, changes)
        assert not disagreement(example), (seed, example)


@pytest.mark.parametrize("part", range(4))
def test_hands_score_as_the_reference_says(part: int) -> None:
    check(range(150 * part, 150 * part + 150), "hand")


@pytest.mark.parametrize("kind", ["rule", "count"])
def test_rules_are_as_the_reference_says(kind: str) -> None:
    check(range(300), kind)


@pytest.mark.slow
def test_a_hundred_thousand_hands_score_as_the_reference_says() -> None:
    check(range(1000, 101_000), "hand")


# ---- the door


def case(**changes: Any) -> Example:
    return {"elder": ELDER, "younger": YOUNGER} | changes


def test_a_case_tells_what_was_said() -> None:
    found = score(load_rules("piquet"), case(play=PLAY, before=[40, 60]))
    assert found["declarations"] == {
        "point": {
            "declared": "S",
            "answer": None,
            "verdict": "good",
            "counted": "S:AKQJT",
            "points": [5, 0],
        },
        "sequence": {
            "declared": "5 to the A",
            "answer": None,
            "verdict": "good",
            "counted": "S:AKQJT",
            "points": [15, 0],
        },
        "sets": {
            "declared": "3 A",
            "answer": None,
            "verdict": "good",
            "counted": "S:A H:A D:A",
            "points": [3, 0],
        },
    }
    assert found["total"] == [71, 6] and found["pic"] == 0
    assert found["game"] == {"winner": "elder", "totals": [111, 66], "played_out": True}


def test_a_game_may_end_inside_the_declarations() -> None:
    found = score(load_rules("piquet"), case(before=[85, 99]))
    # the point makes 90, the sequence 105: the three aces are not entered any more
    assert found["game"] == {"winner": "elder", "totals": [105, 99], "played_out": False}


def test_both_level_above_the_target_play_the_hand_out() -> None:
    rules = load_rules("piquet")
    assert score(rules, case(before=[104, 104]))["game"]["winner"] is None
    assert score(rules, case(before=[104, 104], play=PLAY))["game"]["winner"] == "elder"


def test_other_doors_refuse_what_cannot_be() -> None:
    rules = load_rules("piquet")
    with pytest.raises(ValueError, match="is not Piquet"):
        settlement(load_rules("ninety_nine"), [1, 2])
    with pytest.raises(ValueError, match="elder_takes must be a whole number from 1 to 5"):
        exchange_limits(rules, 6)
    with pytest.raises(ValueError, match="cards of one suit"):
        point_value(rules, "SA HK")
    with pytest.raises(ValueError, match="totals must be"):
        game_winner(rules, [100])
    with pytest.raises(ValueError, match="points"):
        declared_end(rules, {"before": [90, 90], "point": [1.5, 0]})
    with pytest.raises(ValueError, match="options must be a dict"):
        score(rules, case(options=["old"]))
    with pytest.raises(ValueError, match="a hand must be a dict"):
        score(rules, [])


def test_declarations_end_a_game_in_their_order() -> None:
    given: Example = {"before": [90, 94], "point": [0, 6], "sequence": [15, 0]}
    assert set(given) - {"before"} < set(CATEGORY_NAMES)
    found = declared_end(load_rules("piquet"), given)
    assert found == {"winner": "younger", "totals": [90, 100]}
