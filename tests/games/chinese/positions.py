"""Positions of the regional games for the baseline's tests: one hand given, the others dealt."""

from collections import Counter
from random import Random

import numpy as np

from shugi._fast.bots.style import BotStyle
from shugi._fast.core.actions import VERB_NAMES
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi.envs import load_position

SUITS = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
WINDS = ["1z", "2z", "3z", "4z"]
# of each game: what lies in the wall once the indicator is turned, and how many tiles a hand has
DECKS: dict[str, tuple[str, dict[str, int], int]] = {
    "hangzhou": ("4s", dict.fromkeys([*SUITS, *WINDS, "6z", "7z"], 4) | {"1w": 3}, 13),
    "xiamen": ("4s", dict.fromkeys([*SUITS, *WINDS, "6z", "7z"], 4) | {"1w": 3}, 16),
    "wuhan": (
        "4s",
        dict.fromkeys([*SUITS, *WINDS, "5z", "6z"], 4) | {"4s": 3, "5s": 0, "1w": 4, "1k": 4},
        13,
    ),
    "kawuxing": ("", dict.fromkeys([*SUITS[9:], "5z", "6z", "7z"], 4), 13),
}
SEATS = {"kawuxing": 3}


def names(text: str) -> list[str]:
    return [code_name(tile) for tile in parse_tiles(text)]


def concealed(hand: str) -> str:
    return hand.split()[0].replace("+", "")


def melded(hand: str) -> str:
    """Tiles of the melds: ``melds=pon(6z6z'6z)<1`` and the like."""
    inside = [part.split(")")[0] for part in hand.split("(")[1:]]
    return "".join(inside).replace("'", "")


def position(
    rules: str,
    hand: str,
    *,
    spent: int = 0,
    other: str = "",
    rivers: dict[int, str] | None = None,
    turn: str = "turn own 0",
    keep: str = "",
    lines: str = "",
) -> str:
    """A text: seat 0 has ``hand``, seat 1 ``other``, who else holds what is left.

    Args:
        spent: tiles in each river besides those given in ``rivers``, the wall being so much
            shorter; ``keep`` are tiles that stay in the wall.
    """
    indicator, deck, size = DECKS[rules.split("+")[0]]
    seats = SEATS.get(rules, 4)
    left = Counter(deck)
    for given in (hand, other):
        left.subtract(names(concealed(given) + melded(given)) if given else [])
    for given in (rivers or {}).values():
        left.subtract(names(given.replace("*", "")))
    left.subtract(names(keep))
    tiles = list(left.elements())
    Random(1).shuffle(tiles)
    plain = [tile for tile in tiles if tile not in ("1w", "1k")]
    rows = [f"rules {rules}", turn]
    for seat in range(seats):
        text = hand if seat == 0 else other if seat == 1 else ""
        if not text:
            text, plain = "".join(plain[:size]), plain[size:]
        river, plain = "".join(plain[:spent]), plain[spent:]
        river += (rivers or {}).get(seat, "")
        rows.append(f"seat{seat} hand={text}" + (f" river={river}" if river else ""))
    rows += [f"dora {indicator}"] * bool(indicator) + [lines] * bool(lines) + ["wall ..."]
    return "\n".join(rows)


def decide(text: str, who: BotStyle) -> str:
    """Name of the action that the style takes: a tile or a verb."""
    batch = load_position(text)
    actions = np.zeros(batch.n, np.uint8)
    batch.baseline(actions, who)
    action = int(actions[0])
    assert batch.legal()[0, action]
    return VERB_NAMES.get(action) or code_name(action)
