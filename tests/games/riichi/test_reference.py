"""The engine against the slow reference: values of hands, payments, tulips, ends of games.

The reference is written from the rule texts.  A disagreement prints the case as a golden example
would state it, so that it can be pasted into a file and run with ``python -m tests.golden``.
"""

import itertools
import json
import random
from typing import Any

import pytest

from shugi._fast.games.riichi.score import (
    bingo_line,
    final_result,
    game_ends,
    noten_payments,
    placement,
    play_tulip,
)
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.beside import check_hands, random_scores
from tests.games.riichi.reference import settlement
from tests.games.riichi.reference.bingo import bingo
from tests.games.riichi.reference.options import (
    ADD_ONS,
    FAMILIES,
    PRESETS,
    options_of,
    rule_names,
)
from tests.games.riichi.reference.random_hands import random_tulip
from tests.games.riichi.reference.tulip import replay
from tests.games.riichi.reference.yaku import DORA, YAKU, YAKUMAN
from tests.golden.runner import compare

CHIITOI = {"chiitoi_1quad", "chiitoi_2quads", "chiitoi_3quads", "chinitsu_chiitoi"}
NEVER = {  # what cannot come up
    "sanma_base": CHIITOI
    | {"open_riichi", "yakuhai_4z", "renhou", "gold", "nanashi", "nanashi_13"},
    "super_bingo": {"yakuhai_4z", "sanshoku_doukou", "chinroutou", "kokushi", "kokushi_13"},
}
HANDS = 2000
SLOW_HANDS, CHUNK = 100_000, 5000

SANMA_WITH_FLOWERS = {
    "tile_set": "shouhai_112",
    "seven_limit": None,
    "seven_furiten": "off",
    "bingo_wins": False,
}
# what is changed from a preset, so that every scoring option is tried
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("sanma_base", {"double_variants": False}),
    ("sanma_base", {"kazoe": False}),
    ("sanma_base", {"max_yakuman": 1}),
    ("sanma_base", {"open_tanyao": False, "kiriage": True}),
    ("sanma_base", {"tsumo_loss": False}),
    ("sanma_base", {"points_table": "north_bisection", "tsumo_loss": False}),
    ("sanma_base", {"points_table": "no_fu", "honba_ron": 1000, "honba_tsumo": 500}),
    ("sanma_base", {"points_table": "shouhai"}),
    ("sanma_base", {"points_table": "no_fu", "tsumo_loss": False}),
    ("super_bingo", {"tsumo_loss": True}),
    ("sanma_base", {"north_role": "yakuhai", "nuki_indicator_doubles": False}),
    ("sanma_base", {"chanta_han": [3, 0], "junchan_han": [0, 3], "renhou_han": 5}),
    ("sanma_base", {"chiitoi_duplicates": True, "chinroutou_chiitoi": True}),
    ("sanma_base", {"chinitsu_chiitoi": "yakuman", "chiitoi_duplicates": True}),
    ("sanma_base", {"min_yaku_han": 2, "riichi_cost": 2000}),
    ("sanma_base", {"pao": ["daisuushii"], "red_fives": {"5p": 2, "5s": 3}}),
    ("sanma_base", {"pao": []}),
    ("sanma_base", {"pao_ron": "whole"}),
    ("sanma_base", {"nuki_tile": "19m"}),
    ("super_bingo", {"pocchi_when": "ippatsu"}),
    ("super_bingo", {"double_variants": False}),
    ("super_bingo", {"kazoe": False}),
    ("super_bingo", {"max_yakuman": 2}),
    ("super_bingo", {"points_table": "mjs", "tsumo_loss": True, "placement": "none"}),
    ("super_bingo", {"points_table": "mjs", "bingo_value": "mangan", "placement": "none"}),
    ("super_bingo", {"open_riichi_deal_in_kind": "points_only"}),
    ("super_bingo", {"open_riichi_deal_in": "none", "open_riichi_extra_han": 2}),
    ("super_bingo", {"chiitoi_quad_han": [3, "yakuman", "yakuman"]}),
    ("super_bingo", {"chiitoi_quad_han": None, "chinitsu_chiitoi": "han"}),
    ("super_bingo", {"chinroutou_chiitoi": True, "seven_limit": None}),
    ("super_bingo", {"seven_limit": 5, "chiitoi_duplicates": False, "chiitoi_quad_han": None}),
    ("super_bingo", {"orphan_hand": "kokushi"} | SANMA_WITH_FLOWERS),
    ("super_bingo", {"bingo_value": "sanbaiman"}),
    ("super_bingo", {"gold_dora": 2, "gold_fives": {"5p": 2, "5s": 1}, "tulip_gold": 3}),
    ("super_bingo", {"tulip": False}),
    ("super_bingo", {"tulip_ura": 2, "tulip_kazoe": 7, "tulip_yakuman": 30, "tulip_flower": 5}),
    ("super_bingo", {"tulip_tier_up_hits": 4, "tulip_tier3_factor": 3, "flower_tier_up": True}),
    ("super_bingo", {"tulip_life_ippatsu": 2, "tulip_life_sanbaiman": 0}),
    ("super_bingo", {"yakuman_tier": "riichi_plus_one"}),
    ("super_bingo", {"yakuman_tier": "add", "pocchi_reveal_flower": True}),
    ("super_bingo", {"shiro_pocchi": False, "bingo_wins": False}),
]
VARIANT_HANDS = 300


