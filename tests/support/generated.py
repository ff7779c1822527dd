"""The random cases of the references, as the engine reads them: what they draw, key by key."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.golden import rules_of
from tests.games.chinese.reference import random_cases as wild
from tests.games.hangzhou.golden import bill_of, hand_of
from tests.games.kawuxing.golden import case_of as kawuxing_case
from tests.games.ninety_nine.golden import OFFERS
from tests.games.riichi.reference.random_hands import random_case as riichi_case
from tests.games.tricks.reference import random_cases as cards
from tests.games.wuhan.golden import case_of as wuhan_case
from tests.games.xiamen.golden import won as xiamen_case
from tests.hand_values.hands import random_hand
from tests.hand_values.ours import case_of as four_case
from tests.support.rule_sets import MAHJONG_SETS

Case = dict[str, Any]
Drawn = dict[str, set[Any]]
RIICHI = [name for name in MAHJONG_SETS if load_rules(name).game == "riichi"]


def riichi(rng: Random, n: int) -> Iterator[Case]:
    for i in range(n):
        rules = load_rules(RIICHI[i % len(RIICHI)])
        yield four_case(random_hand(rng)) if rules.seats == 4 else riichi_case(rng, rules.options)


def hangzhou(rng: Random, n: int) -> Iterator[Case]:
    for i in range(n):
        changes = {"permanent_fortune": True} if i % 4 == 0 else {}
        given = wild.random_case(rng, "hangzhou", "win_multiplier", changes)
        yield hand_of(rules_of(given), given["input"])
        yield bill_of(wild.random_case(rng, "hangzhou", "payment", changes)["input"])


def xiamen(rng: Random, n: int) -> Iterator[Case]:
    for _ in range(n):
        yield xiamen_case(wild.random_case(rng, "xiamen", "score")["input"])


def wuhan(rng: Random, n: int) -> Iterator[Case]:
    for i in range(n):
        game = "wuhan" if i % 4 else "wuhan3"
        yield wuhan_case(wild.random_case(rng, game, "win")["input"])


def kawuxing(rng: Random, n: int) -> Iterator[Case]:
    for _ in range(n):
        yield kawuxing_case(wild.random_case(rng, "kawuxing", "win")["input"])


def ninety_nine(rng: Random, n: int) -> Iterator[Case]:
    for _ in range(n):
        given = cards.random_case(rng, "ninety_nine", "score")["input"]
        yield given | {"offers": [OFFERS[level] for level in given["offers"]]}


def piquet(rng: Random, n: int) -> Iterator[Case]:
    for _ in range(n):
        changes = cards.random_changes(rng, "piquet")
        yield cards.random_case(rng, "piquet", "hand", changes)["input"]


GENERATORS = {
    "riichi": riichi,
    "hangzhou": hangzhou,
    "xiamen": xiamen,
    "wuhan": wuhan,
    "kawuxing": kawuxing,
    "ninety_nine": ninety_nine,
    "piquet": piquet,
}


def drawn(game: str, n: int) -> Drawn:
    """Every value of every key, and of the keys within: "flags.ippatsu", "melds[0]"."""
    found: Drawn = defaultdict(set)
    for case in GENERATORS[game](Random(f"values of {game}"), n):
        _note(found, case, "")
    return found


def _note(found: Drawn, value: Any, where: str) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _note(found, inner, f"{where}.{key}" if where else key)
    elif isinstance(value, list | tuple):
        found[f"{where}#"].add(len(value))
        for i, inner in enumerate(value):
            pair = len(value) == 2 and not isinstance(value[0], list | dict)
            _note(found, inner, f"{where}[{i}]" if pair else f"{where}[]")
    else:
        found[where].add(value)
