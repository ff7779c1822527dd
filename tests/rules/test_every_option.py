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
from shugi._fast.rules.options import GAMES, OPTIONS, RulesError
from shugi._fast.score import riichi as score
from shugi.envs.rules import load_rules
from shugi.training.commands.bench import playing
from tests.reference.random_hands import random_case
from tests.rules.test_options import FLIPS

RULE_SETS = playing()
GAMES_AT_ONCE, STEPS = 48, 240
HANDS = 120
# cards and the regional games: their tests flip each option by scenes of its own
SCENES = {"hangzhou", "xiamen", "wuhan", "kawuxing", "piquet", "ninety_nine"}


def others(option: Option, value: Any) -> Iterator[Any]:
    """Other values of an option: all words of a choice, of numbers those beside and the ends."""
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


def scored(left: Rules, right: Rules) -> str:
    """The first random won hand that is worth something else."""
    if left.game != "riichi" or left.seats != 3 or right.seats != 3:
        return ""
    for source in (left, right):
        rng = Random(f"every option of {source.name}")
        for _ in range(HANDS):
            case = random_case(rng, source.options)
            one, other = (told(lambda r: score.score_win(r, case), r) for r in (left, right))  # noqa: B023
            if one != other:
                return "a won hand"
    return ""


def asked(left: Rules, right: Rules) -> str:
    if left.game != "riichi":
        return ""
    total = left.options["start_points"] * left.seats
    for points in ([60000, 32000], [47500, 42500], [30000, 0], [40000, 34000], [41000, 39000]):
        places = [*points, total - sum(points)] + [0] * (left.seats - 3)
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
    )


def ended(name: str, points: list[int], repeats: bool) -> Callable[[Rules], Any]:
    return lambda rules: score.game_ends(rules, name, points, dealer_repeats=repeats)


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
    for flip in FLIPS:
        if flip.key == option:
            found = told(lambda _: flip.witness(left, right), left)  # noqa: B023
            if found and found[0].islower() and not found.endswith("Error"):
                return found
    for by in ("baseline", "random"):
        if found := played(left, right, by, GAMES_AT_ONCE, STEPS):
            return found
    return ""


# ------------------------------------------------------------------------------------- the grid


def cases(name: str) -> Iterator[tuple[Option, Any]]:
    rules = load_rules(name)
    for option in OPTIONS.values():
        if rules.game in option.games and option.name not in ("game", "chip_events"):
            for value in others(option, rules.options[option.name]):
                yield option, value


def silent(name: str, option: Option, value: Any) -> bool:
    """Accepted, and nothing told it apart."""
    try:
        changed = load_rules(name, **{option.name: value})
    except RulesError as error:
        assert all(text for _, text in error.problems)
        return False
    return not difference(load_rules(name), changed, option.name)


def drawn_once(game: str) -> Iterator[tuple[str, Option, Any]]:
    names = [name for name in RULE_SETS if load_rules(name).game == game]
    for option in OPTIONS.values():
        if game not in option.games or option.name in ("game", "chip_events"):
            continue
        name = names[zlib.crc32(option.name.encode()) % len(names)]
        values = list(others(option, load_rules(name).options[option.name]))
        if values:
            yield name, option, values[zlib.crc32(option.name[::-1].encode()) % len(values)]


@pytest.mark.parametrize("game", [game for game in GAMES if game not in SCENES])
def test_each_option_does_something_or_is_refused(game: str) -> None:
    found = [
        f"{name} {option.name}={value}"
        for name, option, value in drawn_once(game)
        if silent(name, option, value)
    ]
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in RULE_SETS if load_rules(name).game not in SCENES]
)
def test_every_option_of_every_rule_set_does_something_or_is_refused(name: str) -> None:
    found = [f"{o.name}={value}" for o, value in cases(name) if silent(name, o, value)]
    assert not found
