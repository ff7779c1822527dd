"""Chip events drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from shugi._fast.games.riichi.chip_events import FACTS, SCALES
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs.rulesets.rules import load_rules

FLAGS = [fact.name for fact in FACTS.values() if fact.kind == "yes or no"]
NUMBERS = [fact.name for fact in FACTS.values() if fact.kind == "number" and fact.name != "holds"]
NUMBERS += ["holds 9p", "holds 5z"]
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def random_events(rng: Random) -> list[dict[str, Any]]:
    return [random_event(rng, f"event_{i}") for i in range(rng.randint(1, 4))]


def with_events(name: str, rng: Random, *more: dict[str, Any]) -> Rules:
    """A rule set with events drawn until the ledger has room for their payments."""
    while True:
        try:
            return load_rules(name, chip_events=[*random_events(rng), *more])
        except RulesError as error:
            assert "take fewer chip_events" in str(error), error


def random_event(rng: Random, name: str) -> dict[str, Any]:
    """A chip event; its tiles are in every deck."""
    event = {
        "name": name,
        "when": [condition(rng, rng.randint(0, 2)) for _ in range(rng.randint(0, 2))],
        "chips": rng.choice([-3, -1, 1, 2, 5]),
    }
    if rng.random() < 0.3:
        event["per"] = rng.choice(NUMBERS)
    return event | ({"from": "all"} if rng.random() < 0.3 else {})


def condition(rng: Random, depth: int) -> str:
    """A condition of at most so many levels."""
    if depth and rng.random() < 0.8:
        word = rng.choice(["and", "or", "not"])
        parts = [f"({condition(rng, depth - 1)})" for _ in range(2)]
        return f"not {parts[0]}" if word == "not" else f" {word} ".join(parts)
    if rng.random() < 0.4:
        return rng.choice(FLAGS)
    if rng.random() < 0.7:
        return f"{rng.choice(NUMBERS)} {rng.choice(COMPARISONS)} {rng.randint(0, 4)}"
    fact = rng.choice([fact for fact in FACTS.values() if fact.kind in SCALES])
    return f"{fact.name} {rng.choice(COMPARISONS)} {rng.choice(SCALES[fact.kind])}"
