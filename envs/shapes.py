"""What is drawn on a tile, as plain shapes: pictures and pages draw the same.

A tile is 30 wide and 42 high; x goes right and y down.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from shugi._fast.core.tiles import CODE_NAMES, kind_of

TILE_W, TILE_H = 30, 42
FELT, PANEL, FRAME = "#1f5a43", "#184a37", "#2f7a5c"
TEXT, DIM, GOLD, ALERT = "#f4f1e6", "#b9cdbf", "#f2c849", "#ff8f6b"
INK, RED, BLUE, GREEN = "#20262e", "#c8242b", "#2350a8", "#1c7a3d"
FACE, BACK, EDGE, TRIM = "#fbf8ee", "#d98b2b", "#8d8467", "#f0b968"
FACE_OF = {"red": "#ffd9d6", "gold": "#f5d66b", "cherry": "#ffd0e0", "death": "#3a3a40"}
FACE_OF["aside"] = "#d5e8d0"  # a 5m that is only set aside
FACE_OF |= {"wild": "#bcd4ff", "kan": "#ffd9b0"}  # of regional games, whatever is printed on them
PALETTE = ("#d83a3a", "#e88b2e", "#e8d03a", "#3f9e4d", "#3a6fd8", "#8a4fc0")
PLACES = {  # of the pips of a rank, in a field of 3 x 3
    1: ((1, 1),),
    2: ((1, 0), (1, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    7: ((0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (1, 2), (2, 2)),
    8: ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
    9: tuple((x, y) for y in range(3) for x in range(3)),
}


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float
    round: float
    fill: str | None = None
    outline: str | None = None
    width: float = 0


@dataclass(frozen=True)
class Line:
    points: tuple[float, float, float, float]
    fill: str
    width: float


@dataclass(frozen=True)
class Glyph:
    """Text, its middle at x and y."""

    text: str
    x: float
    y: float
    size: float
    fill: str


Shape = Disc | Box | Line | Glyph
Shapes = Iterator[Shape]


def sort_of(code: int) -> str:
    """What is special about a copy: "", red, gold, rainbow, pocchi, cherry, death, aside."""
    name = CODE_NAMES[code]
    if name[0] == "0":
        return "red"
    sorts = {"g": "gold", "w": "rainbow", "o": "pocchi", "c": "cherry", "d": "death"}
    sorts["n"] = "aside"
    return sorts[name[2]] if len(name) == 3 else ""


def shapes_of(code: int, sort: str) -> Shapes:
    """What is printed on a tile of this ``sort``, on the face."""
    if sort == "rainbow":
        yield from _rainbow()
    kind = kind_of(code)
    if kind is None:
        yield from _bonus(CODE_NAMES[code])
    elif kind < 27:
        yield from _suited(kind // 9, kind % 9 + 1, sort)
    else:
        yield from _honour(kind - 27, sort)
    if sort == "gold" and kind is not None:
        yield Glyph("gold", 19, 7.5, 7.5, "#8a5a00")
    elif sort == "cherry":
        yield Disc(22, 8, 3, RED)
        yield Disc(26, 9.5, 3, RED)


def _rainbow() -> Shapes:
    left, top, right, bottom = 1.0, 1.0, TILE_W - 1.25, TILE_H - 2.25
    width = (right - left) / len(PALETTE)
    for k, colour in enumerate(PALETTE):
        x = left + k * width
        yield Box(x, bottom - 7, x + width, bottom - 2, 0, colour)
        yield Box(x, top + 2, x + width, top + 5, 0, colour)


def _suited(suit: int, rank: int, sort: str) -> Shapes:
    colour = (INK, BLUE, GREEN)[suit]
    if sort in ("red", "death"):
        colour = RED if sort == "red" else TEXT
    yield Glyph(str(rank), 7, 8.5, 12, colour)
    if suit == 0:
        yield from _character(RED if sort != "death" else colour)
        return
    for x, y in PLACES[rank]:
        at = 8 + 7 * x, 19.5 + 7.8 * y
        if suit == 1:
            yield Disc(*at, 3.2, colour)
            yield Disc(*at, 3.2 * 0.42, FACE_OF.get(sort, FACE))
        else:
            yield from _bamboo(*at, colour)


def _bamboo(x: float, y: float, fill: str) -> Shapes:
    yield Box(x - 1.7, y - 3.6, x + 1.7, y + 3.6, 1.5, fill)
    yield Line((x - 2.4, y, x + 2.4, y), fill, 1)


def _character(fill: str) -> Shapes:
    """A brush-like mark for the suit of characters."""
    for points in ((7, 21, 23, 21), (15, 18, 8, 36), (13, 27, 21, 27), (21, 27, 18, 36)):
        yield Line(points, fill, 2)


def _honour(rank: int, sort: str) -> Shapes:
    if rank < 4:
        yield Glyph("ESWN"[rank], 15, 19, 22, INK)
        yield Glyph(("East", "South", "West", "North")[rank], 15, 35, 7.5, INK)
    elif rank == 4:
        yield Box(6, 8, 24, 32, 2, outline=BLUE, width=2)
        if sort == "pocchi":
            yield Disc(15, 20, 5.5, RED)
    else:
        colour = GREEN if rank == 5 else RED
        yield Glyph("FC"[rank - 5], 15, 20, 25, colour)
        yield Glyph(("Green", "Red")[rank - 5], 15, 35, 7.5, colour)


def _bonus(name: str) -> Shapes:
    if name[1] == "f":
        yield from _flower(15, 18, "#d6448f")
        yield Glyph("flower", 15, 35, 7, "#a32b6b")
    elif name[1] == "b":
        yield Disc(15, 20, 11, RED if name[0] == "1" else BLUE)
        yield Glyph("7", 15, 20, 17, FACE)
    elif name[1] == "w":
        yield Glyph("W", 15, 18, 22, PALETTE[-1])
        yield Glyph("wild", 15, 35, 8, PALETTE[-1])
    elif name[1] == "k":
        yield Glyph("K", 15, 18, 22, PALETTE[1])
        yield Glyph(f"kan {name[0]}", 15, 35, 8, PALETTE[1])
    elif name[1] == "m":
        yield from _suited(0, int(name[0]), "aside")
    else:
        yield from _flower(15, 16, GREEN if name[1] == "h" else "#b06a1d")
        yield Glyph(name, 15, 34, 10, INK)


def _flower(x: float, y: float, fill: str) -> Shapes:
    for k in range(6):
        angle = math.pi / 3 * k
        yield Disc(x + 6 * math.cos(angle), y + 6 * math.sin(angle), 4, fill)
    yield Disc(x, y, 3.6, GOLD)
