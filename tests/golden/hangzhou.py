"""Worked examples of Hangzhou: what the engine answers to each kind."""

from typing import Any

from shugi._fast.hangzhou_case import hand_value, payment
from shugi._fast.rules import Rules
from tests.golden.regional import Kind, melds, tiles

Given = dict[str, Any]
WAYS = {"own": "tsumo", "claim": "ron", "rob": "robbing"}


def hand_of(rules: Rules, given: Given) -> Given:
    """The engine's case of a hand in the texts' notation."""
    case = {
        "hand": tiles(given["concealed_before_win"]),
        "win_tile": tiles(given["winning_tile"]),
        "melds": melds(given.get("melds") or []),
        "win_by": WAYS[given.get("source", "own")],
        "floats": given.get("floats", 0),
        "kong_streak": given.get("kong_streak", 0),
    }
    known = {} if rules.options["permanent_fortune"] else {"indicator": tiles(given["indicator"])}
    return case | known


def win_multiplier(rules: Rules, given: Given, expected: Given) -> Given:
    return hand_value(rules, hand_of(rules, given))


def bill_of(given: Given) -> Given:
    case = {
        "dealer": given["banker"],
        "winner": given["winner"],
        "level": given["level"],
        "multiplier": given["multiplier"],
        "win_by": WAYS[given["source"]],
        "liability": given.get("liability") or {},
    }
    case |= {"loser": given["from_seat"]} if "from_seat" in given else {}
    return case | ({"chips": given["chips"]} if given.get("chips") else {})


def payments(rules: Rules, given: Given, expected: Given) -> Given:
    return {"deltas": payment(rules, bill_of(given))["points_delta"]}


def second_half(rules: Rules, given: Given, expected: Given) -> Given:
    """The bases tell banker and level: only the banker owes more than one unit."""
    bases = {int(seat): factor for seat, factor in given["bases"].items()}
    banker = max(bases, key=bases.__getitem__)
    case = {
        "dealer": banker,
        "winner": given["winner"],
        "level": bases[banker].bit_length() - 1,
        "multiplier": given["final_multiplier"],
        "win_by": "tsumo",
        "float_claims": [[given["discarder"], given["multiplier_before_claim"]]],
    }
    return {"deltas": payment(rules, case)["points_delta"]}


def count(rules: Rules, given: Given, expected: Given) -> Given:
    fields = rules.fields()
    dealt = fields["at_table"] * fields["hand_size"] + 1
    return {"draws": fields["n_deck"] - dealt - fields["dead_wall_size"]}


KINDS: dict[str, Kind] = {
    "win_multiplier": win_multiplier,
    "payment": payments,
    "second_half_liability": second_half,
    "count": count,
}
