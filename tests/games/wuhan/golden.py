"""Worked examples of Wuhan: what the engine answers to each kind."""

from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.wuhan.score import score, wildcard
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind, melds, tiles, won

Answer = dict[str, Any]
PLAYER = {
    "open": "opened",
    "ck": "closed_kans",
    "mk": "open_kans",
    "rk": "kan_tiles",
    "lk": "wild_kans",
}
FACES = {tiles(kind): kind for kind in (*(n + s for s in "mps" for n in "123456789"), *"ESWNRGB")}
FLAGS = {"kong_supplement": "rinshan", "last_four_phase": "last_tiles", "robbed_kong": "chankan"}


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
        "players": [{PLAYER[name]: n for name, n in player.items()} for player in given["players"]],
    }


def case_of(given: Answer) -> Answer:
    """A won hand of the text in the notation of `score`."""
    liable = given.get("liable_seat")
    return (
        hand_of(given)
        | won(given)
        | {
            "flags": {FLAGS[name]: True for name in given.get("situation") or []},
            # the examples name who is liable; only an unready discarder is not seen from the hand
            "discarder_ready": given["source"] == "rob" or liable is None,
        }
    )


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
    return {"laizi": [FACES[wildcard(changed, tiles(kind))] for kind in given["indicators"]]}


def drop(batch: Batch) -> bool:
    """The drawn tile is discarded, nothing else done; whether there was a discard."""
    state, legal = batch.state(0), batch.legal_actions(0)
    if state["phase"] != "own":
        batch.step_one(0, action_id("pass"))
        return False
    batch.step_one(0, state["drawn"] if state["drawn"] in legal else min(legal))
    return True


def count(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """Draws of a hand in which nobody claims: each but the last ones is followed by a discard."""
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    start = batch.state(0)
    draws = start["tail"] - start["head"]
    discards = 0
    while batch.state(0)["hand_no"] == 1:
        discards += drop(batch)
    normal = discards - 1  # the dealer discards before anything is drawn
    return {"draws": draws, "normal_draws": normal, "last_draws": draws - normal}


def legality(rules: Rules, given: Answer, expected: Answer) -> Answer:
    """What the discard of a kong tile does, while the next player holds two of them."""
    verb, kind = given["action"].split()
    (tile,) = parse_tiles(tiles(kind))
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    rest = [code for code in rules.tiles if code != tile]
    wall = [tile, *rest[:12], tile, tile, *rest[12:], tile]  # in the dealer's hand, the next one's
    batch.set_wall(0, wall)
    before = batch.state(0)
    new = set(before["seats"][0]["hand"]) - set(rest)
    (code,) = [code for code in new if code in batch.legal_actions(0)]
    batch.step_one(0, code if verb == "discard" else action_id(verb))
    after = batch.state(0)
    return {
        "red_kongs": after["seats"][0]["kan_tiles"],
        "supplement": after["actor"] == 0,
        "claimable": after["phase"] == "claim",
    }


KINDS: dict[str, Kind] = {"win": win, "indicator": indicator, "count": count, "legality": legality}
