"""A win as it stands at a table, written as the scorer and the reference take it."""

from typing import Any

from shugi._fast.core.tiles import code_name, format_tiles
from tests.support.tables import CALLED

State = dict[str, Any]
Case = dict[str, Any]
PAO = ("daisangen", "daisuushii", "mu")


def flags_of(state: State, p: int, by: str) -> list[str]:
    seat = state["seats"][p]
    drawn, robbed = by == "tsumo", state["robbing"] is not None
    last = state["tail"] == state["head"] and not robbed
    first = "tenhou" if p == state["dealer"] else "chiihou"
    found = {
        "double_riichi": seat["double_riichi"],
        "ippatsu": seat["ippatsu"],
        "haitei": last and drawn and not state["drawn_rinshan"],
        "houtei": last and not drawn,
        "rinshan": drawn and state["drawn_rinshan"] and state["rinshan_yaku"],
        "chankan": not drawn and robbed,
        first: seat["first_turn"] and drawn,
        "renhou": seat["first_turn"] and not drawn and p != state["dealer"],
    }
    if not drawn and seat["riichi"] == "open":
        found["open_dealin"] = state["seats"][state["discarder"]]["riichi"] == "none"
    return [name for name, is_set in found.items() if is_set]


def lying(state: State, by: str) -> list[int]:
    """Tiles in the discard piles, but for the one that is won on."""
    found: list[int] = []
    for p, seat in enumerate(state["seats"]):
        river = list(zip(seat["river"], seat["river_flags"], strict=True))
        if by == "ron" and p == state["discarder"] and state["robbing"] is None:
            river.pop()
        found += [tile for tile, flag in river if not flag & CALLED]
    return found


def stacks(state: State) -> str:
    live = [code_name(code) for code in state["wall"][state["head"] : state["tail"]]]
    pairs = [(live[i - 2], live[i - 1]) for i in range(len(live), 1, -2)]
    return ";".join(f"{top},{bottom}" for top, bottom in pairs)


def case_of(state: State, p: int, by: str, joker: int | None = None) -> Case:
    """A win of seat ``p`` in that state as the scorer takes it."""
    seat, hand = state["seats"][p], list(state["seats"][p]["hand"])
    tile = state["drawn"] if by == "tsumo" else state["discard"]
    if by == "tsumo":
        hand.remove(tile)
    piles = [code_name(code) for code in lying(state, by)]
    case: Case = {
        "dealer": state["dealer"],
        "winner": p,
        "loser": state["discarder"] if by == "ron" else None,
        "round_wind": f"{state['round'] // 3 + 1}z",
        "win_by": by,
        "hand": format_tiles(hand),
        "melds": [[meld["type"], format_tiles(meld["tiles"])] for meld in seat["melds"]],
        "win_tile": code_name(tile),
        "riichi": seat["riichi"],
        "flags": dict.fromkeys(flags_of(state, p, by), True),
        "dora_indicators": format_tiles(state["dora"]),
        "ura_indicators": format_tiles(state["ura"]),
        "removed_tiles": format_tiles(seat["aside"]),
        "honba": state["honba"],
        "sticks": state["sticks"],
        "scores": [each["score"] for each in state["seats"]],
        "markers": ["BH"[each["marker"]] for each in state["seats"]],
        "wall_from_end": stacks(state),
        "pao": {
            name: who
            for name, who in zip(PAO, seat["pao"], strict=True)
            if who is not None and name != "mu"
        },
    }
    if joker is not None:
        case["pocchi_as"] = code_name(joker)
    if any(len(name) > 2 and name[-1] in "cd" for name in piles + ["1pc"]):
        case["cherry"] = {
            "discards": [name for name in piles if name.endswith("c")],
            "death_discard": "7pd" in piles,
        }
    return case
