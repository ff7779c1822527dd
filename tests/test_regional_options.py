"""Every option of the regional games changes play: two tables, one option apart, told apart.

Both tables get the same seeds and the same actions. What players see of the game (whose turn it
is, what is legal, what is paid) must differ before long; what is rare has a rule of its own in the
tests of its game, which ``ELSEWHERE`` names.
"""

from typing import Any, NamedTuple

import numpy as np
import pytest

from shugi._fast.batch import Batch
from shugi._fast.bots import style
from shugi._fast.option_types import Choice, OneOf
from shugi._fast.options import OPTIONS
from shugi._fast.rules import Rules
from shugi.envs.rules import load_rules

GAMES = 512
REGIONAL = {name for name, one in OPTIONS.items() if set(one.games) - {"riichi"}} - {"game"}


class Flip(NamedTuple):
    """One option with another value, and what else both sides need."""

    rules: str
    key: str
    value: Any
    needs: dict[str, Any] = {}  # noqa: RUF012
    steps: int = 3000

    @property
    def sides(self) -> tuple[Rules, Rules]:
        return (
            load_rules(self.rules, **self.needs),
            load_rules(self.rules, **self.needs | {self.key: self.value}),
        )

    def __str__(self) -> str:
        return f"{self.rules}-{self.key}={self.value}"


def seen(batch: Batch, mask: np.ndarray) -> list[np.ndarray]:
    return [batch.legal(mask), batch.seat, batch.points, batch.hand_done]


def told_apart(left: Rules, right: Rules, steps: int) -> bool:
    """Whether the same actions lead two tables to different places."""
    if left.seats != right.seats or left.tiles != right.tiles:
        return True
    one, other = (Batch(rules, GAMES, seed=5, auto_reset=True) for rules in (left, right))
    masks = np.zeros((GAMES, 128), np.bool_), np.zeros((GAMES, 128), np.bool_)
    careful, drawn = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.uint8)
    rng = np.random.default_rng(2)
    plain = style("plain")
    for step in range(steps):
        pairs = zip(seen(one, masks[0]), seen(other, masks[1]), strict=True)
        if any(not np.array_equal(a, b) for a, b in pairs):
            return True
        one.baseline(careful, plain)
        one.sample(drawn, step)
        actions = np.where(rng.random(GAMES) < 0.2, drawn, careful).astype(np.uint8)
        one.step(actions)
        other.step(actions)
    return False


