"""Shouhai Mighty against the slow reference: waits, values, points, chips, and how it is played."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.rules import Rules
from shugi._fast.score import score_win, waits_of
from shugi.envs.rules import load_rules
from tests.golden.runner import compare
from tests.reference.options import options_of
from tests.reference.random_hands import random_case
from tests.reference.ready import wait_kinds
from tests.reference.scoring import NotAWin
from tests.reference.scoring import score_win as reference_win

NAME = "shouhai_mighty"
HANDS, VARIANT_HANDS = 400, 60
SLOW_HANDS, CHUNK = 20_000, 1000
# what has to come up among the hands
SPECIAL = {"sanpukou", "sanrenkou", "suurenkou", "yonchoro", "otafuku", "mu", "manzu_honitsu"}
SPECIAL |= {"daisharin", "renhou", "closed_honitsu_chiitoi", "pao", "kokushi", "nuki", "ura"}
VARIANTS: list[dict[str, Any]] = [
    {"open_riichi_furiten_han": None},
    {"open_riichi_furiten_han": 2, "open_riichi_extra_han": 3},
    {
        "local_sanpukou": False,
        "local_renkou": False,
        "local_mu": False,
        "local_manzu_honitsu": False,
        "local_daisharin": False,
    },
    {"local_yonchoro": False, "local_otafuku": False},
    {"otafuku_free_waits": 2, "otafuku_with_yakuman": False},
    {"limit_yaku_mode": "additive"},
    {"renhou_limit": "none", "closed_honitsu_chiitoi": "none"},
    {"mu_counts_ankan": True},
    {"min_fu": 20},
    {"fu_extension": "cap_50"},
    {"shugi": False},
    {"chip_kandora_initial": True, "chip_kazoe": True},
    {"chip_ura": 2, "chip_kandora": 3, "chip_ippatsu": 2, "chip_bust": 7},
    {
        "max_yakuman": None,  # the chips of the reference know one unit only
        "double_variants": True,
        "chip_yakuman_ron": 0,
        "chip_yakuman_tsumo": 0,
    },
    {"extra_5m": True},
    {"points_table": "no_fu"},
    {"points_table": "mjs"},
]


def engine_case(case: dict[str, Any]) -> dict[str, Any]:
    """The case as the engine writes it: a 5m is set aside, so its code is 5mn."""
    shown = {
        key: re.sub("5m", "5mn", case[key]) for key in ("dora_indicators", "ura_indicators")
    }
    return case | shown | {"removed_tiles": "1f" * case["removed_tiles"]}


def answer_of(rules: Rules, case: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return score_win(rules, case)
    except ValueError as error:
        assert "completed by" in str(error), error
        return None


def expected_of(rules: Rules, case: dict[str, Any]) -> dict[str, Any] | None:
    try:
        options = dict(rules.options)
        if options["open_riichi_furiten_han"] is None:  # the reference wants it left out
            del options["open_riichi_furiten_han"]
        return reference_win(options, case)
    except NotAWin:
        return None


def disagreement(expected: dict[str, Any] | None, answer: dict[str, Any] | None) -> list[str]:
    """What the engine says otherwise than the reference, or than a reading of equal worth."""
    if expected is None or answer is None:
        return [] if expected is answer else [f"expected {expected}, came {answer}"]
    ties = expected["ties"]
    sure = {key: expected[key] for key in expected.keys() - ties[0].keys() - {"ties", "waits"}}
    return compare(sure, answer) + min((compare(tie, answer) for tie in ties), key=len)


def check_hands(rules: Rules, name: str, numbers: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for i in numbers:
        case = random_case(random.Random(f"{name} {i}"), rules.options)
        answer = answer_of(rules, engine_case(case))
        expected = expected_of(rules, case)
        wrong = disagreement(expected, answer)
        assert not wrong, f"hand {i} of {name}: {'; '.join(wrong)}\nin {json.dumps(case)}"
        ready = waits_of(rules, case["hand"], case["melds"])["waits"]
        assert sorted(ready) == sorted(wait_kinds(rules.options, case)), json.dumps(case)
        if expected:
            seen.update(entry for entry, _ in expected["yaku"] + expected["yakuman"])
            seen.update(expected.get("limit_yaku", []))
            seen.update(case.keys() & {"pao"})
    return seen


def test_the_preset_has_the_options_of_the_rule_text() -> None:
    options = load_rules(NAME).options
    other = {"open_riichi_total_han": "open_riichi_extra_han"}
    for option, value in options_of(NAME).items():
        ours = re.sub("^shugi_(?!value)", "chip_", other.get(option, option))
        ours = "chip_kandora_initial" if ours == "chip_kandora_includes_initial" else ours
        wanted = value - 1 if option in other else value
        nothing = (None, "none")
        assert options[ours] == wanted or {options[ours], wanted} <= set(nothing), option


def test_hands() -> None:
    seen = check_hands(load_rules(NAME), NAME, range(HANDS))
    assert seen.keys() >= SPECIAL, "the hands are too tame"


@pytest.mark.parametrize("changes", VARIANTS, ids=json.dumps)
def test_hands_under_other_options(changes: dict[str, Any]) -> None:
    check_hands(load_rules(NAME, **changes), f"{NAME} {changes}", range(VARIANT_HANDS))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_HANDS // CHUNK))
def test_many_hands(chunk: int) -> None:
    check_hands(load_rules(NAME), NAME, range(chunk * CHUNK, (chunk + 1) * CHUNK))