RULE_SETS = [*FAMILIES, *(f"{base}+{one}" for base, those in ADD_ONS.items() for one in those)]
NOTHING = (None, "none", [0, 0, 0], 0)
# of one value, or where nothing asks for it; Toriuchi's results are in chips
UNASKED = {"flying_fish": {"multiplier_mode", "target_points"}, "toriuchi": {"shugi_value"}}


@pytest.mark.parametrize("name", RULE_SETS)
def test_presets_have_the_options_of_the_rule_texts(name: str) -> None:
    family, *add_ons = name.split("+")
    given = rule_names(dict(load_rules(name).options))
    given["open_riichi_total_han"] = 1 + given["open_riichi_extra_han"]
    unasked = next((UNASKED[base] for base in UNASKED if family.endswith(base)), set())
    for option, value in options_of(family, add_ons).items():
        if option not in unasked:
            same = given[option] == value or (given[option] in NOTHING and value in NOTHING)
            assert same, f"{option}: {given[option]} instead of {value}"


@pytest.mark.parametrize("name", PRESETS)
def test_hands(name: str) -> None:
    seen = check_hands(load_rules(name), name, range(HANDS))
    rare = (YAKU.keys() | YAKUMAN.keys() | DORA.keys() | {"pao"}) - NEVER[name]
    assert not rare - seen.keys(), "the hands are too tame"
    assert seen["allowed"] and seen["worthless"]


@pytest.mark.parametrize(("name", "changes"), VARIANTS, ids=json.dumps)
def test_hands_under_other_options(name: str, changes: dict[str, Any]) -> None:
    check_hands(load_rules(name, **changes), f"{name} {changes}", range(VARIANT_HANDS))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_HANDS // CHUNK))
@pytest.mark.parametrize("name", PRESETS)
def test_many_hands(name: str, chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    check_hands(load_rules(name), name, range(chunk * CHUNK, (chunk + 1) * CHUNK))
    with capsys.disabled():
        print(f"\n{name}: {(chunk + 1) * CHUNK} of {SLOW_HANDS} hands agree", end="")


# ---- settlement beside the hands


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"tulip_tier_up_hits": 3, "tulip_flower": 7, "flower_tier_up": True},
        {"tulip_tier3_factor": 5, "pocchi_reveal_flower": True},
    ],
    ids=json.dumps,
)
def test_tulips(changes: dict[str, Any]) -> None:
    rules = load_rules("super_bingo", **changes)
    for i in range(500):
        given = random_tulip(random.Random(f"tulip {i}"), rules.options)
        wrong = compare(replay(rules.options, given), play_tulip(rules, given))
        assert not wrong, f"tulip {i}: {wrong} in {given}"


@pytest.mark.parametrize("name", PRESETS)
def test_payments_at_a_draw(name: str) -> None:
    rules = load_rules(name)
    for ready in itertools.product((True, False), repeat=3):
        expected = settlement.noten_delta(rules.options, list(ready))
        assert noten_payments(rules, list(ready)) == expected


def test_chips_between_the_places() -> None:
    rules = load_rules("super_bingo")
    rng = random.Random("places")
    for _ in range(1000):
        scores = random_scores(rng, rules, 1000)
        assert placement(rules, scores) == settlement.placement_chips(rules.options, scores)


def test_the_result_of_a_game() -> None:
    rules = load_rules("sanma_base")
    rng = random.Random("results")
    for _ in range(1000):
        scores = random_scores(rng, rules, 100)
        expected = settlement.final_result(rules.options, scores)
        assert final_result(rules, scores) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("sanma_base", {}),
        ("sanma_base", {"extension": "none", "bust_at_zero": True}),
        ("sanma_base", {"extension": "unlimited", "agari_yame": "none"}),
        ("sanma_base", {"game_length": "east", "target_points": 36000}),
        ("super_bingo", {}),
    ],
    ids=json.dumps,
)
def test_when_a_game_ends(name: str, changes: dict[str, Any]) -> None:
    rules = load_rules(name, **changes)
    rng = random.Random("ends")
    longest = 12 if rules.options["extension"] != "none" else 6
    for hand in range(longest if rules.options["game_length"] == "hanchan" else longest - 3):
        for _ in range(200):
            scores = random_scores(rng, rules, 1000)
            repeats, dealer = rng.random() < 0.5, hand % 3
            expected = settlement.game_over(rules.options, hand, repeats, dealer, scores)
            place = f"{'ESWN'[hand // 3]}{dealer + 1}"
            ends = game_ends(rules, place, scores, dealer_repeats=repeats, dealer=dealer)
            assert ends == expected, f"{place} {scores} repeats: {repeats}"


@pytest.mark.parametrize(
    "changes", [{}, {"bingo_counts_riichi_tile": True}, {"discard_row_length": 4}], ids=json.dumps
)
def test_wins_by_discards(changes: dict[str, Any]) -> None:
    rules = load_rules("super_bingo", **changes)
    rng = random.Random("bingo")
    for _ in range(3000):
        n = rng.randint(1, 24)
        discards = rng.choices(("7p", "7s", "1z", "9s", "0p"), (3, 2, 3, 2, 1), k=n)
        at = rng.randrange(n)
        expected = bingo(rules.options, discards, at)
        assert bingo_line(rules, "".join(discards), at) == expected, f"{discards} from {at}"
