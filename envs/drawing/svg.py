"""The table as SVG, and the faces of all tiles and cards as one file of symbols."""

import hashlib
from collections.abc import Iterator
from html import escape

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES
from shugi.envs.drawing.canvas import HEIGHT, WIDTH
from shugi.envs.drawing.shapes import (
    CARD_H,
    CARD_W,
    FELT,
    TEXT,
    TILE_H,
    TILE_W,
    Box,
    Disc,
    Glyph,
    Line,
    Polygon,
    Shape,
    card_shapes,
    sort_of,
    tile_shapes,
)

FONT = 'font-family="system-ui, sans-serif"'
HERE = "\x00"  # stands for the prefix of ids until all is drawn; no text has it
WIDTHS = {"narrow": 0.3, "wide": 0.72, "usual": 0.56}  # of letters, in sizes of the font


def sprite(look: str = "western") -> str:
    """Symbols ``t12`` (tile code 12), ``t12-wild``, ``c3`` (card 3), ``back``, ``card-back``."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(_symbols(look))}</svg>'


def _symbols(look: str) -> Iterator[str]:
    for code in CODE_NAMES:
        for name, sort in _names(code):
            yield _tile_symbol(name, code, sort, look)
    yield _tile_symbol("back", None, "", look)
    for card in range(len(CARD_NAMES)):
        yield _card_symbol(f"c{card}", card)
    yield _card_symbol("card-back", None)


def _names(code: int) -> Iterator[tuple[str, str]]:
    yield f"t{code}", sort_of(code)
    for sort in ("wild", "kan"):
        yield f"t{code}-{sort}", sort


def _tile_symbol(name: str, code: int | None, sort: str, look: str) -> str:
    """A tile, or its back, as a symbol of that name."""
    body = "".join(map(element, tile_shapes(code, sort, look)))
    return f'<symbol id="{name}" viewBox="0 0 {TILE_W} {TILE_H}">{body}</symbol>'


def _card_symbol(name: str, card: int | None) -> str:
    """A card, or its back, as a symbol of that name."""
    body = "".join(map(element, card_shapes(card)))
    return f'<symbol id="{name}" viewBox="0 0 {CARD_W} {CARD_H}">{body}</symbol>'


def element(shape: Shape) -> str:
    """A shape as an element."""
    match shape:
        case Disc(x, y, radius, fill):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'
        case Line(points, fill, width):
            x1, y1, x2, y2 = (f"{value:.4g}" for value in points)
            ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            return f'<line {ends} stroke="{fill}" stroke-width="{width:g}"/>'
        case Box(left, top, right, bottom, round_, fill, outline, width):
            size = f'width="{right - left:g}" height="{bottom - top:g}" rx="{round_:g}"'
            edge = f' stroke="{outline}" stroke-width="{width:g}"' if outline else ""
            return f'<rect x="{left:g}" y="{top:g}" {size} fill="{fill or "none"}"{edge}/>'
        case Polygon(points, fill):
            corners = " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
            return f'<polygon points="{corners}" fill="{fill}"/>'
        case Glyph(text, x, y, size, fill):
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
                'font-family="sans-serif" text-anchor="middle" dominant-baseline="central">'
                f"{escape(text)}</text>"
            )


def escape_text(text: str) -> str:
    """Text as SVG takes it: without characters that XML has no place for."""
    return escape("".join(letter for letter in text if letter.isprintable() or letter == "\n"))


class Svg:
    """A canvas of SVG."""

    def __init__(self, look: str = "western") -> None:
        self.look = look
        self.symbols: dict[str, str] = {}
        self.parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{FELT}"/>']

    def text(
        self, text: str, x: float, y: float, size: int, fill: str = TEXT, *, ends: bool = False
    ) -> float:
        # the reader's font is not known: it is made as wide as is reckoned here
        width = size * sum(WIDTHS[_breadth(letter)] for letter in text)
        if text:
            anchor = ' text-anchor="end"' if ends else ""
            self.parts.append(
                f'<text x="{x:.1f}" y="{y + 0.95 * size:.1f}" font-size="{size}" fill="{fill}" '
                f'textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs"{anchor}>'
                f"{escape_text(text)}</text>"
            )
        return x + width

    def tile(
        self,
        code: int | None,
        x: float,
        y: float,
        size: float = 1.0,
        sort: str | None = None,
        turned: bool = False,
    ) -> float:
        name = "back"
        if code is not None:
            sort = sort_of(code) if sort is None else sort
            name = f"t{code}-{sort}" if sort else f"t{code}"
        if name not in self.symbols:
            self.symbols[name] = _tile_symbol(f"{HERE}{name}", code, sort or "", self.look)
        width, height = round(TILE_W * size), round(TILE_H * size)
        place = f'x="{x:.1f}" y="{y:.1f}"'
        if turned:
            place = f'transform="translate({x:.1f} {y + TILE_H:.1f}) rotate(-90)"'
        self._use(name, f'{place} width="{width}" height="{height}"')
        return height if turned else width

    def card(self, card: int | None, x: float, y: float, size: float) -> None:
        name = "card-back" if card is None else f"c{card}"
        if name not in self.symbols:
            self.symbols[name] = _card_symbol(f"{HERE}{name}", card)
        place = f'x="{x:.1f}" y="{y:.1f}"'
        self._use(name, f'{place} width="{CARD_W * size:.1f}" height="{CARD_H * size:.1f}"')

    def _use(self, name: str, where: str) -> None:
        self.parts.append(f'<use href="#{HERE}{name}" {where}/>')

    def shape(self, shape: Shape) -> None:
        self.parts.append(element(shape))

    def document(self, title: str, words: str) -> str:
        """All that was drawn.

        Args:
            title: what it shows, in a line.
            words: the same table as text, for those who do not see it.
        """
        inside = (
            f'<title id="{HERE}title">{escape_text(title)}</title>'
            f'<desc id="{HERE}desc">{escape_text(words)}</desc>'
            f"<defs>{''.join(self.symbols.values())}</defs>"
            f"<g {FONT}>{''.join(self.parts)}</g>"
        )
        # two pictures on a page share ids only where they are the same
        prefix = f"s{hashlib.blake2b(inside.encode(), digest_size=6).hexdigest()}-"
        whole = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-labelledby="{HERE}title" aria-describedby="{HERE}desc" '
            f'style="width:100%;max-width:{WIDTH}px;height:auto">{inside}</svg>'
        )
        return whole.replace(HERE, prefix)


def _breadth(letter: str) -> str:
    if letter in " .,:;'|!il()[]jtfr-":
        return "narrow"
    return "wide" if letter.isupper() or letter in "mw" or letter > "~" else "usual"
