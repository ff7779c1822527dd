"""Reads files of worked examples and asks the engine's public functions for the answers."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shugi._fast.actions import action_id
from shugi._fast.rules import Rules
from shugi._fast.score import (
    bingo_line,
    game_ends,
    neighbours,
    noten_payments,
    placement,
    play_tulip,
    score_win,
    waits_of,
)
from shugi._fast.tiles import parse_tiles
from shugi.envs.rules import load_rules, variants
from tests.golden import positions

Example = dict[str, Any]
Answer = dict[str, Any]
NEEDED = ("id", "kind", "input", "expected")
UNORDERED = ("yaku", "yakuman", "waits")
RIICHI, OPEN_RIICHI = action_id("riichi"), action_id("open_riichi")


class BadFile(ValueError):
    """A file of examples that cannot be read; the message names it and says why."""


def read(path: str | Path) -> list[Example]:
    """The examples of a file. Raises: BadFile."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadFile(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise BadFile(f"{path}: is no JSON ({error})") from None
    examples = data.get("examples") if isinstance(data, dict) else None
    if not isinstance(examples, list):
        raise BadFile(f'{path}: needs an object with a list "examples"')
    for i, example in enumerate(examples):
        lacking = [k for k in NEEDED if not isinstance(example, dict) or k not in example]
        if lacking:
            raise BadFile(f"{path}: example {i} lacks {', '.join(lacking)}")
    return examples


def differences(example: Example) -> list[str]:
    """What the engine answers differently; empty when the example holds."""
    family = example.get("family") or example.get("game")
    add_ons = list(example.get("addons") or [])
    if not is_playable(family):
        return [f"family {family} is not playable yet"]
    if example["kind"] not in KINDS:
        return [f"kind {example['kind']} of {family} is not known"]
    try:
        rules = load_rules("+".join([family, *add_ons]), **(example.get("options") or {}))
        answer = KINDS[example["kind"]](rules, example["input"], example["expected"])
    except Exception as error:  # whatever goes wrong in one example must not hide the others
        return [f"{type(error).__name__}: {error}"]
    return compare(example["expected"], answer)


@functools.cache
def is_playable(family: str) -> bool:
    return family in {variant.name for variant in variants() if variant.state == "playing"}


def compare(expected: Answer, answer: Answer, where: str = "") -> list[str]:
    """Each key of ``expected`` that ``answer`` has not, or with another value."""
    wrong = []
    for key, value in expected.items():
        got = answer.get(key, "nothing")
        if isinstance(value, dict) and isinstance(got, dict):
            wrong += compare(value, got, f"{where}{key}.")
        elif comparable(key, value) != comparable(key, got):
            wrong.append(f"{where}{key}: expected {json.dumps(value)}, came {json.dumps(got)}")
    return wrong


def comparable(key: str, value: Any) -> Any:
    return sorted(value) if key in UNORDERED and isinstance(value, list) else value


# ---- one function per kind: (rules, input, expected) -> the answer, with the keys of ``expected``

RIICHI_NAMES = {
    "riichi_legal": RIICHI,
    "closed_riichi_legal": RIICHI,
    "open_riichi_legal": OPEN_RIICHI,
}


def win(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return score_win(rules, given)


def tulip(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return play_tulip(rules, given)


def waits(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = waits_of(rules, given["hand"], given.get("melds", []))
    for name, verb in RIICHI_NAMES.items():
        if name in expected:
            answer[name] = positions.riichi_legal(rules, given, verb)
    return answer


def furiten(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = waits(rules, given, expected)
    for name, legal in (("ron_legal", positions.ron_legal), ("tsumo_legal", positions.tsumo_legal)):
        if name in expected:
            asked = [*expected[name], *answer["waits"]]
            answer[name] = {tile: legal(rules, given, parse_tiles(tile)[0]) for tile in asked}
    return answer


def neighbours_of(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {tile: neighbours(rules, tile) for tile in given["reveal"]}


def bingo(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {
        "results": [
            bingo_line(rules, case["discards"], case["riichi_index"]) for case in given["cases"]
        ]
    }


def draw(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"points_delta": [noten_payments(rules, case) for case in given["cases"]]}


def game_end(rules: Rules, given: Answer, expected: Answer) -> Answer:
    if "target" in given:
        rules = Rules(rules.name, rules.options | {"target_points": given["target"]})
    asked = ("scores", "dealer_repeats", "dealer")
    return {
        "game_over": [
            game_ends(rules, case["round"], **{key: case[key] for key in asked if key in case})
            for case in given["cases"]
        ]
    }


def places(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"shugi": [placement(rules, case) for case in given["cases"]]}


def call_priority(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"awarded": positions.awarded(rules, given)}


def pocchi_choice(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"instances": positions.pocchi_choices(rules, given)}


KINDS: dict[str, Callable[[Rules, Answer, Answer], Answer]] = {
    "win": win,
    "tulip": tulip,
    "waits": waits,
    "furiten": furiten,
    "neighbours": neighbours_of,
    "bingo": bingo,
    "draw": draw,
    "game_end": game_end,
    "placement": places,
    "call_priority": call_priority,
    "pocchi_choice": pocchi_choice,
}
