"""Reads files of worked examples and asks the engine's public functions for the answers."""

import contextlib
import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.riichi.score import (
    after_hand,
    bingo_line,
    cherry_settlement,
    chip_factors,
    dice_chips,
    game_ends,
    hand_points,
    may_win,
    neighbours,
    noten_payments,
    placement,
    places,
    play_tulip,
    rounded_points,
    score_win,
    waits_of,
)
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules, variants
from tests.games.chinese import golden as regional
from tests.golden import positions

Example = dict[str, Any]
Answer = dict[str, Any]
NEEDED = ("id", "kind", "input", "expected")
WINDS = ("1z", "2z", "3z")
UNORDERED = ("yaku", "yakuman", "waits", "yaku_on", "yakuman_on", "instances")


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
    try:
        return checked(example)
    except Exception as error:  # whatever goes wrong in one example must not hide the others
        return [f"{type(error).__name__}: {error}"]


def checked(example: Example) -> list[str]:
    family = example.get("family") or example.get("game")
    if family in regional.GAMES:
        return checked_regional(example)
    if family not in [variant.name for variant in variants()]:
        return [f"family {family} is not playable yet"]
    if example["kind"] not in KINDS:
        return [f"kind {example['kind']} of {family} is not known"]
    name = "+".join([family, *(example.get("addons") or [])])
    rules = load_rules(name, **(example.get("options") or {}))
    answer = KINDS[example["kind"]](rules, example["input"], example["expected"])
    return compare(example["expected"], answer)


def checked_regional(example: Example) -> list[str]:
    kinds = regional.kinds_of(example["game"])
    if example["kind"] not in kinds:
        return [f"kind {example['kind']} of {example['game']} is not known"]
    answer = kinds[example["kind"]](
        regional.rules_of(example), example["input"], example["expected"]
    )
    return compare(example["expected"], answer)


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


