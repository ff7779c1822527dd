"""Worked examples of Kawuxing: what the engine answers to each kind."""

from typing import Any

from shugi._fast.games.kawuxing.score import draw_payments, kan_payments, score
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind, kans, tiles, won
from tests.games.kawuxing.wall import Hand

Answer = dict[str, Any]
KANS = {"direct": "daiminkan", "growing": "kakan", "closed": "ankan"}
CLAIMS = {"win": "win", "kan_open": "direct kong", "pon": "pung", "pass": "pass"}
FLAGS = {"claimed_on_kong": "claimed_on_kong", "last_wall_tile": "haitei"}


def case_of(given: Answer) -> Answer:
    """A won hand of the text in the notation of `score`."""
    flags = {ours: True for theirs, ours in FLAGS.items() if given.get(theirs)}
    shown = [given["winner"]] if given.get("disclosed") else []
    return won(given) | {
        "kans": given.get("own_kongs_in_turn", 0),
        "flags": flags | ({"chankan": True} if given["source"] == "rob" else {}),
        "disclosed": [*dict.fromkeys(shown + given.get("disclosed_seats", []))],
    }


def win(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = score(rules, case_of(given))
    return {
        "legal": answer["legal"],
        "patterns": sorted(name for name, _ in answer["patterns"]),
        "doubles": answer["doubles"],
        "deltas": answer["points_delta"],
    }


def kong_payment(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"deltas": kan_payments(rules, kans(given, KANS, chain=1))}


def draw_payment(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return {"deltas": draw_payments(rules, given["disclosed_in_order"])}


def legality(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """What a player with these tiles may say to a discard that leaves so many in the wall."""
    drawn = 44 - given["wall_tiles"]  # by whom, if nobody claims before
    seat = (drawn + 1) % 3
    hands = ["", "", ""]
    hands[seat] = tiles(f"{given['hand_has']} 123456s RRGB")
    hand = Hand(hands, rules=rules, later=(drawn, tiles(given["discard"])))
    hand.turns(drawn)
    hand.act(tiles(given["discard"]))
    assert hand.actor == seat and hand.live == given["wall_tiles"]
    legal = [word for verb, word in CLAIMS.items() if verb in hand.legal]
    illegal = [word for word in expected["illegal"] if word not in legal]
    return {"legal": legal, "illegal": illegal}


def count(rules: Rules, given: Answer, expected: Answer) -> Answer:
    hand = Hand(["", "", ""], rules=rules)
    held = sum(len(seat["hand"]) for seat in hand.state["seats"])
    assert len(rules.tiles) == given["tiles"] and held == given["dealt"]
    return {"draws": hand.live}


KINDS: dict[str, Kind] = {
    "win": win,
    "kong_payment": kong_payment,
    "draw_payment": draw_payment,
    "legality": legality,
    "count": count,
}
