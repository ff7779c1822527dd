"""The table as pixels, drawn with Pillow."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.envs.common.imports import needed
from shugi.envs.drawing import shapes
from shugi.envs.drawing.canvas import HEIGHT, WIDTH
from shugi.envs.drawing.canvas import Box as Corners
from shugi.envs.drawing.shapes import (
    BACK,
    CARD_H,
    CARD_W,
    EDGE,
    FACE,
    FACE_OF,
    FELT,
    FRAME,
    GOLD,
    PANEL,
    TEXT,
    TILE_H,
    TILE_W,
    TRIM,
    Disc,
    Glyph,
    Line,
    Polygon,
    card_shapes,
    shapes_of,
    sort_of,
)

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as error:
    raise ImportError(needed("a picture", error), name=error.name) from error

SCALE = 4  # tiles are drawn larger and reduced, which smooths their edges
Draw = ImageDraw.ImageDraw


@lru_cache(maxsize=32)
def font(size: int) -> Any:
    return ImageFont.load_default(size)


# ------------------------------------------------------------------------------------- tiles


@lru_cache(maxsize=512)
def tile(
    code: int | None, enlarged: float = 1.0, sort: str | None = None, look: str = "western"
) -> Image.Image:
    """The picture of a tile; None is its back. ``sort``: what is special about it, if not its
    code says it."""
    image, draw = _blank(TILE_W, TILE_H)
    draw.rounded_rectangle((0, 0, image.width - 1, image.height - 1), 5 * SCALE, fill=EDGE)
    inner = (SCALE, SCALE, image.width - 1 - SCALE, image.height - 1 - 2 * SCALE)
    if code is None:
        draw.rounded_rectangle(inner, 5 * SCALE, fill=BACK)
        margin = 6 * SCALE
        draw.rounded_rectangle(
            (margin, margin, image.width - margin, image.height - margin),
            5 * SCALE,
            outline=TRIM,
            width=SCALE,
        )
    else:
        sort = sort_of(code) if sort is None else sort
        draw.rounded_rectangle(inner, 5 * SCALE, fill=FACE_OF.get(sort, FACE))
        for shape in shapes_of(code, sort, look):
            DRAWN[type(shape)](draw, shape)
    final = (round(TILE_W * enlarged), round(TILE_H * enlarged))
    return image.resize(final, Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def card_image(card: int | None, enlarged: float) -> Image.Image:
    """The picture of a card; None is its back."""
    image, draw = _blank(CARD_W, CARD_H)
    box = (0, 0, image.width - 1, image.height - 1)
    fill = BACK if card is None else FACE
    draw.rounded_rectangle(box, 5 * SCALE, fill=fill, outline=EDGE, width=SCALE)
    for shape in () if card is None else card_shapes(card):
        DRAWN[type(shape)](draw, shape)
    final = (round(CARD_W * enlarged), round(CARD_H * enlarged))
    return image.resize(final, Image.Resampling.LANCZOS)


def _blank(width: int, height: int) -> tuple[Image.Image, Draw]:
    image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def _disc(draw: Draw, disc: Disc) -> None:
    x, y, radius = disc.x * SCALE, disc.y * SCALE, disc.radius * SCALE
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=disc.fill)


def _box(draw: Draw, box: shapes.Box) -> None:
    corners = (box.left * SCALE, box.top * SCALE, box.right * SCALE, box.bottom * SCALE)
    width = int(box.width * SCALE)
    if box.round:
        draw.rounded_rectangle(
            corners, box.round * SCALE, fill=box.fill, outline=box.outline, width=width
        )
    else:
        draw.rectangle(corners, fill=box.fill)


def _line(draw: Draw, line: Line) -> None:
    points = tuple(point * SCALE for point in line.points)
    draw.line(points, fill=line.fill, width=int(line.width * SCALE))


def _glyph(draw: Draw, glyph: Glyph) -> None:
    size = font(int(glyph.size * SCALE))
    at = (glyph.x * SCALE, glyph.y * SCALE)
    draw.text(at, glyph.text, font=size, fill=glyph.fill, anchor="mm")


def _polygon(draw: Draw, polygon: Polygon) -> None:
    draw.polygon([(x * SCALE, y * SCALE) for x, y in polygon.points], fill=polygon.fill)


DRAWN: dict[type, Callable[[Draw, Any], None]] = {
    Disc: _disc,
    shapes.Box: _box,
    Line: _line,
    Glyph: _glyph,
    Polygon: _polygon,
}


# ------------------------------------------------------------------------------------- the table


class Picture:
    """A canvas of pixels."""

    def __init__(self, look: str = "western") -> None:
        self.look = look
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self, text: str, x: float, y: float, size: int, fill: str = TEXT, *, ends: bool = False
    ) -> float:
        self.draw.text((x, y), text, font=font(size), fill=fill, anchor="ra" if ends else None)
        return float(x + self.draw.textlength(text, font=font(size)))

    def tile(
        self,
        code: int | None,
        x: float,
        y: float,
        size: float = 1.0,
        sort: str | None = None,
        turned: bool = False,
    ) -> float:
        drawn = tile(code, size, sort, self.look)
        if turned:
            drawn = drawn.rotate(90, expand=True)
            y += TILE_H - drawn.height
        self.image.paste(drawn, (int(x), int(y)), drawn)
        return drawn.width

    def card(self, card: int | None, x: float, y: float, size: float) -> None:
        drawn = card_image(card, size)
        self.image.paste(drawn, (int(x), int(y)), drawn)

    def panel(self, box: Corners, active: bool) -> None:
        self.draw.rounded_rectangle(
            box, 10, fill=PANEL, outline=GOLD if active else FRAME, width=3 if active else 1
        )

    def line(self, points: Corners, fill: str, width: int) -> None:
        self.draw.line(points, fill=fill, width=width)

    def frame(self, box: Corners, outline: str, width: int) -> None:
        self.draw.rectangle(box, outline=outline, width=width)

    def disc(self, box: Corners, fill: str) -> None:
        self.draw.ellipse(box, fill=fill)

    def pixels(self) -> NDArray[np.uint8]:
        """(720, 960, 3) uint8."""
        return np.asarray(self.image, np.uint8)
