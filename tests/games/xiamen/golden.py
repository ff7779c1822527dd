"""Worked examples of Xiamen: what the engine answers to each kind."""

from typing import Any

from shugi._fast.core.tiles import format_tiles, parse_tiles
from shugi._fast.games.xiamen.score import legal_discards, score
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind, flowers, melds, tiles

Answer = dict[str, Any]
WAYS = {"own": "tsumo", "claim": "ron", "rob": "robbing"}


def won(given: Answer) -> Answer:
    """The example as a case of ``shugi._fast.games.xiamen.score.score``."""
    case = {"dealer": given["banker"], "winner": given["winner"], "award": given["award"]}
    case["win_by"] = WAYS[given["source"]]
    case |= {"stays": given["banker_stays"], "indicator": tiles(given["indicator"])}
    case |= {"hand": tiles(given["concealed_before_win"]), "melds": melds(given.get("melds") or [])}
    case["flowers"] = flowers(given.get("flowers") or "")
    if given.get("winning_tile"):
        case["win_tile"] = tiles(given["winning_tile"])
    if given.get("stay_multipliers"):
        case["stay_multipliers"] = given["stay_multipliers"]
    return case


def scored(rules: Rules, given: Answer, expected: Answer) -> Answer:
    answer = score(rules, won(given))
    if answer["water"] is None:
        return {"water": None, "multiplier": None, "deltas": None}
    return {key: answer[key] for key in ("water", "multiplier")} | {
        "deltas": answer["points_delta"]
    }


def legality(rules: Rules, given: Answer, expected: Answer) -> Answer:
    hand = tiles(given["hand_after_draw"])
    discarded = tiles(" ".join(given["discarded_before"]))
    legal = legal_discards(rules, hand, tiles(given["indicator"]), discarded)
    everything = set(parse_tiles("".join(legal))) == set(parse_tiles(hand))
    return {"legal_discards": "all kinds in the hand" if everything else printed(legal)}


def printed(legal: list[str]) -> list[str]:
    """As the text writes them, E W for 1z 3z."""
    names = dict(zip("1234567", "ESWNBGR", strict=True))
    codes = parse_tiles("".join(legal))
    return [
        names[tile[0]] if tile[1] == "z" else tile
        for tile in map(format_tiles, ([c] for c in codes))
    ]


def count(rules: Rules, given: Answer, expected: Answer) -> Answer:
    changed = {"indicator_in_dead_wall": given["indicator_counted_in_dead_wall"]}
    fields = Rules(rules.name, rules.options | changed).fields()
    dealt = fields["at_table"] * fields["hand_size"] + 1
    return {"draws_after_deal": fields["n_deck"] - dealt - fields["dead_wall_size"]}


KINDS: dict[str, Kind] = {"score": scored, "legality": legality, "count": count}