def win(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return score_win(rules, given)


def honba(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """Payments with what the ledger of a win adds to them for honba."""
    hand = {"hand": "11m3445789s456p", "win_tile": "2s", "riichi": "closed", "sticks": 1}
    results: list[Any] = []
    for case in given["cases"]:
        ron = case["by"] == "ron"
        won = hand | {"winner": 1, "dealer": 0, "win_by": case["by"], "honba": case["honba"]}
        lines = score_win(rules, won | ({"loser": 0} if ron else {}))["ledger"]
        more = {line["payer"]: line["points"] for line in lines if line["reason"] == "honba"}
        base = [case["base"]] if ron else case["base"]
        paid = [points + more[payer] for points, payer in zip(base, (0, 2), strict=False)]
        results.append(paid[0] if ron else paid)
    return {"results": results}


def points(rules: Rules, given: Answer, expected: Answer) -> Answer:
    results = []
    for case in given["cases"]:
        cell = hand_points(rules, **case)
        drawn = f"{cell['tsumo_other']}/{cell['tsumo_dealer']}"
        all_pay = f"{cell['tsumo_other']} all"
        results.append({"ron": cell["ron"], "tsumo": all_pay if case["dealer"] else drawn})
    return {"results": results}


def tulip(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return play_tulip(rules, given)


def waits(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = waits_of(rules, given["hand"], given.get("melds", []))
    for name in expected.keys() & OF_READY_HAND.keys():
        answer[name] = OF_READY_HAND[name](rules, given)
    return answer


def won_on(part: str) -> Callable[[Rules, Answer], list[str]]:
    """The waits on which a ron has entries in that part of its value."""

    def tiles(rules: Rules, given: Answer) -> list[str]:
        melds = given.get("melds", [])
        ron = {"winner": 1, "dealer": 0, "win_by": "ron", "loser": 0, "riichi": "none"}
        ready: Answer = waits_of(rules, given["hand"], melds)
        found = []
        for tile in ready["waits"]:
            case = ron | {"hand": given["hand"], "melds": melds, "win_tile": tile}
            with contextlib.suppress(ValueError):  # no yaku
                found += [tile] if score_win(rules, case)[part] else []
        return found

    return tiles


def may_declare(verb: str) -> Callable[[Rules, Answer], bool]:
    return functools.partial(positions.riichi_legal, verb=action_id(verb))


OF_READY_HAND: dict[str, Callable[[Rules, Answer], Any]] = {
    "riichi_legal": may_declare("riichi"),
    "closed_riichi_legal": may_declare("riichi"),
    "open_riichi_legal": may_declare("open_riichi"),
    "yaku_on": won_on("yaku"),
    "yakuman_on": won_on("yakuman"),
}


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


def cherries(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"chips_per_payer": [cherry_settlement(rules, case) for case in given["cases"]]}


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


def placed(rules: Rules, given: Answer, expected: Answer) -> Answer:
    asked = [case if isinstance(case, dict) else {"scores": case} for case in given["cases"]]
    return {
        "shugi": [placement(rules, **case) for case in asked],
        "rank": [places(rules, **case) for case in asked],
    }


def multiplier(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """The factors as they would be, whether or not these rules multiply by honba."""
    rules = Rules(rules.name, rules.options | {"honba_multiplier": True})
    return {
        "multiplier": [chip_factors(rules, conditions=n)[0] for n in given["conditions"]],
        "honba_multiplier": [chip_factors(rules, honba=n)[1] for n in given["honba"]],
    }


def dice(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"sum": [dice_chips(rules, rolls) for rolls in given["rolls"]]}


def next_hand(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"next": [coming(rules, case) for case in given["cases"]]}


def coming(rules: Rules, case: Answer) -> Answer | str:
    """Dealer and honba of the hand that follows; somebody has no points left where one busted."""
    start = rules.options["start_points"]
    after = after_hand(
        rules,
        f"E{case['dealer'] + 1}",
        [2 * start, start, 0] if case["busted"] else [start] * 3,
        end=case["result"],
        winners=[case["winner"]] if case["result"] == "win" else [],
        dealer=case["dealer"],
        honba=case["honba"],
    )
    return "game_over" if after["game_over"] else {key: after[key] for key in ("dealer", "honba")}


def final(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {
        "rounded": [rounded_points(rules, case) for case in given["cases"]],
        "chips": [placement(rules, case) for case in given["cases"]],
    }


def nashi(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """On which waits a ron and a draw may win."""
    melds, flags = given.get("melds", []), given.get("flags", {})
    ready: Answer = waits_of(rules, given["hand"], melds)
    winner = WINDS.index(given["seat_wind"])
    case = {"dealer": 0, "winner": winner, "hand": given["hand"], "melds": melds}
    case |= {"round_wind": given["round_wind"], "riichi": given.get("riichi", "none")}
    ways = {
        "ron_legal": {"win_by": "ron", "loser": (winner + 1) % rules.seats},
        "tsumo_legal": {"win_by": "tsumo", "flags": flags},
    }
    return {"waits": ready["waits"]} | {
        name: {tile: may_win(rules, case | way | {"win_tile": tile}) for tile in ready["waits"]}
        for name, way in ways.items()
    }


def call_priority(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"awarded": positions.awarded(rules, given)}


def pocchi_choice(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"instances": positions.pocchi_choices(rules, given)}


KINDS: dict[str, Callable[[Rules, Answer, Answer], Answer]] = {
    "win": win,
    "honba": honba,
    "points": points,
    "tulip": tulip,
    "waits": waits,
    "furiten": furiten,
    "neighbours": neighbours_of,
    "bingo": bingo,
    "cherry_settlement": cherries,
    "draw": draw,
    "game_end": game_end,
    "placement": placed,
    "final": final,
    "nashi": nashi,
    "multiplier": multiplier,
    "dice": dice,
    "next_hand": next_hand,
    "call_priority": call_priority,
    "pocchi_choice": pocchi_choice,
}
