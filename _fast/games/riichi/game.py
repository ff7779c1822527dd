"""Riichi mahjong: every Japanese game here; its rule sets differ by options alone."""

from collections.abc import Iterator

from shugi._fast.games.riichi.conflicts import CONFLICTS
from shugi._fast.games.riichi.house_options import HOUSE
from shugi._fast.games.riichi.needs import NEEDS
from shugi._fast.games.riichi.options import SANMA
from shugi._fast.tables.game import ALL_FORMS, Game, Options

# option: the tiles that it brings, and how many
COPIES = {
    "shiro_pocchi": {"5zo": 1},
    "rainbow_sevens": {"7pw": 1, "7sw": 1},
    "cherry": {"1pc": 2, "2pc": 2, "3pc": 1, "7pd": 2},
    "extra_5m": {"5mn": 2},
}
BINGO_TILES = {"off": 0, "normal": 2, "deluxe": 4}  # of a colour


def copies(options: Options) -> Iterator[tuple[str, str, int]]:
    for five, n in options["red_fives"].items():
        yield "red_fives", f"0{five[1]}", n
    for five, n in options["gold_fives"].items():
        yield "gold_fives", f"{five}g", n
    for name, tiles in COPIES.items():
        if options[name]:
            yield from ((name, tile, n) for tile, n in tiles.items())
    if options["grand_cross"] and options["gold_north"]:
        yield "gold_north", "4zg", 1
    if n := BINGO_TILES[options["seven_rush"]]:
        yield from (("seven_rush", tile, n) for tile in ("1b", "2b"))


# until version 0.2: a wait on four equal tiles, kans in riichi, repeats in West
_FOUR = {"keishiki_fifth_copy": "wait", "riichi_kan": "strict", "extension_repeats": False}
_THREE = {**_FOUR, "abort_plays_on": False}

GAME = Game(
    "riichi mahjong",
    0,
    fields={"forms": ALL_FORMS, "max_kans": 4, "points_per_unit": 1000},
    conflicts=CONFLICTS,
    needs=NEEDS,
    tables=(SANMA, HOUSE),
    left_out=lambda options: "" if options["seven_rush"] == "off" else "1f",
    copies=copies,
    most_chips=lambda o: 5000.0 if o["cherry"] else 1000.0,
    earlier={
        **dict.fromkeys(("riichi_tenhou", "riichi_mjsoul", "riichi_parlour"), _FOUR),
        **dict.fromkeys(("sanma_base", "sanma_tenhou", "toriuchi"), _THREE),
    },
)
