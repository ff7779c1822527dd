"""Rule sets with options drawn at random, and add-ons three at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from shugi._fast.games.riichi.chip_event_list import ChipEvents
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS, RulesError
from shugi._fast.tables.option import Option
from shugi._fast.tables.option_types import (
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
from shugi.envs.rulesets.rules import load_rules, variants
from tests.support.random_events import random_events
from tests.support.rule_sets import BASES

FIXED = {"game"}


def drawn(option: Option, rng: Random) -> Any:
    """Any value that the option may have on its own."""
    kind = option.type
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    if isinstance(kind, Choice | OneOf):
        return rng.choice(kind.values)
    if isinstance(kind, Int):
        return whole(kind, rng)
    if isinstance(kind, Places):
        places = [rng.randint(-50, 50) for _ in range(rng.choice((2, 3)))]
        return [*places, -sum(places)]
    if isinstance(kind, Ints):
        return [rng.randint(kind.low, min(kind.high, 20)) for _ in kind.names]
    if isinstance(kind, Fives):
        return {name: rng.randint(0, 4) for name in FIVES if rng.random() < 0.5}
    if isinstance(kind, Subset):
        return [word for word in kind.words if rng.random() < 0.5]
    if isinstance(kind, Kind):
        return rng.choice([None, "1s", "7p", "5z"])
    if isinstance(kind, ChipEvents):
        return random_events(rng)
    return option.default


def whole(kind: Int, rng: Random) -> int | None:
    """Either end, or a number of a size that comes up."""
    if kind.none and rng.random() < 0.2:
        return None
    steps = (kind.high - kind.low) // kind.step
    few = rng.choice([0, steps, rng.randint(0, min(steps, 8)), rng.randint(0, steps)])
    return kind.low + kind.step * few


def random_rules(base: str, rng: Random, most: int = 4) -> tuple[Rules, dict[str, Any]] | None:
    """The rule set with up to ``most`` options changed; None when they exclude each other."""
    game = load_rules(base).game
    own = [o for name, o in OPTIONS.items() if game in o.games and name not in FIXED]
    changes = {o.name: drawn(o, rng) for o in rng.sample(own, rng.randint(1, most))}
    try:
        return load_rules(base, **changes), changes
    except RulesError:
        return None


def triples(base: str) -> Iterator[str]:
    """Every three add-ons of a rule set that go together."""
    add_ons = [one.name.split("+")[1] for one in variants() if one.name.startswith(f"{base}+")]
    for three in itertools.combinations(add_ons, 3):
        name = "+".join([base, *three])
        try:
            load_rules(name)
        except RulesError:
            continue
        yield name


TRIPLES = [name for base in BASES for name in triples(base)]
