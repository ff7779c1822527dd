"""Worked examples of Wuhan: what the engine answers to each kind."""

from typing import Any

from shugi._fast.rules import Rules
from shugi._fast.wuhan_case import score, wildcard
from tests.golden.regional import Kind, melds, tiles

Answer = dict[str, Any]
PLAYER = {
    "open": "opened",
    "ck": "closed_kans",
    "mk": "open_kans",
    "rk": "kong_tiles",
    "lk": "wild_kongs",
}
FLAGS = {
    "kong_supplement": "rinshan",
    "last_four_phase": "last_tiles",
    "robbed_kong": "chankan",
}


def hand_of(given: Answer) -> Answer:
    """A hand of the text in the notation of `waits`."""
    indicator = given.get("indicator")
    return {
        "dealer": given["banker"],
        "winner": given["winner"],
        "hand": tiles(given["concealed_before_win"]),
        "melds": melds(given.get("melds") or []),
        "indicator": tiles(indicator) if indicator else None,
        "wildcard": tiles(given["laizi"]),
        "players": [
            {PLAYER[name]: n for name, n in player.items()} for player in given["players"]
        ],
    }


def case_of(given: Answer) -> Answer:
    """A won hand of the text in the notation of `score`."""
    own = given["source"] == "own"
    flags = {FLAGS[name]: True for name in given.get("situation") or []}
    liable = given.get("liable_seat")
    return hand_of(given) | {
        "win_by": "tsumo" if own else "ron",
        "loser": None if own else given["from_seat"],
        "win_tile": tiles(given["winning_tile"]),
        "flags": flags,
        # the examples name who is liable; only an unready discarder is not seen from the hand
        "discarder_ready": given["source"] == "rob" or liable is None,
    }


def win(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = score(rules, case_of(given))
    found = {"legal": answer["legal"]}
    if answer["raw"] is None:
        return found
    return found | {
        "patterns": answer["patterns"],
        "hard": answer["hard"],
        "raw_amounts": answer["raw"],
        "deltas": answer["points_delta"],
    }


def indicator(rules: Rules, given: Answer, expected: Answer) -> Answer:
    changed = Rules(rules.name, rules.options | {"kong_tile_mode": given["mode"]})
    named = [wildcard(changed, tiles(kind)) for kind in given["indicators"]]
    texts = {tiles(kind): kind for kind in expected["laizi"]}
    return {"laizi": [texts.get(kind, kind) for kind in named]}


KINDS: dict[str, Kind] = {"win": win, "indicator": indicator}
