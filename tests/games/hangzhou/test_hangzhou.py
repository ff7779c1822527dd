"""Hangzhou: values and payments against the slow reference, and the door for plain values."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from shugi._fast.games.hangzhou.score import (
    CASE,
    claim_forbidden,
    hand_value,
    honours_multiplier,
    level_of,
    lifts_level,
    payment,
    score,
)
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.golden import rules_of
from tests.games.chinese.reference.examples import answer, hangzhou_hand
from tests.games.chinese.reference.options import CHOICES, DEFAULTS, options_of
from tests.games.chinese.reference.random_cases import random_case
from tests.games.chinese.reference.tiles import Meld, parse, parse_meld, wild_of
from tests.games.hangzhou.golden import KINDS, hand_of
from tests.games.hangzhou.reference import hangzhou

Given = dict[str, Any]
NAMES = ("hangzhou", "hangzhou+online", "hangzhou+competition")
SEATS = range(4)
OF_VALUES = [
    name
    for name, value in DEFAULTS["hangzhou"].items()
    if isinstance(value, bool) or name in CHOICES
]


def random_options(rng: Random) -> Given:
    """A few options changed, among those that go together."""
    changed = {}
    for name in rng.sample(OF_VALUES, 4):
        changed[name] = rng.choice(CHOICES.get(name, (False, True)))
    if changed.get("float_liability_split"):
        changed["float_second_half_liability"] = True
    if changed.get("float_second_half_liability"):
        changed["floater_may_claim"] = True
    if changed.get("permanent_fortune"):
        changed.pop("white_is_honour_by", None)
    return changed


def possible(given: Given) -> bool:
    """Whether four copies of each tile suffice for the hand and the indicator."""
    texts = [given["concealed_before_win"], given["winning_tile"]]
    tiles = [tile for text in texts for tile in parse(text)]
    tiles += [tile for text in given["melds"] for tile in parse_meld(text).kinds]
    tiles += [] if given["indicator"] == "permanent" else [given["indicator"]]
    return max(Counter(tiles).values()) <= 4


def compare(kind: str, seed: int, cases: int) -> Counter[object]:
    """Asks both; returns how often each answer came."""
    rng, found = Random(seed), Counter[object]()
    while found.total() < cases:
        changes = random_options(rng) if found.total() % 3 else {}
        rules = rules_of({"game": "hangzhou", "options": changes})
        for _ in range(20):
            example = random_case(rng, "hangzhou", kind, changes)
            if kind == "win_multiplier" and not possible(example["input"]):
                continue
            expected = answer(example)
            got = KINDS[kind](rules, example["input"], expected)
            assert {key: got[key] for key in expected} == expected, example
            found[str(next(reversed(expected.values())))] += 1
    return found


def test_values_agree_with_the_reference() -> None:
    found = compare("win_multiplier", 1, 1500)
    assert found["None"] > 300 and len(found) >= 8


def test_payments_agree_with_the_reference() -> None:
    assert len(compare("payment", 2, 1000)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["win_multiplier", "payment"])
def test_agreement_at_length(kind: str) -> None:
    compare(kind, 3, 100_000)


def near_eyes(rng: Random, options: Given) -> Given:
    """A hand of which most are wild eyes, claimed or drawn."""
    given: Given = random_case(rng, "hangzhou", "win_multiplier", options)["input"]
    tiles = parse(given["concealed_before_win"])
    wild = "B" if given["indicator"] == "permanent" else given["indicator"]
    if tiles.count(wild) < 3:
        tiles[rng.randrange(len(tiles))] = wild
    return given | {"concealed_before_win": " ".join(tiles)}


@pytest.mark.parametrize("rule", ["state", "reading"])
def test_wild_eyes_agree_with_the_reference(rule: str) -> None:
    rng, eyes, claims = Random(4), 0, 0
    for changes in ({}, {"permanent_fortune": True}, {"wild_eye_across_readings": True}):
        changes = {"wild_eye_claim_rule": rule, **changes}
        options, rules = (
            options_of("hangzhou", changes),
            rules_of({"game": "hangzhou", "options": changes}),
        )
        for _ in range(1000):
            given = near_eyes(rng, changes)
            if not possible(given):
                continue
            hand, wild, win = hangzhou_hand(options, given)
            got = hand_value(rules, hand_of(rules, given))
            assert got["multiplier"] == hangzhou.multiplier(options, hand, wild, win), given
            assert got["wild_eye"] == hangzhou.wild_eye(hand), given
            eyes += got["wild_eye"]
            claims += got["wild_eye"] and got["legal"] and given["source"] != "own"
    assert eyes > 200 and (claims > 20) == (rule == "reading")


@pytest.mark.parametrize("split", [False, True])
def test_second_halves_agree_with_the_reference(split: bool) -> None:
    rng = Random(5)
    changes = {"floater_may_claim": True, "float_second_half_liability": True}
    changes["float_liability_split"] = split
    options, rules = options_of("hangzhou", changes), written_rules("hangzhou", changes)
    for _ in range(300):
        winner, banker = rng.randrange(4), rng.randrange(4)
        others = [seat for seat in SEATS if seat != winner]
        doubles = sorted(rng.sample(range(1, 8), rng.randint(2, 4)))
        claims = [(rng.choice(others), 2**n) for n in doubles[:-1]]
        chips = [rng.randrange(200) for _ in SEATS] if rng.random() < 0.5 else None
        level = rng.randint(1, 3)
        letters = rng.choice((["L"], ["C"], ["L", "C"]))
        liability = {rng.choice(others): letters} if rng.random() < 0.3 else {}
        paid = hangzhou.Payment(banker, winner, level, 2 ** doubles[-1], "own", None, liability)
        due = hangzhou.pay(options, paid, chips, claims)
        case = {
            "dealer": banker,
            "winner": winner,
            "level": level,
            "multiplier": 2 ** doubles[-1],
            "win_by": "tsumo",
            "float_claims": [list(claim) for claim in claims],
            "liability": {str(seat): letters for seat, letters in liability.items()},
        }
        got = payment(rules, case | ({"chips": chips} if chips else {}))
        assert [-got["points_delta"][seat] for seat in others] == [due[seat] for seat in others]
        assert sum(got["points_delta"]) == 0


def test_levels_dice_and_honours_agree_with_the_reference() -> None:
    for counts in CHOICES["level_counts"]:
        options = options_of("hangzhou", {"level_counts": counts})
        rules = load_rules("hangzhou", level_counts=counts)
        for hands in range(1, 8):
            assert level_of(rules, hands) == hangzhou.level_of(options, hands)
    for rule in CHOICES["instant_third_stay"]:
        for least in (8, 10):
            changes = {"instant_third_stay": rule, "instant_third_min": least}
            options, rules = options_of("hangzhou", changes), written_rules("hangzhou", changes)
            for dice in [(a, b) for a in range(1, 7) for b in range(1, 7)]:
                assert lifts_level(rules, dice) == hangzhou.instant_third(options, dice)
    for rule in CHOICES["ten_honours"]:
        options, rules = (
            options_of("hangzhou", {"ten_honours": rule}),
            load_rules("hangzhou", ten_honours=rule),
        )
        for n in range(14):
            expected = hangzhou.ten_honours(options, ["E"] * n, wild_of("4s"))
            assert honours_multiplier(rules, n) == expected


CLAIMS = {"chow": "chi", "pung": "pon", "kong_open": "daiminkan"}


def test_forbidden_claims_agree_with_the_reference() -> None:
    rng, found = Random(6), Counter[bool]()
    for _ in range(1500):
        changes = {
            name: rng.choice(CHOICES[name])
            for name in ("liability_restriction", "liability_restriction_when")
        }
        taker, giver = rng.sample(SEATS, 2)
        banker, level, form = rng.randrange(4), rng.randint(1, 3), rng.choice(list(CLAIMS))
        melds = [
            Meld(rng.choice(["chow", "chow", form]), (), rng.choice([giver, giver, 3 - giver]))
            for _ in range(rng.randrange(4))
        ]
        expected = hangzhou.claim_forbidden(
            options_of("hangzhou", changes), melds, form, (taker, giver), (banker, level)
        )
        got = claim_forbidden(
            written_rules("hangzhou", changes),
            [CLAIMS[meld.form] for meld in melds if meld.giver == giver],
            with_banker=banker in (taker, giver),
            level=level,
            chi=form == "chow",
        )
        assert got == expected
        found[got] += 1
    assert min(found.values()) > 100


# ---- the door

EYE = {
    "dealer": 0,
    "winner": 2,
    "win_by": "tsumo",
    "hand": "123456789m111p4s",
    "win_tile": "9p",
    "indicator": "4s",
    "floats": 1,
}


def test_a_case_is_scored_whole() -> None:
    answer = score(load_rules("hangzhou"), EYE | {"level": 2, "chips": [10, 40, 0, 1]})
    assert answer == {
        "legal": True,
        "multiplier": 4,
        "doublings": {"wild_eye": 1, "float": 1},
        "why": None,
        "points_delta": [-10, -4, 15, -1],
        "ledger": [
            {"reason": "win", "payer": 0, "payee": 2, "points": 10, "chips": 0, "detail": 2},
            {"reason": "win", "payer": 1, "payee": 2, "points": 4, "chips": 0, "detail": 2},
            {"reason": "win", "payer": 3, "payee": 2, "points": 1, "chips": 0, "detail": 2},
        ],
    }


def test_ten_honours_are_scored() -> None:
    case = {"dealer": 0, "winner": 1, "win_by": "ten_honours", "discards": 12}
    assert score(load_rules("hangzhou+online"), case)["points_delta"] == [-8, 16, -4, -4]
    assert not score(load_rules("hangzhou"), case)["legal"]


@pytest.mark.parametrize("key", ["hand", "win_tile", "indicator"])
def test_what_ten_honours_do_without_is_said_where_it_is_needed(key: str) -> None:
    case = {"dealer": 0, "winner": 1, "win_by": "ten_honours", "discards": 12}
    rules = load_rules("hangzhou", ten_honours="ladder")
    assert score(rules, case | {key: None}) == score(rules, case)
    with pytest.raises(ValueError, match="does not matter for ten_honours"):
        score(rules, case | {key: "1m"})
    (meaning,) = [row[3] for row in CASE if row[0] == key]
    assert "none with" in meaning and "ten_honours" in meaning


PLAIN = {
    "dealer": 0,
    "winner": 2,
    "win_by": "ron",
    "loser": 0,
    "hand": "123456789m35s11z",
    "win_tile": "5z",
    "indicator": "4s",
    "level": 3,
}


@pytest.mark.parametrize(
    ("rules", "case", "why"),
    [
        ("hangzhou", PLAIN, None),
        ("hangzhou", PLAIN | {"level": 2}, "level 3"),
        ("hangzhou", PLAIN | {"loser": 1}, "between the banker and another"),
        ("hangzhou", PLAIN | {"win_tile": "4z"}, "the tiles do not win"),
        ("hangzhou+competition", PLAIN | {"win_tile": "5z"}, None),
        ("hangzhou", EYE | {"win_by": "ron", "loser": 0, "level": 3, "floats": 0}, "wild eye"),
        (load_rules("hangzhou", wall_only=True), PLAIN, "wall_only"),
        ("hangzhou", {"dealer": 0, "winner": 1, "win_by": "ten_honours"}, "ten honours"),
    ],
)
def test_why_a_hand_may_not_be_won(rules: str | Rules, case: Given, why: str | None) -> None:
    answer = score(load_rules(rules) if isinstance(rules, str) else rules, case)
    assert answer["legal"] is (why is None)
    assert answer["why"] is None if why is None else why in answer["why"]
    assert any(answer["points_delta"]) is (why is None)


@pytest.mark.parametrize(
    "change", [{"hand": "123456789m1p444s"}, {"hand": "123456789m4s", "melds": [["chi", "3s5s5z"]]}]
)
def test_cases_that_can_be(change: Given) -> None:
    assert score(load_rules("hangzhou"), EYE | change)["legal"]


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="is not Hangzhou mahjong; take the rule set hangzhou"):
        score(load_rules("super_bingo"), EYE)
    with pytest.raises(ValueError, match="permanent_fortune"):
        score(load_rules("hangzhou+online"), EYE)


def test_the_schema_lists_every_key() -> None:
    names = [row[0] for row in CASE]
    assert len(set(names)) == len(names) and set(EYE) <= set(names)
    assert all(len(row) == 4 and all(row) for row in CASE)
