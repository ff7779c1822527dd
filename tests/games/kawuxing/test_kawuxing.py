"""Kawuxing: what won hands are worth and who pays, against the slow reference."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.kawuxing.score import CASE, FLAGS, draw_payments, kan_payments, score
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.golden import rules_of, tiles
from tests.games.chinese.reference.examples import answer, kawuxing_hand
from tests.games.chinese.reference.options import options_of
from tests.games.chinese.reference.random_cases import random_case
from tests.games.kawuxing.golden import case_of, kong_payment, win
from tests.games.kawuxing.reference import kawuxing

RULES = load_rules("kawuxing")
CHANGES: dict[str, tuple[Any, ...]] = {
    "max_doubles": (1, 2, 3, 4, 5, 99),
    "double_dragon_exception": (False, True),
    "lone_tile_includes_all_pung": (False, True),
    "disclosed_discarder_exempt": (False, True),
    "disclosure": (True, True, False),
    "removed_suit": ("m", "p", "s"),
    "unit": (1, 2, 5),
}
HAND = {"winner": 0, "win_by": "ron", "loser": 1, "hand": "12346p22s777789s", "win_tile": "5p"}


def random_changes(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {}
    return {name: rng.choice(values) for name, values in CHANGES.items() if rng.random() < 0.4}


def five_copies(given: dict[str, Any]) -> bool:
    text = " ".join([given["concealed_before_win"], given["winning_tile"], *given["melds"]])
    kinds = tiles(re.sub("[a-z_]{2,}", "", text))
    return max(Counter(parse_tiles(kinds)).values()) > 4


def readings_worth(case: dict[str, Any]) -> list[list[str]]:
    """The patterns of the reference's readings that are worth most."""
    won = kawuxing_hand(case["input"])
    sets = kawuxing.pattern_sets(options_of("kawuxing", case["options"]), won)
    best = max(sum(one.values()) for one in sets)
    return [sorted(one) for one in sets if sum(one.values()) == best]


def compare_wins(seed: int, cases: int) -> int:
    """Compares; returns how many of the hands were legal wins."""
    rng, legal = Random(seed), 0
    for _ in range(cases):
        case = random_case(rng, "kawuxing", "win", random_changes(rng))
        given = case["input"]
        if five_copies(given):
            continue  # a spoilt hand may hold a fifth tile of a meld's kind
        expected, found = answer(case), win(rules_of(case), given, {})
        if found["patterns"] != expected["patterns"]:  # readings of one worth
            assert found["patterns"] in readings_worth(case), case
            found["patterns"] = expected["patterns"]
        assert found == expected, case
        legal += expected["legal"]
    return legal


def test_wins_as_the_reference_has_them() -> None:
    assert compare_wins(1, 800) > 400


@pytest.mark.slow
def test_many_wins_as_the_reference_has_them() -> None:
    assert compare_wins(2, 100_000) > 50_000


def test_kans_as_the_reference_pays_them() -> None:
    rng = Random(3)
    for _ in range(200):
        case = random_case(rng, "kawuxing", "kong_payment", {"unit": rng.choice((1, 3))})
        assert kong_payment(rules_of(case), case["input"], {}) == answer(case), case


# ---- four people: one rests and neither pays nor is paid


def test_the_resting_seat_neither_pays_nor_is_paid() -> None:
    rules = load_rules("kawuxing+four_people")
    drawn = {key: value for key, value in HAND.items() if key != "loser"} | {"win_by": "tsumo"}
    assert score(rules, drawn | {"resting": 2})["points_delta"] == [4, -2, 0, -2]
    assert score(rules, HAND | {"resting": 2})["points_delta"] == [2, -2, 0, 0]
    shown = score(rules, HAND | {"resting": 3, "disclosed": [0]})
    assert shown["points_delta"] == [8, -8, 0, 0]
    assert kan_payments(rules, [{"type": "ankan", "seat": 3}], resting=1) == [-2, 0, -2, 4]
    assert draw_payments(rules, [3, 1], resting=0) == [0, 1, 1, -2]


# ---- the door


def test_a_ledger_line_says_what_was_paid() -> None:
    found = score(RULES, HAND | {"disclosed": [0]})
    line = {"payer": 1, "payee": 0, "points": 8, "chips": 0, "detail": 2}
    assert found["ledger"] == [{"reason": "win", **line}]
    assert found["patterns"] == [["fit_five", 1], ["disclosure", 1]]


def test_the_cap_and_what_lies_above_it() -> None:
    pure = HAND | {"hand": "2233446677889p", "win_tile": "9p"}
    found = score(RULES, pure)
    assert (found["doubles"], found["doubles_before_cap"]) == (3, 4)
    assert found["points_delta"] == [8, -8, 0]
    free = score(RULES, pure | {"options": {"max_doubles": 99}})
    assert free["points_delta"] == [16, -16, 0]


def test_other_wrong_input_is_refused() -> None:
    four = load_rules("kawuxing+four_people")
    with pytest.raises(ValueError, match="resting must be a whole number"):
        score(four, HAND)
    with pytest.raises(ValueError, match="winner is 0, who rests"):
        score(four, HAND | {"resting": 0})
    with pytest.raises(ValueError, match="is not Kawuxing"):
        score(load_rules("sanma_base"), HAND)
    with pytest.raises(ValueError, match="loser must be"):
        score(RULES, HAND | {"loser": None})
    with pytest.raises(ValueError, match="a won hand must be a dict"):
        score(RULES, [])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="type must be one of"):
        kan_payments(RULES, [{"type": "pon", "seat": 0}])
    with pytest.raises(ValueError, match="takes nobody's tile"):
        kan_payments(RULES, [{"type": "ankan", "seat": 0, "from_seat": 1}])
    with pytest.raises(ValueError, match="two players"):
        kan_payments(RULES, [{"type": "daiminkan", "seat": 0, "from_seat": 0}])


def test_the_schema_names_what_is_read() -> None:
    """Each key of CASE and flag of FLAGS is known to `score`; the tables have nothing else."""
    full = case_of(
        {
            "concealed_before_win": "123p 46p 789s 22s 777p",
            "winning_tile": "5p",
            "source": "claim",
            "winner": 0,
            "from_seat": 1,
        }
    )
    assert {row[0] for row in CASE} == full.keys() | {"resting", "options"}
    for name, by, _ in FLAGS:
        way = {"win_by": by, "loser": 1 if by == "ron" else None}
        plain, flagged = (score(RULES, HAND | way | {"flags": {name: on}}) for on in (False, True))
        assert flagged["doubles"] == plain["doubles"] + 1
