"""The tiles of a rule set (section 1 of each rule text)."""

from collections import Counter
from typing import Any

from tests.games.riichi.reference.notation import DECK_KINDS, kind

EIGHT_COPIES = {"super_bingo_112": ("7p", "7s"), "toriuchi_112": ("1s",)}
WITH_FLOWERS = ("sanma_flowers_112", "super_bingo_112", "shouhai_112")
BINGO_TILES = {"normal": 2, "deluxe": 4}  # of each colour, in the place of flowers
CRAZY = {"1p": ["1pc"] * 2, "2p": ["2pc"] * 2, "3p": ["3pc"], "7p": ["7pd"] * 2}


def deck_of(options: dict[str, Any]) -> list[str]:
    """Every tile of the deck, special copies included."""
    name = options["tile_set"]
    deck = []
    for one in DECK_KINDS[name]:
        copies = 8 if one in EIGHT_COPIES.get(name, ()) else 4
        special = special_copies(options, one)
        deck += special + [one] * (copies - len(special))
    return deck + bonus_tiles(options)


def special_copies(options: dict[str, Any], one: str) -> list[str]:
    """The copies of a kind that are more than plain."""
    special = ["0" + one[1]] * options["red_fives"].get(one, 0)
    special += [one + "g"] * options["gold_fives"].get(one, 0)
    special += ["5zo"] * (one == "5z" and options["shiro_pocchi"])
    if options.get("rainbow_sevens") and one in ("7p", "7s"):
        special.append(one + "w")
    if options.get("grand_cross") and options["gold_north"] and one == "4z":
        special.append("4zg")
    return special + (CRAZY.get(one, []) if options.get("cherry") else [])


def bonus_tiles(options: dict[str, Any]) -> list[str]:
    """Tiles that are only set aside: flowers, bingo tiles, the 5m of a hand-shuffled deck."""
    if options.get("seven_rush", "off") != "off":
        return ["1b", "2b"] * BINGO_TILES[options["seven_rush"]]
    flowers = ["1f"] * (4 if options["tile_set"] in WITH_FLOWERS else 0)
    return flowers + ["5m"] * (2 if options.get("extra_5m") else 0)


def is_bonus(tile: str) -> bool:
    return tile[1] in "fb" or tile == "5m"


def copies(options: dict[str, Any]) -> Counter[str]:
    """How many tiles of each kind a hand can be built of."""
    return Counter(kind(tile) for tile in deck_of(options) if not is_bonus(tile))
