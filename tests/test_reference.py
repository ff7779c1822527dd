"""The engine against the slow reference: values of hands, payments, tulips, ends of games.

The reference is written from the rule texts.  A disagreement prints the case as a golden example
would state it, so that it can be pasted into a file and run with ``python -m tests.golden``.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from shugi._fast.rules import Rules
from shugi._fast.score import score_win
from shugi.envs.rules import load_rules
from tests.golden.runner import compare, read
from tests.reference.notation import tiles
from tests.reference.options import PRESETS
from tests.reference.random_hands import random_case
from tests.reference.scoring import NotAWin
from tests.reference.scoring import score_win as reference_win
from tests.reference.tulip import play, stacks_of

GOLDEN = [
    example
    for family in PRESETS
    for example in read(Path(__file__).parent / "golden" / f"{family}.json")
    if example["kind"] in ("win", "tulip")
]
HANDS = 2000
SLOW_HANDS, CHUNK = 100_000, 5000

# what is changed from a preset, so that every scoring option is tried
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("sanma_base", {"double_variants": False}),
    ("sanma_base", {"kazoe": False}),
    ("sanma_base", {"max_yakuman": 1}),
    ("sanma_base", {"open_tanyao": False, "kiriage": True}),
    ("sanma_base", {"tsumo_loss": False}),
    ("sanma_base", {"points_table": "north_bisection"}),
    ("sanma_base", {"points_table": "no_fu", "honba_ron": 1000, "honba_tsumo": 500}),
    ("sanma_base", {"north_role": "yakuhai", "nuki_indicator_doubles": False}),
    ("sanma_base", {"chanta_han": [3, 0], "junchan_han": [0, 3], "renhou_han": 5}),
    ("sanma_base", {"chiitoi_duplicates": True, "chinroutou_chiitoi": True}),
    ("sanma_base", {"chinitsu_chiitoi": "yakuman", "chiitoi_duplicates": True}),
    ("sanma_base", {"min_yaku_han": 2, "riichi_cost": 2000}),
    ("sanma_base", {"pao": ["daisuushii"], "red_fives": {"5p": 2, "5s": 3}}),
    ("sanma_base", {"pao": []}),
    ("super_bingo", {"double_variants": False}),
    ("super_bingo", {"kazoe": False}),
    ("super_bingo", {"max_yakuman": 2}),
    ("super_bingo", {"points_table": "mjs", "tsumo_loss": True}),
    ("super_bingo", {"open_riichi_deal_in_kind": "points_only"}),
    ("super_bingo", {"open_riichi_deal_in": "none", "open_riichi_extra_han": 2}),
    ("super_bingo", {"chiitoi_quad_han": [3, "yakuman", "yakuman"]}),
    ("super_bingo", {"chiitoi_quad_han": None, "chinitsu_chiitoi": "han"}),
    ("super_bingo", {"chinroutou_chiitoi": True, "seven_limit": None}),
    ("super_bingo", {"seven_limit": 5, "chiitoi_duplicates": False, "chiitoi_quad_han": None}),
    ("super_bingo", {"orphan_hand": "kokushi", "tile_set": "sanma_flowers_112"}),
    ("super_bingo", {"bingo_value": "sanbaiman"}),
    ("super_bingo", {"gold_dora": 2, "gold_fives": {"5p": 2, "5s": 1}, "tulip_gold": 3}),
    ("super_bingo", {"tulip": False}),
    ("super_bingo", {"tulip_ura": 2, "tulip_kazoe": 7, "tulip_yakuman": 30, "tulip_flower": 5}),
    ("super_bingo", {"tulip_tier_up_hits": 4, "tulip_tier3_factor": 3, "flower_tier_up": True}),
    ("super_bingo", {"tulip_life_ippatsu": 2, "tulip_life_sanbaiman": 0}),
    ("super_bingo", {"yakuman_tier": "riichi_plus_one"}),
    ("super_bingo", {"yakuman_tier": "add", "pocchi_reveal_flower": True}),
    ("super_bingo", {"nuki_tile": "none", "shiro_pocchi": False}),
]
VARIANT_HANDS = 300


def answer_of(scorer: Any, *args: Any) -> dict[str, Any]:
    """The scorer's answer; where it sees no winning hand, only that."""
    try:
        answer: dict[str, Any] = scorer(*args)
    except ValueError:
        return {"legal": False}
    return {"legal": True} | answer


def disagreement(rules: Rules, case: dict[str, Any]) -> str:
    """What the engine says otherwise than the reference; empty when they agree."""
    expected = answer_of(reference_win, rules.options, case)
    answer = answer_of(score_win, rules, case)
    ties = expected.pop("ties", [{}])
    for key in ("yaku", "yakuman", "fu"):
        expected.pop(key, None)
    wrong = compare(expected, answer)
    readings = [compare(tie, answer) for tie in ties]
    wrong += min(readings, key=len)
    return f"{'; '.join(wrong)}\nin {json.dumps(case)}" if wrong else ""


def hands(rules: Rules, name: str, numbers: range) -> None:
    """Compares the hands with these numbers; a hand depends on its name and number only."""
    for i in numbers:
        case = random_case(random.Random(f"{name} {i}"), rules.options)
        wrong = disagreement(rules, case)
        assert not wrong, f"hand {i} of {name}: {wrong}"


@pytest.mark.parametrize("example", GOLDEN, ids=lambda example: example["id"])
def test_reference_agrees_with_golden(example: dict[str, Any]) -> None:
    options, given = PRESETS[example["family"]], example["input"]
    if example["kind"] == "win":
        answer = reference_win(options, given)
    else:
        answer = play(
            options,
            hand=tiles(given["tulip_hand"]),
            flowers=given["removed_flowers"],
            start=given["start"],
            lives=given["lives"],
            tier=given["start_tier"],
            stacks=stacks_of(given["wall_from_end"]),
        )
    assert not compare(example["expected"], answer)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_have_the_options_of_the_rule_texts(name: str) -> None:
    options = load_rules(name).options
    nothing = (None, "none", [0, 0, 0], 0)
    for option, value in PRESETS[name].items():
        same = options[option] == value or (options[option] in nothing and value in nothing)
        assert same, f"{option}: {options[option]} instead of {value}"


@pytest.mark.parametrize("name", PRESETS)
def test_hands(name: str) -> None:
    hands(load_rules(name), name, range(HANDS))


@pytest.mark.parametrize(("name", "changes"), VARIANTS, ids=lambda part: json.dumps(part))
def test_hands_under_other_options(name: str, changes: dict[str, Any]) -> None:
    hands(load_rules(name, **changes), f"{name} {changes}", range(VARIANT_HANDS))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_HANDS // CHUNK))
@pytest.mark.parametrize("name", PRESETS)
def test_many_hands(name: str, chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    hands(load_rules(name), name, range(chunk * CHUNK, (chunk + 1) * CHUNK))
    with capsys.disabled():
        print(f"\n{name}: {(chunk + 1) * CHUNK} of {SLOW_HANDS} hands agree", end="")
