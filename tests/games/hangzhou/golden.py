"""Worked examples of Hangzhou: what the engine answers to each kind."""

from typing import Any

from shugi._fast.games.hangzhou.score import hand_value, payment
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind, melds, tiles
from tests.games.hangzhou.table import Table

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
        "kan_streak": given.get("kan_streak", 0),
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


def round_of_seat_0(rules: Rules, discard: str, hands: dict[int, str], draws: str) -> Table:
    """Seat 1 deals at level 3; the turns go round until seat 0 has made its first discard."""
    table = Table(rules, {0: "4s19m"} | hands, draws, dealer=1, honba=2)
    table.throw(1)
    table.throw(2)
    table.throw(3)
    table.do(0, discard)
    return table


def own_turn_of_seat_2(rules: Rules, discard: str) -> Table:
    """Seat 2 has an open pon of 5p, the fourth one and four Norths."""
    table = Table(rules, {0: "4s19m", 2: "555p4444z7p22s11m9s"}, "5p7z6z7z3m", dealer=1, honba=2)
    table.do(1, "5p")
    table.do(2, "pon", "9s")
    table.throw(3)
    table.do(0, discard)
    table.throw(1)
    return table


FLOAT, OTHER = "4s", "9m"
OWN_WORDS = {"kan_added": "filling kong of 5p"}
CLAIM_WORDS = {"pon": "pung", "kan_open": "direct kong", "win": "win by claim"}


def claims_of_seat_2(rules: Rules, discard: str, tile: str) -> set[str]:
    """What it may do with a tile of seat 1, in the round after seat 0's discard."""
    hands = {2: "444z234p22s68s999m"}
    table = round_of_seat_0(rules, discard, hands, f"7z6z7z7z{tile}")
    table.do(1, tile)
    return {CLAIM_WORDS.get(verb, "chow") for verb in table.asked(2) - {"pass"}}


def legality(rules: Rules, given: Given, expected: Given) -> Given:
    """A float round as the engine plays it, beside the same turns without one."""
    barred = own_turn_of_seat_2(rules, FLOAT)
    open_kans = own_turn_of_seat_2(rules, OTHER).verbs - barred.verbs
    forbidden = {OWN_WORDS[verb] for verb in open_kans}
    for tile in ("4z", "2s", "7s"):
        free = claims_of_seat_2(rules, OTHER, tile)
        forbidden |= free - claims_of_seat_2(rules, FLOAT, tile)
    drawn = round_of_seat_0(rules, FLOAT, {2: "123456789m111p2p"}, "7z6z7z7z7z2p")
    drawn.throw(1)
    legal = {"win by own tile": "win" in drawn.legal, "discard": "3m" in barred.legal}
    barred.do(2, "kan_closed")
    legal["closed kong NNNN"] = barred.legal == {"4z"}
    order = ("win by own tile", "closed kong NNNN", "discard")
    return {
        "seat2_own_turn_legal": [name for name in order if legal[name]],
        "forbidden": [name for name in expected["forbidden"] if name in forbidden]
        + sorted(forbidden - set(expected["forbidden"])),
    }


def play(rules: Rules, given: Given, expected: Given) -> Given:
    """A hand played action by action: "2 pon", "2 5z"; "throw 1 2" are turns of seats 1 and 2."""
    hands = {int(seat): tiles(text) for seat, text in given["hands"].items()}
    table = Table(
        rules,
        hands,
        tiles(given["draws"]),
        tiles(given["indicator"]) if "indicator" in given else None,
        dealer=given["banker"],
        honba=given["hands_before"],
    )
    for action in given["actions"]:
        if action.startswith("throw"):
            table.throw(*map(int, action.split()[1:]))
        else:
            seat, name = action.split()
            table.do(int(seat), name)
    return {"deltas": table.points}


KINDS: dict[str, Kind] = {
    "win_multiplier": win_multiplier,
    "payment": payments,
    "second_half_liability": second_half,
    "count": count,
    "legality": legality,
    "play": play,
}
