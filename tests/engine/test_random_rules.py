"""Random play of all rule sets, of options drawn at random and of add-ons three at a time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shugi.envs import load_rules
from tests.support.random_rules import TRIPLES, random_rules
from tests.support.rule_sets import RULE_SETS
from tests.support.walk import walk

# one base of each game, and those with many options of their own
BASES = (
    "sanma_base", "sanma_tenhou", "super_bingo", "super_bingo_yunyun", "crazy_cherry",
    "super_bingo_atama", "flying_fish", "far_flying_fish", "shouhai_mighty", "toriuchi",
    "riichi_tenhou", "riichi_parlour", "hangzhou", "xiamen", "quanzhou", "wuhan", "kawuxing",
    "kawuxing+four_people", "piquet", "ninety_nine",
)  # fmt: skip
# games that failed once: a re-deal while the copies of a call are chosen
FOUND: list[tuple[str, int, dict[str, Any]]] = [
    (
        "super_bingo_atama",
        21,
        {"tulip_gold": 925, "nuki_tile": "flower", "discard_row_length": 9, "seven_rush": "off"},
    ),
    (
        "super_bingo_yunyun",
        39,
        {
            "honba_tsumo": 100_000,
            "kuikae": "allowed",
            "open_riichi_deal_in": "none",
            "call_on_last_discard": False,
        },
    ),
]
DRAWS = 3  # of options, for each base
SLOW_DRAWS = 60
MILLIONS = 10


def play_drawn(base: str, seed: int, decisions: int) -> int:
    """Random options; none where they exclude each other. Decisions made."""
    rng = Random(f"{base} {seed}")
    found = random_rules(base, rng)
    if found is None:
        return 0
    return play(base, found[1], seed, decisions)


def play(base: str, changes: dict[str, Any], seed: int, decisions: int) -> int:
    """Decisions made; what goes wrong is told with the options."""
    rules = load_rules(base, **changes)
    try:
        return walk(rules, decisions, seed=seed, forced=seed % 2 == 0)
    except Exception as error:
        error.add_note(f"load_rules({base!r}, **{changes!r}), seed {seed}")
        raise


@pytest.mark.parametrize("name", RULE_SETS)
def test_forced_moves_may_be_left_to_the_seats(name: str) -> None:
    walk(load_rules(name), 400, seed=3, forced=False)


@pytest.mark.parametrize("base", BASES)
def test_options_drawn_at_random(base: str) -> None:
    seeds = iter(range(100))
    played = 0
    while played < DRAWS:
        played += play_drawn(base, next(seeds), 200) > 0


@pytest.mark.parametrize(("base", "seed", "changes"), FOUND)
def test_what_long_runs_have_found(base: str, seed: int, changes: dict[str, Any]) -> None:
    assert play(base, changes, seed, 3_100)


@pytest.mark.parametrize("name", TRIPLES)
def test_three_add_ons(name: str) -> None:
    walk(load_rules(name), 160, seed=5, every=20)


@pytest.mark.slow
@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize("name", RULE_SETS)
def test_many_decisions(name: str, forced: bool) -> None:
    share = MILLIONS * 1_000_000 // (3 * len(RULE_SETS))
    walk(load_rules(name), share, seed=11, forced=forced, n=100, every=20)


@pytest.mark.slow
@pytest.mark.parametrize("base", BASES)
def test_many_options_drawn_at_random(base: str) -> None:
    share = MILLIONS * 1_000_000 // (3 * len(BASES) * SLOW_DRAWS)
    assert sum(play_drawn(base, seed, share) > 0 for seed in range(SLOW_DRAWS)) > SLOW_DRAWS // 4


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIPLES)
def test_many_decisions_with_three_add_ons(name: str) -> None:
    walk(load_rules(name), 50_000, seed=13, forced=False, n=50, every=20)
