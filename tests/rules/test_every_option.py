"""An option that is accepted does something, in every rule set: play or a score tells it apart.

A *case* is a rule set, one of its options and another value. It must be refused with a reason, or a
witness must find a difference: games played by the baseline and at random under both rule sets,
random won hands scored under both, questions about places and rounds, and the scenes that
test_options.py has for the option. The quick test asks for each option once in each game, in a rule
set drawn by the option's name; the slow one asks for all.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.option import Option
from shugi._fast.rules.option_types import (
    FIVES,
    Choice,
    Fives,
    Int,
    Ints,
    Kind,
    OneOf,
    Places,
    Subset,
)
from shugi._fast.rules.options import OPTIONS, RulesError
from shugi._fast.score import riichi as score
from shugi.envs.rules import load_rules
from shugi.training.commands.bench import playing
from tests.hand_values.hands import random_hand
from tests.hand_values.ours import case_of as four_case
from tests.reference.random_hands import random_case
from tests.rules.test_options import FLIPS, Witness, baseline_play, win

RULE_SETS = playing()
GAMES_AT_ONCE, STEPS = 48, 240
HANDS = 120
# what the other games read is flipped by scenes in the tests of their play
GAMES_TRIED = ("riichi",)
CAME_LATER = {"riichi_tenhou+chip_room"}  # the draws of options stay those that they were
UNTRIED = {"game", "chip_events"}  # one of them is no option of a rule set, one a program
# too rare for play, and its scenes fit few decks: the same code plays all rule sets
RARE: dict[str, str] = {
    "nuki_ends_rinshan": "a flower right after a kan, and a win on its replacement",
    "kan_needs_indicator": "four kans turn four indicators: it counts where fewer lie ready",
    "kokushi_ankan_ron": "orphans that wait for the tile of a closed kan",
    "nagashi_mangan": "a whole hand of terminals and honours",
    "abortive_four_kans": "four kans of two players",
    "bingo_counts_riichi_tile": "a bingo with the very tile that declared riichi",
    "bingo_vs_ron": "a bingo and a ron on one discard",
    "renhou_han": "a ron before the own first draw",
    "local_renkou": "triplets in a row, in a hand that may win",
}


def groups(option: Option, value: Any) -> list[list[Any]]:
    """Other values of an option. Of a group one must do something: each word, any number."""
    found = list(others(option, value))
    if isinstance(option.type, Int | Ints | OneOf) and not isinstance(value, bool):
        return [found] if found else []
    return [[one] for one in found]


def others(option: Option, value: Any) -> Iterator[Any]:
    """All words of a choice; of numbers those beside the value, and the ends."""
    kind = option.type
    if isinstance(value, bool):
        yield not value
    elif isinstance(kind, Choice | OneOf):
        yield from (other for other in kind.values if other != value)
    elif isinstance(kind, Int):
        yield from whole(kind, value)
    elif isinstance(kind, Places):
        yield [30, 0, -30] if value != [30, 0, -30] else [10, 0, -10]
    elif isinstance(kind, Ints):
        for place in range(min(2, len(value or []))):
            yield [kind.low if i == place else n for i, n in enumerate(value)]
    elif isinstance(kind, Fives):
        yield {five: 2 for five in FIVES[1:]}
    elif isinstance(kind, Subset):
        yield from ([w for w in kind.words if (w in value) != (w == word)] for word in kind.words)
    elif isinstance(kind, Kind):
        yield "9s" if value != "9s" else "9p"


def whole(kind: Int, value: int | None) -> Iterator[int | None]:
    start = kind.low if value is None else value
    near = [start + kind.step, start - kind.step, 2 * start, kind.low, kind.high]
    fit = dict.fromkeys(n for n in near if kind.low <= n <= kind.high and n != value)
    yield from list(fit)[:2]
    if kind.none and value is not None:
        yield None


def in_riichi(hand: str, tile: str) -> tuple[Witness, ...]:
    """A win by closed riichi, or by an open one where only that may win."""
    return tuple(
        win(hand, tile, riichi=riichi, sticks=1, dora_indicators="1z", ura_indicators="1z", **wall)
        for riichi in ("closed", "open")
        for wall in ({}, {"wall_from_end": "2z,2z"})
    )


# hands that every deck has, for what random hands seldom hold
SCENES: dict[str, tuple[Witness, ...]] = {
    "local_sanpukou": (
        win("11z678s44p", "1z", melds=[["pon", "2z2z2z"], ["pon", "3z3z3z"]], riichi="none"),
    ),
    "local_renkou": in_riichi("222p333p44p678s99s", "4p"),
    "local_yonchoro": in_riichi("222p34p567s678s66p", "2p"),
    "local_otafuku": in_riichi("2223456p345s678s", "4p"),
}


# ------------------------------------------------------------------------------------- witnesses


def played(left: Rules, right: Rules, by: str, games: int, steps: int) -> str:
    """Where the same games first differ."""
    if left.seats != right.seats:
        return "seats"
    one, other = Batch(left, games, seed=1), Batch(right, games, seed=1)
    actions = np.zeros(games, np.uint8)
    seen = ("seat", "hand_done", "done", "points", "chips", "reward", "final_result", "final_rank")
    for step in range(steps):
        for name in seen:
            if not np.array_equal(getattr(one, name), getattr(other, name)):
                return f"{name} after {step} decisions"
        if not np.array_equal(one.legal(), other.legal()):
            return f"legal actions after {step} decisions"
        one.baseline(actions) if by == "baseline" else one.sample(actions, step)
        one.step(actions)
        other.step(actions)
    return ""


def told(answer: Callable[[Rules], Any], rules: Rules) -> Any:
    try:
        return answer(rules)
    except (ValueError, KeyError, IndexError, AssertionError) as error:
        return f"{type(error).__name__}"


def won_hands(rules: Rules) -> Iterator[dict[str, Any]]:
    rng = Random(f"every option of {rules.name}")
    for _ in range(HANDS):
        yield four_case(random_hand(rng)) if rules.seats == 4 else random_case(rng, rules.options)


def scored(left: Rules, right: Rules) -> str:
    """The first random won hand that is worth something else."""
    if left.game != "riichi" or left.seats != right.seats:
        return ""
    for source in (left, right):
        for case in won_hands(source):
            one, other = (told(lambda r: score.score_win(r, case), r) for r in (left, right))  # noqa: B023
            if one != other:
                return "a won hand"
    return ""


def asked(left: Rules, right: Rules) -> str:
    if left.game != "riichi":
        return ""
    total = left.options["start_points"] * left.seats
    ends = ([60000, 32000], [47500, 42500], [30000, 0], [40000, 34000], [41000, 39000])
    rows = [[*two, total - sum(two)] for two in ends]
    rows.append([total // left.seats - 1000] * 3)  # sticks lie on the table
    rows += [[0, total, 0], [total // 2, 0, total // 2]]
    for points in rows:
        places = points + [0] * (left.seats - 3)
        if told(placed(places), left) != told(placed(places), right):
            return "places"
        for name, repeats in product(("E1", "E3", "S3", "S4", "W3"), (False, True)):
            ends = ended(name, places, repeats)
            if told(ends, left) != told(ends, right):
                return "the end of the game"
    return ""


def placed(points: list[int]) -> Callable[[Rules], Any]:
    none = [0] * len(points)
    return lambda rules: (
        told(lambda r: score.placement(r, points), rules),
        told(lambda r: score.final_result(r, points, none), rules),
        told(lambda r: score.final_result(r, points, none, last_winner=2), rules),
    )


def ended(name: str, points: list[int], repeats: bool) -> Callable[[Rules], Any]:
    return lambda rules: [
        score.game_ends(rules, name, points, dealer_repeats=repeats, aborted=aborted)
        for aborted in (False, True)
    ]


def difference(left: Rules, right: Rules, option: str) -> str:
    """How the two can be told apart; "" where nothing was found."""
    if left == right:
        return "no other value"
    for by in ("random", "baseline"):
        if found := played(left, right, by, 16, 60):
            return found
    for witness in (asked, scored):
        if found := witness(left, right):
            return found
    scenes = [flip.witness for flip in FLIPS if flip.key == option]
    for scene in (*SCENES.get(option, ()), *scenes):
        if scene is not baseline_play and shown(scene, left, right):
            return "a scene"
    for by in ("baseline", "random"):
        if found := played(left, right, by, GAMES_AT_ONCE, STEPS):
            return found
    return ""


def shown(scene: Witness, left: Rules, right: Rules) -> bool:
    """A scene tells them apart; false where their tiles or players are not those of the scene."""
    try:
        return bool(scene(left, right))
    except (ValueError, KeyError, IndexError, AssertionError):
        return False


# ------------------------------------------------------------------------------------- the grid


def cases(name: str) -> Iterator[tuple[Option, list[Any]]]:
    rules = load_rules(name)
    for option in OPTIONS.values():
        if rules.game in option.games and option.name not in UNTRIED:
            for group in groups(option, rules.options[option.name]):
                yield option, group


def accepted(name: str, option: Option, value: Any) -> Rules | None:
    try:
        return load_rules(name, **{option.name: value})
    except RulesError as error:
        assert all(text for _, text in error.problems)
        return None


def silent(name: str, option: Option, values: list[Any]) -> bool:
    """All of the values are accepted, and nothing tells any of them apart."""
    for value in values:
        changed = accepted(name, option, value)
        if changed is None or difference(load_rules(name), changed, option.name):
            return False
    return True


def drawn_once(game: str) -> Iterator[tuple[str, Option, list[Any]]]:
    names = [name for name in RULE_SETS if load_rules(name).game == game and name not in CAME_LATER]
    for option in OPTIONS.values():
        if game not in option.games or option.name in UNTRIED:
            continue
        name = names[zlib.crc32(option.name.encode()) % len(names)]
        found = groups(option, load_rules(name).options[option.name])
        if found:
            yield name, option, found[zlib.crc32(option.name[::-1].encode()) % len(found)]


@pytest.mark.parametrize("game", GAMES_TRIED)
def test_each_option_does_something_or_is_refused(game: str) -> None:
    found = [
        f"{name} {option.name}={values}"
        for name, option, values in drawn_once(game)
        if option.name not in RARE and silent(name, option, values)
    ]
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in RULE_SETS if load_rules(one).game in GAMES_TRIED])
def test_every_option_of_every_rule_set_does_something_or_is_refused(name: str) -> None:
    found = [
        f"{option.name}={values}"
        for option, values in cases(name)
        if option.name not in RARE and silent(name, option, values)
    ]
    assert not found


def test_what_is_rare_has_a_scene() -> None:
    """What play does not come to is shown by a scene, in one rule set at least."""
    assert {flip.key for flip in FLIPS} >= RARE.keys()


@pytest.mark.parametrize(
    ("name", "option", "value", "missing"),
    [
        ("super_bingo", "kiriage", True, "points_table"),
        ("sanma_base", "tulip_gold", 3, "tulip: true"),
        ("sanma_base", "call_priority", "kan_over_pon", "tile_set"),
        ("super_bingo", "rainbow_value", 5, "rainbow_sevens: true"),
        ("crazy_cherry", "tsumo_loss", True, "cherry"),
        ("riichi_tenhou", "tsumo_loss", False, "four players"),
        ("sanma_base", "points_table", "north_bisection", "tsumo_loss: false"),
        ("super_bingo", "uma", [30, 0, -30], "placement: none"),
        ("riichi_tenhou", "min_fu", 30, "points_table: shouhai"),
        ("toriuchi", "chip_otafuku", 1, "local_otafuku: true"),
    ],
)
def test_what_nothing_reads_is_refused(name: str, option: str, value: Any, missing: str) -> None:
    with pytest.raises(RulesError, match=missing):
        load_rules(name, **{option: value})
    # as it was, or as it usually is, it may be said all the same
    assert load_rules(name, **{option: load_rules(name).options[option]}) == load_rules(name)


def test_a_rule_file_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("base: sanma_base\noptions: {tulip_gold: 3}\n", encoding="utf-8")
    with pytest.raises(RulesError, match="nothing reads it: set tulip: true"):
        load_rules(path)
