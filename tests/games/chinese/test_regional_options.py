"""Every option of Wuhan and Kawuxing changes play: two tables, one option apart, told apart.

Both tables get the same seeds and the same actions. What players see of the game (whose turn it
is, what is legal, what is paid, what they observe) must differ before long. The options of the
other regional games have scenes in test_hangzhou_options.py and test_xiamen_options.py.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import Choice, OneOf
from shugi._fast.view.layouts import TILES
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.golden import kinds_of, rules_of
from tests.golden.runner import read

GAMES = 512
READ = {name for name, one in OPTIONS.items() if {"wuhan", "kawuxing"} & set(one.games)} - {"game"}
EXAMPLES = {
    example["id"]: example
    for game in ("wuhan", "kawuxing")
    for example in read(Path(__file__).parents[2] / "golden" / f"{game}.json")
}


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


class Eyes:
    """What is seen of a batch after each step."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.mask = np.zeros((batch.n, 128), np.bool_)
        self.planes = np.zeros((batch.n, TILES.planes, 34), np.uint8)
        self.numbers = np.zeros((batch.n, TILES.globals), np.float32)
        self.history = np.zeros((batch.n, TILES.history), np.uint16)

    def look(self) -> list[np.ndarray]:
        batch = self.batch
        batch.observe(self.planes, self.numbers, self.history)
        seen = [batch.legal(self.mask), batch.seat, batch.points, batch.hand_done]
        return [*seen, self.planes, self.numbers, self.history]


def told_apart(left: Rules, right: Rules, steps: int) -> bool:
    """Whether the same actions lead two tables to different places."""
    if left.seats != right.seats or left.tiles != right.tiles:
        return True
    one, other = (Batch(rules, GAMES, seed=5, auto_reset=True) for rules in (left, right))
    eyes = Eyes(one), Eyes(other)
    careful, drawn = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.uint8)
    rng = np.random.default_rng(2)
    plain = style("plain")
    for step in range(steps):
        pairs = zip(eyes[0].look(), eyes[1].look(), strict=True)
        if any(not np.array_equal(a, b) for a, b in pairs):
            return True
        one.baseline(careful, plain)
        one.sample(drawn, step)
        actions = np.where(rng.random(GAMES) < 0.2, drawn, careful).astype(np.uint8)
        one.step(actions)
        other.step(actions)
    return False


FLIPS: list[Flip] = [
    Flip("kawuxing", "disclose_mode", "waiting_part"),
    Flip("kawuxing", "discards_attributed", False),
    Flip("kawuxing", "closed_kong_hidden", False),
    Flip("kawuxing", "match_hands", 2),
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
    Flip("kawuxing", "false_wins", "allowed"),
    Flip("wuhan", "rob_counts_as_discard", False),
    Flip("wuhan", "kong_tile_mode", "hongzhong_facai"),
    Flip("wuhan", "kong_tile_mode", "pizi"),
    Flip("wuhan", "opening_fan_mode", "per_meld"),
    Flip("wuhan", "min_points", 0),
    Flip("wuhan", "min_points", 16),
    Flip("wuhan", "min_points", 32),
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
    Flip("wuhan+per_meld", "min_rule", "fan"),
    Flip("wuhan", "min_fan", 4, {"min_rule": "fan"}),
    Flip("wuhan", "first_banker", "seat0"),
]
# what play meets too seldom: option, value, a worked example and what to change in it
SCORED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("double_dragon_exception", True, "KW-12", {}),
    ("one_suit_gold", False, "WH-21", {}),
    ("lone_tile_includes_all_pung", True, "KW-05", {}),
    ("shapeless_258_has_pair", True, "WH-11", {"situation": ["kong_supplement"]}),
]


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_play(flip: Flip) -> None:
    assert told_apart(*flip.sides, flip.steps), f"{flip} changes nothing"


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_hash_and_rule_vector(flip: Flip) -> None:
    left, right = flip.sides
    assert left != right and left.hash != right.hash
    assert not np.array_equal(left.vector, right.vector)


@pytest.mark.parametrize(("key", "value", "example", "changes"), SCORED)
def test_flip_changes_a_value(key: str, value: Any, example: str, changes: dict[str, Any]) -> None:
    case = EXAMPLES[example]
    given = case["input"] | changes
    score = kinds_of(case["game"])[case["kind"]]
    rules = rules_of(case), rules_of(case | {"options": case["options"] | {key: value}})
    left, right = (score(side, given, case["expected"]) for side in rules)
    assert left != right


def test_three_players_are_a_table_of_their_own() -> None:
    rules = load_rules("wuhan+three_players")
    assert rules.options["players"] == rules.seats == 3
    assert Batch(rules, 1).seats == 3


def test_every_option_is_flipped() -> None:
    tried = {flip.key for flip in FLIPS} | {row[0] for row in SCORED} | {"players"}
    assert tried == READ


def test_every_choice_is_on_one_side_of_a_flip() -> None:
    tried = {(flip.key, str(side.options[flip.key])) for flip in FLIPS for side in flip.sides}
    choices = {
        (name, str(value))
        for name in READ
        for value in getattr(OPTIONS[name].type, "values", ())
        if isinstance(OPTIONS[name].type, Choice | OneOf)
    }
    assert choices - tried <= {("removed_suit", "none")}
