"""Worked examples of Sichuan: what the engine answers to each kind."""

from collections import Counter
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.sichuan.score import kan_payments, score
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind, kans, tiles, won

Answer = dict[str, Any]
PASS = action_id("pass")
KANS = {"open": "daiminkan", "added": "kakan", "closed": "ankan"}


def case_of(given: Answer) -> Answer:
    """A won hand of the text in the notation of `score`."""
    robbed = ["chankan"] if given["source"] == "rob" else []
    situation = [*given.get("situation", []), *robbed]
    return won(given) | {
        "void_suit": given.get("void_suit"),
        "won": given.get("won", []),
        "flags": dict.fromkeys(situation, True),
    }


def win(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = score(rules, case_of(given))
    return {
        "legal": answer["legal"],
        "fans": sorted(name for name, _ in answer["fans"]),
        "doubles": answer["doubles"],
        "deltas": answer["points_delta"],
    }


def kong_payment(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"deltas": kan_payments(rules, kans(given, KANS, won=[]))}


def empty_wall(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """What seat 0's discard after the last tile leads to; all that nobody holds is discarded."""
    hands = [parse_tiles(tiles(text)) for text in given["hands"]]
    hands[0] += parse_tiles(tiles(given["discard"]))
    rest = Counter(rules.tiles)
    rest.subtract(code for hand in hands for code in hand)
    left = sorted(rest.elements())
    income = given.get("kan_income", {})
    seats = [
        {
            "hand": hand,
            "river": left[p::4],
            "void_suit": given["voids"][p],
            "kan_income": income.get(str(p), [0] * 4),
        }
        for p, hand in enumerate(hands)
    ]
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_state(0, {"turn": 0, "seats": seats, "wall": [], "drawn": hands[0][-1]})
    batch.step_one(0, hands[0][-1])
    while not batch.hand_done[0]:
        batch.step_one(0, PASS)
    return answer_of(batch)


def answer_of(batch: Batch) -> Answer:
    state = batch.state(0)
    return {
        "deltas": state["last"]["points"],
        "ready": state["last"]["tenpai"],
        "reasons": sorted({line["reason"] for line in batch.ledger(0)}),
    }


KINDS: dict[str, Kind] = {"win": win, "kong_payment": kong_payment, "empty_wall": empty_wall}
