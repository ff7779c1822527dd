"""Tiles and cards as one SVG of symbols, which pages use by number."""

from collections.abc import Iterator
from html import escape

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES
from shugi.envs.shapes import (
    BACK,
    EDGE,
    FACE,
    FACE_OF,
    INK,
    RED,
    TILE_H,
    TILE_W,
    TRIM,
    Box,
    Disc,
    Glyph,
    Line,
    Shape,
    shapes_of,
    sort_of,
)

CARD_W, CARD_H = 46, 66
SUITS = {"C": "♣", "H": "♥", "S": "♠", "D": "♦"}
RED_SUITS = "HD"
SORTS = ("wild", "kan")
"""What a tile of a regional game can be, whatever is printed on it."""


def sprite() -> str:
    """The whole SVG: symbols ``t12`` (tile code 12), ``t12-wild``, ``c3`` (card 3), backs."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        + "".join([*_tiles(), *_cards(), _symbol("back", _back()), _card_symbol("card-back", "")])
        + "</svg>"
    )


def _tiles() -> Iterator[str]:
    for code in CODE_NAMES:
        yield _tile(f"t{code}", code, sort_of(code))
        for sort in SORTS:
            yield _tile(f"t{code}-{sort}", code, sort)


def _tile(name: str, code: int, sort: str) -> str:
    drawn = _body(FACE_OF.get(sort, FACE)) + "".join(map(_drawn, shapes_of(code, sort)))
    return _symbol(name, drawn + _corner(sort))


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {TILE_W} {TILE_H}">{inside}</symbol>'


def _body(fill: str) -> str:
    return (
        f'<rect width="{TILE_W}" height="{TILE_H}" rx="5" fill="{EDGE}"/>'
        f'<rect x="1" y="1" width="{TILE_W - 2}" height="{TILE_H - 3}" rx="4" fill="{fill}"/>'
    )


def _back() -> str:
    inner = f'<rect x="6" y="6" width="{TILE_W - 12}" height="{TILE_H - 12}" rx="4" '
    return _body(BACK) + inner + f'fill="none" stroke="{TRIM}"/>'


MARKS = {"red": "●", "wild": "★", "kan": "◆", "death": "✖", "rainbow": "≈"}


def _corner(sort: str) -> str:
    """A mark of its own for each kind that is special: colour alone does not tell it."""
    if sort not in MARKS:
        return ""
    return _drawn(Glyph(MARKS[sort], 24, 8, 8, RED if sort != "death" else FACE))


def _cards() -> Iterator[str]:
    for card, name in enumerate(CARD_NAMES):
        suit, rank = name[0], name[1:].replace("T", "10")
        colour = RED if suit in RED_SUITS else INK
        yield _card_symbol(
            f"c{card}",
            _drawn(Glyph(rank, 9, 12, 15, colour))
            + _drawn(Glyph(SUITS[suit], 9, 26, 13, colour))
            + _drawn(Glyph(SUITS[suit], 28, 44, 30, colour)),
        )


def _card_symbol(name: str, inside: str) -> str:
    fill = FACE if inside else BACK
    return (
        f'<symbol id="{name}" viewBox="0 0 {CARD_W} {CARD_H}"><rect x=".5" y=".5" '
        f'width="{CARD_W - 1}" height="{CARD_H - 1}" rx="5" fill="{fill}" stroke="{EDGE}"/>'
        f"{inside}</symbol>"
    )


def _drawn(shape: Shape) -> str:
    match shape:
        case Disc(x, y, radius, fill):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'
        case Line(points, fill, width):
            x1, y1, x2, y2 = (f"{value:g}" for value in points)
            ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            return f'<line {ends} stroke="{fill}" stroke-width="{width:g}"/>'
        case Box(left, top, right, bottom, round_, fill, outline, width):
            size = f'width="{right - left:g}" height="{bottom - top:g}" rx="{round_:g}"'
            edge = f' stroke="{outline}" stroke-width="{width:g}"' if outline else ""
            return f'<rect x="{left:g}" y="{top:g}" {size} fill="{fill or "none"}"{edge}/>'
        case Glyph(text, x, y, size, fill):
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
                'font-family="sans-serif" text-anchor="middle" dominant-baseline="central">'
                f"{escape(text)}</text>"
            )
