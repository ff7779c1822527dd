"""The table as pixels, drawn with Pillow."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.envs.common.imports import needed
from shugi.envs.drawing.canvas import HEIGHT, WIDTH, Corners
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
    Shapes,
    card_shapes,
    tile_shapes,
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
    """Draw a tile by itself.

    Args:
        code: of its face; None: its back.
        enlarged: times ``TILE_W`` x ``TILE_H``.
        sort: what is special about it, if its code does not say so.
        look: "western" or "plain".
    """
    return _drawn(tile_shapes(code, sort, look), TILE_W, TILE_H, enlarged)


@lru_cache(maxsize=256)
def card_image(card: int | None, enlarged: float) -> Image.Image:
    """Draw a card by itself; None is its back."""
    return _drawn(card_shapes(card), CARD_W, CARD_H, enlarged)


def _drawn(shapes: Shapes, width: int, height: int, enlarged: float) -> Image.Image:
    image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        _draw(draw, shape)
    final = (round(width * enlarged), round(height * enlarged))
    return image.resize(final, Image.Resampling.LANCZOS)


def _draw(draw: Draw, shape: Shape, scale: int = SCALE) -> None:
    match shape:
        case Disc(x, y, radius, fill):
            box = (x - radius, y - radius, x + radius, y + radius)
            draw.ellipse(_scale(box, scale), fill=fill)
        case Box(left, top, right, bottom, round_, fill, outline, width):
            corners, edge = _scale((left, top, right, bottom), scale), int(width * scale)
            if round_:
                draw.rounded_rectangle(corners, round_ * scale, fill, outline, edge)
            else:
                draw.rectangle(corners, fill, outline, edge)
        case Line(points, fill, width):
            draw.line(_scale(points, scale), fill, int(width * scale))
        case Polygon(points, fill):
            draw.polygon([(x * scale, y * scale) for x, y in points], fill)
        case Glyph(text, x, y, size, fill):
            face = font(int(size * scale))
            draw.text((x * scale, y * scale), text, font=face, fill=fill, anchor="mm")


def _scale(points: Corners, scale: int) -> tuple[float, ...]:
    return tuple(point * scale for point in points)


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

    def shape(self, shape: Shape) -> None:
        _draw(self.draw, shape, 1)

    def pixels(self) -> NDArray[np.uint8]:
        """(720, 960, 3) uint8."""
        return np.asarray(self.image, np.uint8)
