"""What is drawn on tiles and cards, as plain shapes: pictures and pages draw the same.

A tile is 30 wide and 42 high, a card 46 and 66; x goes right and y down. Tiles have one of two
looks: ``western`` with ranks and winds in letters, ``plain`` with the signs that tiles have in
China and Japan, drawn in strokes so that no font is needed.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES, kind_of
from shugi.envs.drawing.strokes import NUMERALS, STROKES

LOOKS = ("western", "plain")
CARD_W, CARD_H = 46, 66
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


@dataclass(frozen=True)
class Polygon:
    points: tuple[tuple[float, float], ...]
    fill: str


Shape = Disc | Box | Line | Glyph | Polygon
Shapes = Iterator[Shape]


def sort_of(code: int) -> str:
    """What is special about a copy: "", red, gold, rainbow, pocchi, cherry, death, aside."""
    name = CODE_NAMES[code]
    if name[0] == "0":
        return "red"
    sorts = {"g": "gold", "w": "rainbow", "o": "pocchi", "c": "cherry", "d": "death"}
    sorts["n"] = "aside"
    return sorts[name[2]] if len(name) == 3 else ""


def tile_shapes(code: int | None, sort: str | None = None, look: str = "western") -> Shapes:
    """A tile, or its back.

    Args:
        code: of its face; None: its back.
        sort: what is special about it, if its code does not say so.
        look: "western" or "plain".
    """
    yield Box(0, 0, TILE_W, TILE_H, 5, EDGE)
    inner = 1, 1, TILE_W - 1, TILE_H - 2
    if code is None:
        yield Box(*inner, 4, BACK)
        yield Box(6, 6, TILE_W - 6, TILE_H - 6, 4, outline=TRIM, width=1)
    else:
        sort = sort_of(code) if sort is None else sort
        yield Box(*inner, 4, FACE_OF.get(sort, FACE))
        yield from _face(code, sort, look)


def _face(code: int, sort: str, look: str) -> Shapes:
    if sort == "rainbow":
        yield from _rainbow()
    kind, plain = kind_of(code), look == "plain"
    if kind is None:
        yield from _bonus(CODE_NAMES[code], plain)
    elif kind < 27:
        yield from _suit_face(kind // 9, kind % 9 + 1, sort, plain)
    else:
        yield from _honour(kind - 27, sort, plain)
    if kind is not None or sort in ("wild", "kan"):
        yield from _mark(sort, plain)


def _mark(sort: str, plain: bool) -> Shapes:
    """In a corner, a sign for each sort that is special: colour alone does not tell it."""
    if sort == "gold" and not plain:
        yield Glyph("gold", 19, 7.5, 7.5, "#8a5a00")
    elif sort == "gold":
        yield Disc(25, 6.5, 3.6, "#8a5a00")
        yield Disc(25, 6.5, 1.8, FACE_OF["gold"])
    elif sort == "cherry":
        yield Disc(22, 8, 3, RED)
        yield Disc(26, 9.5, 3, RED)
    elif sort == "red":
        yield Disc(25, 6.5, 2.4, RED)
    elif sort == "wild":
        yield Polygon(_star(24.5, 7, 4.4), BLUE)
    elif sort == "kan":
        yield Polygon(((24.5, 3), (28, 7), (24.5, 11), (21, 7)), RED)
    elif sort == "death":
        yield Line((22, 4, 27.5, 9.5), TEXT, 1.4)
        yield Line((27.5, 4, 22, 9.5), TEXT, 1.4)


def _star(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """A five-pointed one, as the points of a polygon."""
    corners = []
    for k in range(10):
        long = radius if k % 2 == 0 else 0.42 * radius
        angle = math.pi / 5 * k - math.pi / 2
        corners.append((x + long * math.cos(angle), y + long * math.sin(angle)))
    return tuple(corners)


def _sign(name: str, x: float, y: float, size: float, fill: str, width: float = 1.6) -> Shapes:
    """A sign of ``strokes.STROKES`` of this size, its middle at x and y."""
    left, top, unit = x - size / 2, y - size / 2, size / 10
    for x1, y1, x2, y2 in STROKES[name]:
        ends = (left + unit * x1, top + unit * y1, left + unit * x2, top + unit * y2)
        yield Line(ends, fill, width)


def _rainbow() -> Shapes:
    left, top, right, bottom = 1.0, 1.0, TILE_W - 1.25, TILE_H - 2.25
    width = (right - left) / len(PALETTE)
    for k, colour in enumerate(PALETTE):
        x = left + k * width
        yield Box(x, bottom - 7, x + width, bottom - 2, 0, colour)
        yield Box(x, top + 2, x + width, top + 5, 0, colour)


def _suit_face(suit: int, rank: int, sort: str, plain: bool) -> Shapes:
    colour = (INK, BLUE, GREEN)[suit]
    if sort in ("red", "death"):
        colour = RED if sort == "red" else TEXT
    if not plain:
        yield Glyph(str(rank), 7, 8.5, 12, colour)
    if suit == 0:
        yield from _character(rank, colour, RED if sort != "death" else colour, plain)
        return
    top, step = (9.5, 11) if plain else (19.5, 7.8)
    for x, y in PLACES[rank]:
        at = 8 + 7 * x, top + step * y
        if suit == 1:
            yield Disc(*at, 3.2, colour)
            yield Disc(*at, 3.2 * 0.42, FACE_OF.get(sort, FACE))
        else:
            yield from _bamboo(*at, colour)


def _bamboo(x: float, y: float, fill: str) -> Shapes:
    yield Box(x - 1.7, y - 3.6, x + 1.7, y + 3.6, 1.5, fill)
    yield Line((x - 2.4, y, x + 2.4, y), fill, 1)


def _character(rank: int, ink: str, fill: str, plain: bool) -> Shapes:
    """A brush-like mark for the suit of characters; the rank in strokes above it."""
    if plain:
        yield from _sign(NUMERALS[rank], 14, 12, 14, ink)
        yield from _sign("wan", 15, 29.5, 15, fill)
        return
    for points in ((7, 21, 23, 21), (15, 18, 8, 36), (13, 27, 21, 27), (21, 27, 18, 36)):
        yield Line(points, fill, 2)


def _honour(rank: int, sort: str, plain: bool) -> Shapes:
    colour = (INK, INK, INK, INK, BLUE, GREEN, RED)[rank]
    if rank == 4:
        yield Box(6, 8, 24, 32, 2, outline=BLUE, width=2)
        if sort == "pocchi":
            yield Disc(15, 20, 5.5, RED)
    elif plain:
        name = ("east", "south", "west", "north", "", "fa", "zhong")[rank]
        yield from _sign(name, 15, 21, 22, colour, 2.3)
    elif rank < 4:
        yield Glyph("ESWN"[rank], 15, 19, 22, colour)
        yield Glyph(("East", "South", "West", "North")[rank], 15, 35, 7.5, colour)
    else:
        yield Glyph("FC"[rank - 5], 15, 20, 25, colour)
        yield Glyph(("Green", "Red")[rank - 5], 15, 35, 7.5, colour)


def _bonus(name: str, plain: bool) -> Shapes:
    if name[1] == "m":
        yield from _suit_face(0, int(name[0]), "aside", plain)
    else:
        number = NUMERALS[int(name[0])]
        yield from _bonus_plain(name[1], number) if plain else _bonus_western(name)


def _bonus_western(name: str) -> Shapes:
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
    else:
        yield from _flower(15, 16, GREEN if name[1] == "h" else "#b06a1d")
        yield Glyph(name, 15, 34, 10, INK)


def _bonus_plain(letter: str, number: str) -> Shapes:
    if letter == "b":
        yield Disc(15, 21, 11, RED if number == NUMERALS[1] else BLUE)
        yield from _sign(NUMERALS[7], 15, 21, 12, FACE, 2)
    elif letter == "w":
        yield Polygon(_star(15, 21, 12), PALETTE[-1])
    elif letter == "k":
        yield Polygon(((15, 4), (26, 16), (15, 28), (4, 16)), PALETTE[1])
        yield from _sign(number, 15, 35, 8, INK)
    else:
        fills = {"f": "#d6448f", "h": GREEN}
        yield from _flower(15, 16, fills.get(letter, "#b06a1d"))
        if letter != "f" and number:
            yield from _sign(number, 15, 34, 9, INK)


def _flower(x: float, y: float, fill: str) -> Shapes:
    for k in range(6):
        angle = math.pi / 3 * k
        yield Disc(x + 6 * math.cos(angle), y + 6 * math.sin(angle), 4, fill)
    yield Disc(x, y, 3.6, GOLD)


def card_shapes(card: int | None) -> Shapes:
    """A card with its rank, and its suit, drawn, for fonts may lack that; None is its back."""
    fill = BACK if card is None else FACE
    yield Box(0.5, 0.5, CARD_W - 0.5, CARD_H - 0.5, 5, fill, EDGE, 1)
    if card is None:
        return
    suit, rank = CARD_NAMES[card][0], CARD_NAMES[card][1:].replace("T", "10")
    colour = RED if suit in "HD" else INK
    yield Glyph(rank, 23, 20, 22, colour)
    yield from _suit(suit, 23, 46, 10, colour)


def _suit(suit: str, x: float, y: float, r: float, fill: str) -> Shapes:
    if suit == "D":
        yield Polygon(((x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)), fill)
        return
    half = r * 0.55
    if suit == "C":
        for dx, dy in ((0.0, -half), (-half, half * 0.5), (half, half * 0.5)):
            yield Disc(x + dx, y + dy, half, fill)
    else:
        up = -1 if suit == "H" else 1
        for dx in (-half, half):
            yield Disc(x + dx, y + up * half * 0.5, half, fill)
        wide = y + up * half * 0.6
        yield Polygon(((x - r, wide), (x + r, wide), (x, y - up * r)), fill)
    if suit != "H":
        yield Polygon(((x, y), (x - half, y + r * 1.1), (x + half, y + r * 1.1)), fill)