FLIPS: list[Flip] = [
    Flip("hangzhou", "permanent_fortune", True),
    Flip("hangzhou", "wall_only", True),
    Flip("hangzhou", "liability", False),
    Flip("hangzhou", "start_chips", 3),
    Flip("hangzhou", "first_banker", "seat0"),
    Flip("hangzhou", "kong_after_claim", True),
    Flip("hangzhou", "draw_increments_stay", False),
    Flip("hangzhou", "level_counts", "completed_stays"),
    Flip("hangzhou", "last_discard_claims", "any"),
    Flip("hangzhou", "float_round_trigger", "true_float"),
    Flip("hangzhou", "instant_third_stay", "doubles"),
    Flip("hangzhou", "instant_third_stay", "high"),
    Flip("hangzhou", "instant_third_stay", "high", {"instant_third_stay": "both"}),
    Flip("hangzhou", "instant_third_min", 5, {"instant_third_stay": "high"}),
    Flip("hangzhou", "liability_restriction", "nonbanker_third_forbidden"),
    Flip("hangzhou", "liability_restriction", "max_two_always"),
    Flip("hangzhou", "liability_restriction", "nonbanker_three_chows_forbidden"),
    Flip(
        "hangzhou",
        "liability_restriction_when",
        "level3",
        {"liability_restriction": "max_two_always"},
    ),
    Flip(
        "hangzhou",
        "liability_restriction_when",
        "level2up",
        {"liability_restriction": "max_two_always"},
    ),
    Flip("hangzhou", "missed_pung_rule", True),
    Flip("hangzhou", "missed_win_rule", True),
    Flip("hangzhou", "match_hands", 2),
    Flip("hangzhou", "rob_min_level", 2),
    Flip("hangzhou", "clean_seven_pairs_on_claim", False),
    Flip("hangzhou", "liability_on_claim", True),
    Flip("hangzhou", "liability_on_rob", True),
    Flip("hangzhou", "ten_honours", "ladder"),
    Flip("hangzhou", "ten_honours", "ladder", {"ten_honours": "wild_eye"}),
    Flip("hangzhou", "ten_honours_claim", "breaks", {"ten_honours": "ladder"}),
    Flip("hangzhou", "white_is_honour_by", "face", {"ten_honours": "ladder"}),
    Flip("hangzhou", "wild_eye_claim_rule", "reading"),
    Flip("hangzhou", "float_round_bars_fill_kong", False),
    Flip("hangzhou", "floater_may_claim", True),
    Flip("hangzhou", "float_second_half_liability", True, {"floater_may_claim": True}),
    Flip("kawuxing", "double_dragon_exception", True),
    Flip("kawuxing", "lone_tile_includes_all_pung", True),
    Flip("kawuxing", "removed_suit", "p"),
    Flip("kawuxing", "removed_suit", "s"),
    Flip("kawuxing", "max_doubles", 1),
    Flip("kawuxing", "disclosure", False),
    Flip("kawuxing", "kong_after_disclosure", "never"),
    Flip("kawuxing", "disclosed_discarder_exempt", True),
    Flip("kawuxing", "kong_chain_needs_supplement_tile", False),
    Flip("kawuxing", "resting_player", True),
    Flip("kawuxing", "unit", 5),
    Flip("kawuxing", "first_banker", "seat0"),
    Flip("xiamen", "multipliers", "quanzhou"),
    Flip("xiamen", "rob_gold", False),
    Flip("xiamen", "heavenly_bonus", False),
    Flip("xiamen", "earthly_bonus", False),
    Flip("xiamen", "eight_flowers_win", True),
    Flip("xiamen", "required_float", True),
    Flip("xiamen", "opening_order", "rob_first"),
    Flip("xiamen", "knock_time", "own_last_turn"),
    Flip("xiamen", "robbed_tile_is_open", True),
    Flip("xiamen", "banker_base_growth", "plus1"),
    Flip("xiamen", "banker_base_growth", "plus_multiplier"),
    Flip("xiamen", "added_kong_as_closed_pung", True),
    Flip("xiamen", "open_pung_as_closed", True),
    Flip("xiamen", "flower_set_bonus", False),
    Flip("xiamen", "base_scale", 5),
    Flip("xiamen", "base_scale", 8),
    Flip("xiamen", "no_claim_win_with_gold", True),
    Flip("xiamen", "float_round_claim_win", True),
    Flip("xiamen", "missed_win_or_pung_rule", True),
    Flip("xiamen", "false_float_forfeits", True),
    Flip("xiamen", "follow_honours", False),
    Flip("xiamen", "honour_rule_counts_claimed", False),
    Flip("xiamen", "honour_rule_exempts_gold", False),
    Flip("xiamen", "knock_counts_triplets", False),
    Flip("xiamen", "gold_sets_water", "natural_only"),
    Flip("xiamen", "indicator_in_dead_wall", False),
    Flip("xiamen", "last_discard_claims", "any"),
    Flip("xiamen", "next_banker", "winner"),
    Flip("xiamen", "kong_after_claim", True),
    Flip("wuhan", "one_suit_gold", True),
    Flip("wuhan", "rob_counts_as_discard", False),
    Flip("wuhan", "shapeless_258_has_pair", True),
    Flip("wuhan", "players", 3, {"removed_suit": "none"}),
    Flip("wuhan", "kong_tile_mode", "hongzhong_facai"),
    Flip("wuhan", "kong_tile_mode", "pizi"),
    Flip("wuhan", "opening_fan_mode", "per_meld"),
    Flip("wuhan", "min_points", 0),
    Flip("wuhan", "min_points", 16),
    Flip("wuhan", "min_points", 32),
    Flip("wuhan", "min_rule", "fan"),
    Flip("wuhan", "min_fan", 4, {"min_rule": "fan"}),
    Flip("wuhan", "minimum_scope", "any"),
    Flip("wuhan", "caps", [100, 150, 200, 300]),
    Flip("wuhan", "last_tiles_pattern", False),
    Flip("wuhan", "big_self_draw_factor", 2),
    Flip("wuhan", "big_discard_factor", 2),
    Flip("wuhan", "indicator_in_reserve", True),
    Flip("wuhan", "kong_limit", "until_reserve"),
    Flip("wuhan", "kong_after_claim", False),
    Flip("wuhan", "next_banker", "winner"),
    Flip("wuhan", "draw_banker", "rotate"),
    Flip("wuhan", "start_chips", 20),
]
# what random play meets too seldom: option -> the test that sets it up
ELSEWHERE: dict[str, str] = {}


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_play(flip: Flip) -> None:
    assert told_apart(*flip.sides, flip.steps), f"{flip} changes nothing"


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_hash_and_rule_vector(flip: Flip) -> None:
    left, right = flip.sides
    assert left != right and left.hash != right.hash
    assert not np.array_equal(left.vector, right.vector)


def test_every_option_is_flipped() -> None:
    assert {flip.key for flip in FLIPS} | set(ELSEWHERE) == REGIONAL


def test_every_choice_is_on_one_side_of_a_flip() -> None:
    tried = {(flip.key, str(side.options[flip.key])) for flip in FLIPS for side in flip.sides}
    choices = {
        (name, str(value))
        for name in REGIONAL - set(ELSEWHERE)
        for value in getattr(OPTIONS[name].type, "values", ())
        if isinstance(OPTIONS[name].type, Choice | OneOf)
    }
    assert choices - tried <= {("removed_suit", "none")}
