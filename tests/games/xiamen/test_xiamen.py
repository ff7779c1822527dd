"""Xiamen and Quanzhou: the value of won hands against the slow reference, and the case door."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from shugi._fast.games.xiamen.score import AWARDS, CASE, MELD_TYPES, legal_discards, score
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese import golden as regional
from tests.games.chinese.reference.examples import answer
from tests.games.chinese.reference.random_cases import random_case
from tests.games.chinese.reference.tiles import parse, parse_meld
from tests.games.xiamen import golden as xiamen

Case = dict[str, Any]
FLIPS: dict[str, tuple[Any, ...]] = {
    "preset": ("xiamen_strict", "quanzhou"),
    "multipliers": ("quanzhou",),
    "banker_base_growth": ("plus1", "plus_multiplier"),
    "added_kong_as_closed_pung": (True,),
    "open_pung_as_closed": (True,),
    "flower_set_bonus": (False,),
    "heavenly_bonus": (False,),
    "earthly_bonus": (False,),
    "base_scale": (5, 8),
    "robbed_tile_is_open": (True,),
    "gold_sets_water": ("natural_only",),
    "knock_counts_triplets": (False,),
}
READY = {"hand": "123m456m789m234s67s44z", "indicator": "8p", "dealer": 0, "winner": 1}


def changed(rng: Random) -> Case:
    """Some options that a value depends on."""
    names = rng.sample(sorted(FLIPS), rng.choice((0, 1, 1, 2, 4)))
    return {name: rng.choice(FLIPS[name]) for name in names}


def possible(given: Case) -> bool:
    """Whether the deck has those tiles: the made cases may use a kind too often."""
    used = parse(given["concealed_before_win"]) + parse(given.get("winning_tile") or "")
    used += [kind for meld in given["melds"] for kind in parse_meld(meld).kinds]
    indicator = [] if given["award"] == "rob_gold" else [given["indicator"]]
    return max(Counter(used + indicator).values()) <= 4


def compared(seed: int, cases: int) -> Counter[str]:
    """Awards of the cases in which engine and reference were asked and agreed."""
    rng, found = Random(seed), Counter[str]()
    while sum(found.values()) < cases:
        example = random_case(rng, "xiamen", "score", changed(rng))
        given = example["input"]
        if not possible(given):
            continue
        if rng.random() < 0.3:
            given["stay_multipliers"] = [rng.randint(1, 12) for _ in range(given["banker_stays"])]
        said = xiamen.scored(regional.rules_of(example), given, {})
        assert said == answer(example), example
        found[given["award"] if said["water"] is not None else "incomplete"] += 1
    return found


def test_values_agree_with_the_reference() -> None:
    found = compared(seed=1, cases=500)
    assert {name for name, *_ in AWARDS} | {"incomplete"} <= found.keys()


@pytest.mark.slow
def test_values_agree_with_the_reference_many() -> None:
    compared(seed=2, cases=100_000)


# -- the best line, and what options bar ---------------------------------------------------------


def won(game: str = "xiamen", options: Case | None = None, **changes: Any) -> Case:
    case = READY | {"win_tile": "5s"} | changes
    return score(load_rules(game, **(options or {})), case)


FLOATING = {"hand": "123m456m789m234678s8p", "win_tile": "7z"}


@pytest.mark.parametrize(
    ("game", "case", "award", "multiplier"),
    [
        ("xiamen", {}, "wall", 2),
        ("xiamen", {"win_by": "ron"}, "common", 1),
        ("xiamen", {"win_by": "robbing"}, "rob_kong", 2),
        ("xiamen", FLOATING, "gold_float", 4),
        ("xiamen", FLOATING | {"floats": 1}, "double_float", 8),
        ("xiamen", FLOATING | {"floats": 2}, "triple_float", 12),
        ("quanzhou", FLOATING, "gold_float", 3),
        ("quanzhou", FLOATING | {"floats": 2}, "triple_float", 9),
        ("xiamen", {"floats": 1}, "wall", 2),  # the discarded gold left no float
    ],
)
def test_the_best_line(game: str, case: Case, award: str, multiplier: int) -> None:
    answer = won(game, **case)
    assert (answer["award"], answer["multiplier"], answer["legal"]) == (award, multiplier, True)


GOLD_INSIDE = {"hand": "123m456m789m24s8p67s11z", "win_tile": "5s"}
NEAR_FLOAT = {"hand": "123m456m789m234s888s8p", "win_tile": "8s"}


@pytest.mark.parametrize(
    ("case", "options"),
    [
        (GOLD_INSIDE | {"win_by": "ron"}, {"no_claim_win_with_gold": "wall_only"}),
        (FLOATING | {"win_tile": "6s"}, {"required_float": True}),
    ],
)
def test_options_that_bar_nothing_else(case: Case, options: Case) -> None:
    """A drawn win, and one without three golds, are free of them."""
    assert won(**case)["legal"]
    assert won(options=options, **(case | {"win_by": "tsumo"}))["legal"]


@pytest.mark.parametrize(
    ("value", "may_claim", "may_rob"),
    [("off", True, True), ("discards", False, True), ("wall_only", False, False)],
)
def test_no_claim_win_with_gold(value: str, may_claim: bool, may_rob: bool) -> None:
    options = {"no_claim_win_with_gold": value}
    for by, allowed in (("tsumo", True), ("ron", may_claim), ("robbing", may_rob)):
        assert won(options=options, **(GOLD_INSIDE | {"win_by": by}))["legal"] == allowed
        plain = {"win_tile": "8s", "win_by": by}
        assert won(options=options, **plain)["legal"], "no gold in the hand"


def test_three_golds_have_to_float() -> None:
    # golds for 4s, 9s and one of the pair; before 9m no gold is alone
    drawn = {"hand": "123m456m78m23s78s5z888p", "win_tile": "9m"}
    assert won(**drawn)["legal"]
    assert not won(options={"required_float": True}, **drawn)["legal"]
    knock = drawn | {"award": "knock"}
    assert won(options={"required_float": True}, **knock)["legal"]


def test_eight_flowers_win_with_any_hand() -> None:
    case = FLOATING | {"award": "eight_flowers", "flowers": "1234e1234h", "win_tile": None}
    assert won("quanzhou", **case)["legal"]
    assert won("quanzhou", {"required_float": True}, **(case | {"hand": "147m25p369s1234z6z888p"}))[
        "legal"
    ]
    assert not won("xiamen", **case)["legal"]
    assert not won("quanzhou", **(case | {"flowers": "1234e"}))["legal"]


DEALT = {"hand": "147m25p369s12345z888p7m", "win_tile": None, "winner": 0}  # the banker's 17


@pytest.mark.parametrize(
    ("game", "case", "water"),
    [
        ("xiamen", {"award": "knock_deal"}, 3),
        ("quanzhou", {"award": "eight_flowers", "flowers": "1234e1234h"}, 11),
        # the White is no gold and no other tile: nothing was turned before the flowers won
        ("quanzhou", {"award": "eight_flowers", "flowers": "1234e1234h", "indicator": None}, 9),
    ],
)
def test_the_banker_wins_with_his_dealt_tiles(game: str, case: Case, water: int) -> None:
    full = won(game, **(DEALT | case))
    assert (full["legal"], full["water"]) == (True, water)
    usual = won(game, **(DEALT | case | {"hand": "147m25p369s12345z888p"}))
    assert full == usual  # the tile more is no triplet
    triplet = DEALT["hand"].replace("147m25p", "77m25p") + "1m"
    more = won(game, **(DEALT | case | {"hand": triplet}))
    assert more["water"] == water + 1
    with pytest.raises(ValueError, match="has 17 tiles; with 0 melds it must have 16"):
        won(game, **(DEALT | case | {"winner": 1}))


def test_a_heavenly_hand_has_the_tile_more() -> None:
    case = READY | {"hand": READY["hand"] + "5s", "award": "heavenly", "winner": 0}
    assert score(load_rules("xiamen"), case)["legal"]
    with pytest.raises(ValueError, match="it must have 17"):
        score(load_rules("xiamen"), case | {"hand": READY["hand"]})
    with pytest.raises(ValueError, match="indicator must be"):
        score(load_rules("quanzhou"), case | {"indicator": None})


def test_a_float_state_does_not_claim() -> None:
    claimed = NEAR_FLOAT | {"win_by": "ron"}
    assert not won(**claimed)["legal"]
    # by reading: a tile that fits a set, or has a partner, wins all the same
    reading = {"wild_eye_claim_rule": "reading"}
    assert won(options=reading, **(claimed | {"win_tile": "5s"}))["legal"]
    assert not won(options=reading, **(claimed | {"win_tile": "5z"}))["legal"]


def test_the_stays_raise_the_banker_s_base() -> None:
    def base(stays: int, growth: str, *wins: int) -> int:
        given = {"stays": stays} | ({"stay_multipliers": list(wins)} if wins else {})
        return int(won(options={"banker_base_growth": growth}, **given)["base"])

    assert [base(n, "double") for n in range(4)] == [2, 4, 8, 16]
    assert [base(n, "plus1") for n in range(4)] == [2, 3, 4, 5]
    assert base(2, "plus_multiplier", 4, 1) == 7


# -- discards ------------------------------------------------------------------------------------


def test_discards_agree_with_the_reference() -> None:
    rng, forced = Random(3), 0
    for _ in range(300):
        options = {
            "follow_honours": rng.random() < 0.9,
            "honour_rule_exempts_gold": rng.random() < 0.5,
        }
        deck = parse("".join(f"123456789{suit}" for suit in "mps") + "ESWNRGB" * 3) + ["E", "B"]
        kinds, discarded = rng.sample(deck, 17), rng.sample(deck, 8)
        given = {
            "indicator": rng.choice(deck),
            "hand_after_draw": "".join(kinds),
            "discarded_before": discarded,
        }
        example = {"game": "xiamen", "kind": "legality", "options": options, "input": given}
        said = xiamen.legality(regional.rules_of(example), given, {})["legal_discards"]
        wanted = answer(example)["legal_discards"]
        forced += wanted != "all kinds in the hand"
        assert sorted(said) == sorted(wanted), example
    assert 50 < forced < 300


# -- the door ------------------------------------------------------------------------------------


def test_other_games_are_refused() -> None:
    for ask in (
        lambda: score(load_rules("hangzhou"), READY),
        lambda: legal_discards(Rules("plain"), "1m", "2m"),
    ):
        with pytest.raises(ValueError, match="is not Xiamen mahjong; take the rule set xiamen"):
            ask()


def test_the_schema_names_what_is_read() -> None:
    assert [row[0] for row in CASE[:2]] == ["dealer", "winner"]
    assert all(len(row) == 4 for row in (*CASE, *AWARDS))
    assert set(MELD_TYPES) == {"chi", "pon", "daiminkan", "kakan", "ankan"}
    with pytest.raises(ValueError, match=", ".join(sorted(row[0] for row in CASE))):
        won(nothing=1)
