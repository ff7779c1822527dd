"""Shouhai Mighty against the slow reference: waits, values, points, chips, and how it is played."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from shugi._fast.games.riichi.score import score_win, waits_of
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi import beside
from tests.games.riichi.beside import Options
from tests.games.riichi.cases import Case, case
from tests.games.riichi.reference.ready import wait_kinds

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
    {"pao_ron": "whole"},
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
    {"kan_gives_almighty": True},
    {"points_table": "no_fu"},
    {"points_table": "mjs"},
]


def engine_case(case: dict[str, Any]) -> dict[str, Any]:
    """The case as the engine writes it: a 5m is set aside, so its code is 5mn."""
    shown = {key: re.sub("5m", "5mn", case[key]) for key in ("dora_indicators", "ura_indicators")}
    return case | shown | {"removed_tiles": "1f" * case["removed_tiles"]}


def waits_as_the_reference_has_them(options: Options, held: Case) -> Case:
    return {"waits": wait_kinds(options, held)}


def check_hands(rules: Rules, name: str, numbers: range) -> Counter[str]:
    options = dict(rules.options)
    if options["open_riichi_furiten_han"] is None:  # the reference wants it left out
        del options["open_riichi_furiten_han"]
    ready = waits_as_the_reference_has_them
    return beside.check_hands(rules, name, numbers, options, ready, engine_case)


def test_hands() -> None:
    seen = check_hands(load_rules(NAME), NAME, range(HANDS))
    assert seen.keys() >= SPECIAL, "the hands are too tame"


@pytest.mark.parametrize("changes", VARIANTS, ids=json.dumps)
def test_hands_under_other_options(changes: dict[str, Any]) -> None:
    # with up to four wildcards the reference tries thousands of hands for one
    hands = VARIANT_HANDS // 3 if "kan_gives_almighty" in changes else VARIANT_HANDS
    check_hands(load_rules(NAME, **changes), f"{NAME} {changes}", range(hands))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_HANDS // CHUNK))
def test_many_hands(chunk: int) -> None:
    check_hands(load_rules(NAME), NAME, range(chunk * CHUNK, (chunk + 1) * CHUNK))


# ---- one thing at a time

FLOWERS = {"hand": "456p678s234s99p6p", "win_tile": "7p", "winner": 2, "dealer": 0, "loser": 0}
FLOWERS |= {"win_by": "ron", "riichi": "none", "removed_tiles": "1f1f5mn"}


@pytest.mark.parametrize("indicator", ["1f", "5mn"])
def test_an_indicator_that_shows_a_tile_set_aside_raises_them_all(indicator: str) -> None:
    rules = load_rules(NAME, extra_5m=True)
    told = score_win(rules, FLOWERS | {"dora_indicators": indicator})
    assert {"nuki": 3, "dora": 3}.items() <= dict(told["yaku"]).items()


def test_the_almighty_is_no_flower_and_no_5m() -> None:
    melds = [["pon", 3 * tile] for tile in ("2p", "5s", "8s", "3z")]
    told = waits_of(load_rules(NAME, extra_5m=True), "", melds)["waits"]
    assert "5m" not in told and len(told) == 27 - 4


def test_the_chips_of_a_drawn_mu_fall_to_who_is_liable_for_it_alone() -> None:
    rules = load_rules(NAME)
    dragons = [["pon", 3 * tile] for tile in ("5z", "6z", "7z", "1p")]
    won = {"hand": "", "melds": dragons, "win_tile": "9s", "winner": 0, "dealer": 1}
    won |= {"win_by": "tsumo", "scores": [50000, 50000, 50000]}
    both = score_win(rules, won | {"pao": {"daisangen": 1, "mu": 2}})
    assert both["points_delta"] == [32000, -32000, 0]
    assert both["shugi_delta"] == [8 + 2 * 19, -19, -8 - 19]
    mu_not_counted = Rules(NAME, rules.options | {"local_mu": False})
    dragons_only = score_win(mu_not_counted, won | {"pao": {"daisangen": 1, "mu": 2}})
    assert dragons_only["shugi_delta"] == [8 + 2 * 19, -4 - 19, -4 - 19]


@pytest.mark.parametrize(("points", "chips"), [(5000, 2), (5200, 0), (0, 2), (-100, 0)])
def test_a_bust_is_paid_by_who_had_points_before(points: int, chips: int) -> None:
    """In play and by the scorer: who was below the line already is not busted again."""
    won = case("123p456p789p55s55z", "5z", loser=2, scores=[35000, 35000, points])
    answer = score_win(load_rules("sanma_base", chip_bust=2, shugi=True), won)
    assert answer["shugi_delta"] == [0, chips, -chips] and answer["points_delta"][2] == -5200


def test_a_liable_player_who_busts_pays_for_that_too() -> None:
    won = {"hand": "", "melds": [["pon", 3 * t] for t in ("2p", "5s", "8s", "3z")]}
    won |= {"win_tile": "9s", "winner": 0, "dealer": 1, "win_by": "ron", "loser": 1}
    told = score_win(load_rules(NAME), won | {"pao": {"mu": 2}, "scores": [30000, 30000, 10000]})
    assert told["points_delta"] == [32000, -16000, -16000]
    assert told["shugi_delta"] == [5 + 19 + 2, -5 - 19, -2]


def test_a_player_liable_for_all_of_a_ron_pays_the_chips_of_the_yakuman() -> None:
    """The discarder keeps what he owes for his own discard: the kinds of wait."""
    won = {"hand": "", "melds": [["pon", 3 * t] for t in ("2p", "5s", "8s", "3z")]}
    won |= {"win_tile": "9s", "winner": 0, "dealer": 1, "win_by": "ron", "loser": 1}
    won |= {"pao": {"mu": 2}, "scores": [30000, 30000, 10000]}
    told = score_win(load_rules(NAME, pao_ron="whole"), won)
    assert told["points_delta"] == [32000, 0, -32000]
    assert told["shugi_delta"] == [5 + 19 + 2, -19, -5 - 2]


def test_the_winner_names_the_dora() -> None:
    won = {"hand": "123456789p78s1m", "win_tile": "1m"}
    won |= {"winner": 1, "dealer": 0, "win_by": "tsumo"}
    rules = load_rules(NAME)
    for indicator, named in (("5s", "6s"), ("8s", "9s")):
        told = score_win(rules, won | {"dora_indicators": indicator})
        assert told["almighty_as"] == named and ["dora", 1] in told["yaku"]
