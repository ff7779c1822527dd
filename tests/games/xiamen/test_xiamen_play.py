"""Xiamen and Quanzhou in play: random games beside the slow reference, and each rule by itself."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.reference.options import CHOICES, DEFAULTS, options_of
from tests.games.xiamen.shadow import played, played_hand, total

PLAIN = DEFAULTS["xiamen"]
PRESETS = {
    "xiamen": {},
    "xiamen+strict": {"preset": "xiamen_strict"},
    "quanzhou": {"preset": "quanzhou"},
}
AWARDS = {"common", "wall", "rob_kong", "knock", "knock_deal", "gold_float", "double_float"}
# options that the other side of a decision does not read
SILENT = {"closed_kong_hidden", "match_hands", "start_chips"}


def flipped(rng: Random) -> dict[str, Any]:
    """Some options with another value than Xiamen's default."""
    changes = {}
    for name in rng.sample(sorted(PLAIN.keys() - SILENT), rng.choice((1, 3, 8))):
        values = CHOICES.get(name, (False, True))
        others = [value for value in values if value not in (PLAIN[name], "any_fortune")]
        changes[name] = rng.choice(others)
    return changes


@pytest.mark.parametrize("name", PRESETS)
def test_games_beside_the_reference(name: str) -> None:
    rules, options = load_rules(name), options_of("xiamen", PRESETS[name])
    met = total(played(rules, options, seed) for seed in range(2))
    assert {"pung", "chow_low"} <= met.keys() and met["common"] + met["wall"]


@pytest.mark.parametrize("name", PRESETS)
def test_near_wins_beside_the_reference(name: str) -> None:
    rules, options = load_rules(name), options_of("xiamen", PRESETS[name])
    met = total(played_hand(rules, options, seed) for seed in range(80))
    assert {"heavenly", "common", "pung"} <= met.keys()


def test_near_wins_with_any_options_beside_the_reference() -> None:
    met = total(with_any_options(seed) for seed in range(80))
    assert {"rob_gold", "wall", "common", "gold_float", "knock_deal"} <= met.keys()


@pytest.mark.slow
def test_many_near_wins_with_any_options_beside_the_reference() -> None:
    met = total(with_any_options(seed) for seed in range(1000, 13_000))
    assert (
        AWARDS | {"rob_gold", "earthly", "triple_float", "heavenly", "eight_flowers"} <= met.keys()
    )


def test_bases_grow_over_hands_beside_the_reference() -> None:
    """The banker's stays and their multipliers outlast a hand: whole games."""
    for growth in ("double", "plus1", "plus_multiplier"):
        changes = {"banker_base_growth": growth, "draw_increments_stay": growth != "plus1"}
        met = played(written_rules("xiamen", changes), options_of("xiamen", changes), 7)
        assert met["wall"] + met["common"]


def with_any_options(seed: int) -> Counter[str]:
    changes = flipped(Random(seed))
    return played_hand(written_rules("xiamen", changes), options_of("xiamen", changes), seed)
