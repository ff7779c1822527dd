"""Tiles as text ("0p", "5pg", "1f"), and the orders that the rules speak of."""

import re

_GROUP = re.compile(r"(\d+)([mpszfb])([gwocd]?)")
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
HONORS = WINDS + DRAGONS
SUITS = {suit: tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"}

_WITHOUT_MANZU = (*SUITS["p"], *SUITS["s"], *HONORS)
DECK_KINDS = {
    "sanma_108": ("1m", "9m", *_WITHOUT_MANZU),
    "sanma_flowers_112": ("1m", "9m", *_WITHOUT_MANZU),
    "shouhai_112": ("1m", "9m", *_WITHOUT_MANZU),
    "toriuchi_112": ("1m", "9m", *_WITHOUT_MANZU),
    "super_bingo_112": _WITHOUT_MANZU,
}
SEVEN_OF = {"1b": "7p", "2b": "7s"}  # what a bingo tile acts as


def tiles(text: str) -> list[str]:
    """Each tile of ``text``; digits share the letter behind them."""
    found = [
        digit + letter + (attribute if i == len(digits) - 1 else "")
        for digits, letter, attribute in _GROUP.findall(text)
        for i, digit in enumerate(digits)
    ]
    if _GROUP.sub("", text).strip():
        raise ValueError(f"not tiles: {text!r}")
    return found


def kind(tile: str) -> str:
    """The tile without its attributes: "0p" and "5pg" are of kind "5p"."""
    return "5" + tile[1] if tile[0] == "0" else tile[:2]


def is_flower(tile: str) -> bool:
    return tile[1] == "f"


def is_honor(kind: str) -> bool:
    return kind[1] == "z"


def is_terminal(kind: str) -> bool:
    return not is_honor(kind) and kind[0] in "19"


def is_outside(kind: str) -> bool:
    return is_honor(kind) or is_terminal(kind)


def circles(tile_set: str) -> list[tuple[str, ...]]:
    """The cycles of the indicator order: each suit as far as it is in the deck, winds, dragons."""
    kinds = DECK_KINDS[tile_set]
    suits = [tuple(k for k in kinds if k[1] == suit) for suit in "mps"]
    return [circle for circle in (*suits, WINDS, DRAGONS) if circle]


def indicated(tile: str, tile_set: str) -> str | None:
    """The kind that an indicator points at; None for a flower."""
    for circle in circles(tile_set):
        if kind(tile) in circle:
            return circle[(circle.index(kind(tile)) + 1) % len(circle)]
    return None


def neighbours(of: str, tile_set: str) -> tuple[str, str, str]:
    """The kind before it, the kind itself and the one after it."""
    for circle in circles(tile_set):
        if of in circle:
            i = circle.index(of)
            return circle[i - 1], of, circle[(i + 1) % len(circle)]
    raise ValueError(f"{of} is not in the deck")
