"""The slow reference against the worked examples, and the random hands that it is asked about."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.riichi.reference.deck import deck_of
from tests.games.riichi.reference.examples import answer, can_answer, differences
from tests.games.riichi.reference.notation import tiles
from tests.games.riichi.reference.options import options_of
from tests.games.riichi.reference.random_hands import random_case
from tests.games.riichi.reference.scoring import NotAWin, score_win

GOLDEN = Path(__file__).parents[2] / "golden"
EXAMPLES = [
    example
    for path in sorted(GOLDEN.glob("*.json"))
    for example in json.loads(path.read_text("utf-8"))["examples"]
    if can_answer(example)
]
# a rule set, and what its random hands must bring up
HOUSES: list[tuple[str, list[str], set[str]]] = [
    ("super_bingo", ["rainbow_sevens"], {"rainbow", "tier 3"}),
    ("super_bingo", ["grand_cross"], {"gc", "sanankou", "ittsu"}),
    ("super_bingo", ["seven_rush"], {"1b", "2b", "wall", "miss"}),
    ("super_bingo", ["seven_rush_deluxe"], {"1b", "2b", "wall", "miss"}),
    ("super_bingo", ["home_run"], {"x1", "x2", "x4", "x6"}),
    ("super_bingo", ["cherry"], {"1pc", "3pc", "death", "wall", "miss", "negative"}),
    (
        "super_bingo",
        ["atama"],
        {"atama", "hadaka", "orochi", "susanowo", "daisharin", "chiitoi_3quads", "open_riichi"},
    ),
    ("flying_fish", [], {"busting", "demekin", "c0", "c1", "c2", "c3", "c4"}),
    ("flying_fish", ["fierce", "far"], {"riichi", "open_riichi", "gold", "f1", "f2", "f4", "f8"}),
    (
        "shouhai_mighty",
        [],
        {"sanpukou", "sanrenkou", "suurenkou", "yonchoro", "otafuku", "mu", "manzu_honitsu"}
        | {"daisharin", "renhou", "closed_honitsu_chiitoi", "kandora", "yakuhai_4z", "pao"},
    ),
    ("toriuchi", [], {"all_eight_1s", "guns", "birds_paid", "tobi", "red", "chiitoi"}),
]
HANDS = 500


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_example(example: dict[str, Any]) -> None:
    wrong = differences(example["expected"], answer(example))
    assert not wrong, "; ".join(wrong)


@pytest.mark.parametrize(
    ("family", "addons", "wanted"),
    HOUSES,
    ids=lambda one: str(sorted(one) if isinstance(one, set) else one),
)
def test_random_hands(family: str, addons: list[str], wanted: set[str]) -> None:
    """They come out of one deck, and what is special about the rules comes up."""
    options = options_of(family, addons)
    deck, seen = Counter(deck_of(options)), Counter[str]()
    for i in range(HANDS):
        case = random_case(random.Random(f"{family} {addons} {i}"), options)
        assert not Counter(shown_tiles(case)) - deck, f"hand {i}: {case}"
        seen.update(came_up(options, case))
    assert wanted <= seen.keys(), "the hands are too tame"


def shown_tiles(case: dict[str, Any]) -> list[str]:
    """Every tile that lies somewhere in the case."""
    text = [case["hand"], case["win_tile"] or "", case["dora_indicators"], case["ura_indicators"]]
    text += [meld for _, meld in case["melds"]]
    text += [case.get("wall_from_end", "").replace(",", "").replace(";", "").replace("-", "")]
    text += case.get("payer_hands", {}).values()
    text += case.get("cherry", {}).get("discards", [])
    text += [tile * n for tile, n in case.get("bingo_in_hand", {}).items()]
    return [tile for part in text for tile in tiles(part)]


def came_up(options: dict[str, Any], case: dict[str, Any]) -> set[str]:
    try:
        result = score_win(options, case)
    except NotAWin:
        return set()
    shugi = result.get("shugi", {})
    seen = {name for name, _ in result["yaku"] + result["yakuman"] + case["melds"]}
    seen |= case.keys() | set(result.get("limit_yaku", [])) | {shugi.get("ended", "")}
    seen |= {tile for tile, *_ in shugi.get("reveals", [])} | {f"tier {shugi.get('end_tier')}"}
    seen |= {f"x{factor}" for factor in shugi.get("multipliers", {}).values()}
    seen |= {name for name, n in shugi.items() if n}
    for bill in shugi.get("per_payer", {}).values():
        seen |= {name for name, n in bill.items() if n}
        seen |= {f"c{bill.get('conditions')}", f"f{bill.get('honba_multiplier')}"}
    return seen | ({"negative"} if shugi.get("chips_per_payer", 0) < 0 else set())
