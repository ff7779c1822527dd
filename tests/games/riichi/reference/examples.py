"""Answers of the reference to worked examples, by kind (the schema of the golden files)."""

import json
from collections.abc import Callable
from typing import Any

from tests.games.riichi.reference import cherry, fish
from tests.games.riichi.reference.bingo import bingo
from tests.games.riichi.reference.legal import nashi, ready_hand
from tests.games.riichi.reference.notation import is_flower, neighbours, tiles
from tests.games.riichi.reference.options import FAMILIES, options_of
from tests.games.riichi.reference.places import placement_chips, ranked, rounded
from tests.games.riichi.reference.scoring import limit_name, score_win
from tests.games.riichi.reference.settlement import game_over, next_hand, noten_delta, prices
from tests.games.riichi.reference.tulip import replay

Options = dict[str, Any]
Given = dict[str, Any]
Example = dict[str, Any]
UNORDERED = ("yaku", "yakuman", "waits", "yaku_on", "yakuman_on")
ROUNDS = "ESWN"


def can_answer(example: Example) -> bool:
    return example.get("family") in FAMILIES and example["kind"] in KINDS


def answer(example: Example) -> Given:
    """What the reference says to an example that it can answer."""
    addons, changes = example.get("addons") or [], example.get("options") or {}
    options = options_of(example["family"], addons, changes)
    return KINDS[example["kind"]](options, example["input"])


def differences(expected: Given, answer: Given, where: str = "") -> list[str]:
    """Each key of ``expected`` that the answer, or a reading of equal worth, has otherwise."""
    ties = answer.get("ties", [{}])
    return min((unlike(expected, answer | tie, where) for tie in ties), key=len)


def unlike(expected: Given, answer: Given, where: str) -> list[str]:
    wrong = []
    for key, value in expected.items():
        got = answer.get(key, "nothing")
        if isinstance(value, dict) and isinstance(got, dict):
            wrong += unlike(value, got, f"{where}{key}.")
        elif comparable(key, value) != comparable(key, got):
            wrong.append(f"{where}{key}: expected {json.dumps(value)}, came {json.dumps(got)}")
    return wrong


def comparable(key: str, value: Any) -> Any:
    return sorted(value) if key in UNORDERED and isinstance(value, list) else value


# -- a function per kind -------------------------------------------------------------------------


def multiplier(options: Options, given: Given) -> Given:
    on = options | {"honba_multiplier": True}
    return {
        "multiplier": [fish.multiplier(n) for n in given["conditions"]],
        "honba_multiplier": [fish.honba_multiplier(on, n) for n in given["honba"]],
    }


def dice(options: Options, given: Given) -> Given:
    return {"sum": [fish.dice_sum(options, rolls) for rolls in given["rolls"]]}


def honba(options: Options, given: Given) -> Given:
    """Payments with their honba: one number by ron, one from each on a draw."""
    results: list[Any] = []
    for case in given["cases"]:
        more = case["honba"] * options[f"honba_{case['by']}"]
        ron = case["by"] == "ron"
        results.append(case["base"] + more if ron else [points + more for points in case["base"]])
    return {"results": results}


def points(options: Options, given: Given) -> Given:
    results = []
    for case in given["cases"]:
        dealer, han, fu = case["dealer"], case["han"], case["fu"]
        limit = limit_name(options, dealer, han, fu)
        price = prices(options, dealer, limit, han, fu, 1)
        drawn = f"{price.from_other}/{price.from_dealer}"
        results.append({"ron": price.ron, "tsumo": f"{price.from_other} all" if dealer else drawn})
    return {"results": results}


def cherry_settlement(options: Options, given: Given) -> Given:
    names = ("visible", "by", "completed", "pocchi_win")
    chips = [
        cherry.settle(case["tulip_total"], *(case[name] for name in names))
        for case in given["cases"]
    ]
    return {"chips_per_payer": chips}


def coming_hand(options: Options, given: Given) -> Given:
    """The next hand; a bust ends the game."""
    return {
        "next": [
            "game_over"
            if case["busted"]
            else next_hand(options, case["dealer"], case["honba"], case.get("winner"))
            for case in given["cases"]
        ]
    }


def placement(options: Options, given: Given) -> Given:
    cases = [case if isinstance(case, dict) else {"scores": case} for case in given["cases"]]
    asked = [(options, case["scores"], case.get("last_winner")) for case in cases]
    orders = [ranked(*one) for one in asked]
    return {
        "shugi": [placement_chips(*one) for one in asked],
        "rank": [[order.index(seat) + 1 for seat in range(3)] for order in orders],
    }


def final(options: Options, given: Given) -> Given:
    return {
        "rounded": [[rounded(options, score) for score in case] for case in given["cases"]],
        "chips": [placement_chips(options, case) for case in given["cases"]],
    }


def draw(options: Options, given: Given) -> Given:
    return {"points_delta": [noten_delta(options, ready) for ready in given["cases"]]}


def game_end(options: Options, given: Given) -> Given:
    if "target" in given:
        options = options | {"target_points": given["target"]}
    over = []
    for case in given["cases"]:
        seat = int(case["round"][1]) - 1
        hand = 3 * ROUNDS.index(case["round"][0]) + seat
        dealer = case.get("dealer", seat)
        over.append(game_over(options, hand, case["dealer_repeats"], dealer, case["scores"]))
    return {"game_over": over}


def bingo_lines(options: Options, given: Given) -> Given:
    return {
        "results": [
            bingo(options, tiles(case["discards"]), case["riichi_index"]) for case in given["cases"]
        ]
    }


def circles(options: Options, given: Given) -> Given:
    """The neighbours in indicator order: the one before, the tile itself, the one after."""
    return {tile: neighbours_of(options, tile) for tile in given["reveal"]}


def neighbours_of(options: Options, tile: str) -> Any:
    if is_flower(tile):
        worth = f"{options['tulip_flower']} shugi per removed flower"
        return f"{worth}; a miss when none was removed"
    return list(neighbours(tile, options["tile_set"]))


KINDS: dict[str, Callable[[Options, Given], Given]] = {
    "win": score_win,
    "tulip": replay,
    "waits": ready_hand,
    "nashi": nashi,
    "placement": placement,
    "final": final,
    "multiplier": multiplier,
    "dice": dice,
    "honba": honba,
    "points": points,
    "cherry_settlement": cherry_settlement,
    "next_hand": coming_hand,
    "draw": draw,
    "game_end": game_end,
    "bingo": bingo_lines,
    "neighbours": circles,
}
