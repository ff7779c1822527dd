"""The table as an image, drawn from scratch with Pillow: tiles, rivers, melds, scores."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.envs import render, shapes
from shugi.envs.faces import KAN_TILES, WILD, faces
from shugi.envs.shapes import (
    ALERT,
    BACK,
    DIM,
    EDGE,
    FACE,
    FACE_OF,
    FELT,
    FRAME,
    GOLD,
    PANEL,
    RED,
    TEXT,
    TILE_H,
    TILE_W,
    TRIM,
    Disc,
    Glyph,
    Line,
    shapes_of,
    sort_of,
)

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as error:
    raise ImportError("pictures need Pillow: pip install 'shugi[render]'") from error

WIDTH, HEIGHT = 960, 720
OWN_SIZE = 1.45  # of the viewer's hand
SCALE = 4  # tiles are drawn larger and reduced, which smooths their edges
Draw = ImageDraw.ImageDraw
Box = tuple[float, float, float, float]


@lru_cache(maxsize=32)
def font(size: int) -> Any:
    return ImageFont.load_default(size)


# ------------------------------------------------------------------------------------- tiles


@lru_cache(maxsize=256)
def tile(code: int | None, enlarged: float = 1.0, sort: str | None = None) -> Image.Image:
    """The picture of a tile; None is its back. ``sort``: what is special about it, if not its
    code says it."""
    size = (TILE_W * SCALE, TILE_H * SCALE)
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = 5 * SCALE
    draw.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), edge, fill=EDGE)
    inner = (SCALE, SCALE, size[0] - 1 - SCALE, size[1] - 1 - 2 * SCALE)
    if code is None:
        draw.rounded_rectangle(inner, edge, fill=BACK)
        margin = 6 * SCALE
        draw.rounded_rectangle(
            (margin, margin, size[0] - margin, size[1] - margin),
            edge,
            outline=TRIM,
            width=SCALE,
        )
    else:
        sort = sort_of(code) if sort is None else sort
        draw.rounded_rectangle(inner, edge, fill=FACE_OF.get(sort, FACE))
        for shape in shapes_of(code, sort):
            DRAWN[type(shape)](draw, shape)
    final = (round(TILE_W * enlarged), round(TILE_H * enlarged))
    return image.resize(final, Image.Resampling.LANCZOS)


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


DRAWN: dict[type, Callable[[Draw, Any], None]] = {
    Disc: _disc,
    shapes.Box: _box,
    Line: _line,
    Glyph: _glyph,
}


# ------------------------------------------------------------------------------------- the table


class Table:
    """One picture in the making."""

    def __init__(self, state: dict[str, Any], rules: Rules, viewer: int | None) -> None:
        self.state, self.rules, self.viewer = state, rules, viewer
        self.faces = faces(state, rules)
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.draw = ImageDraw.Draw(self.image)

    def write(self, text: str, x: float, y: float, size: int, fill: str = TEXT) -> float:
        """Text from its left top; the x behind it."""
        self.draw.text((x, y), text, font=font(size), fill=fill)
        return float(x + self.draw.textlength(text, font=font(size)))

    def tile(self, code: int | None, x: float, y: float, size: float = 1.0) -> float:
        """A tile; the x behind it."""
        picture = tile(*self._printed(code, size))
        self.image.paste(picture, (int(x), int(y)), picture)
        return x + picture.width + 1

    def _printed(self, code: int | None, size: float = 1.0) -> tuple[int | None, float, str | None]:
        """What `tile` takes: the face, and what the tile is in this hand."""
        if code is None or code not in self.faces:
            return code, size, None
        sort = "wild" if code == WILD else "kan" if code in KAN_TILES else ""
        return self.faces[code], size, sort

    def sideways(self, code: int, x: float, y: float) -> float:
        picture = tile(*self._printed(code)).rotate(90, expand=True)
        self.image.paste(picture, (int(x), int(y + TILE_H - picture.height)), picture)
        return x + picture.width + 1

    def panel(self, box: Box, active: bool) -> None:
        self.draw.rounded_rectangle(
            box, 10, fill=PANEL, outline=GOLD if active else FRAME, width=3 if active else 1
        )

    # -- parts

    def header(self) -> None:
        state, rules = self.state, self.rules
        x = self.write(render.moment_name(state, rules), 18, 12, 26, GOLD) + 20
        facts = [f"{name} {n}" for name, n in render.counters(state, rules)]
        facts.append(f"wall {render.live_tiles(state)}")
        self.write("   ".join(facts), x, 18, 18)
        x = 560
        for name, shown in self._indicators():
            if shown:
                x = self.write(name, x, 20, 16, DIM) + 6
            for code, sort in shown:
                picture = tile(code, 1.0, sort)
                self.image.paste(picture, (int(x), 7), picture)
                x += picture.width + 1
            x += 12
        self.write(self.rules.name, 18, HEIGHT - 24, 14, DIM)
        self.draw.text(
            (WIDTH - 18, HEIGHT - 24),
            render.question(state, self.viewer),
            font=font(14),
            fill=TEXT,
            anchor="ra",
        )

    def _indicators(self) -> list[tuple[str, list[tuple[int, str | None]]]]:
        """What lies open beside the wall: words, and tiles with what is special about them."""
        dora: list[tuple[int, str | None]] = [(code, None) for code in self.state["dora"]]
        if render.is_regional(self.rules):
            wild = [self._printed(code) for code in (WILD, *KAN_TILES) if code in self.faces]
            named = [(face, sort) for face, _, sort in wild if face is not None]
            return [("indicator", dora), ("wild", named)]
        ura = self.state["ura"] if render.ura_is_open(self.state) else []
        return [("dora", dora), ("ura", [(code, None) for code in ura])]

    def seat(self, number: int, box: Box) -> None:
        state, seat = self.state, self.state["seats"][number]
        left, top, right, bottom = box
        self.panel(box, state["actor"] == number and state["phase"] != "over")
        self._nameplate(number, box)
        self._river(seat, left + 14, top + 44)
        self._side(number, left + 14 + 7 * (TILE_W + 2) + 14, top + 44, box)
        size = OWN_SIZE if number == (self.viewer or 0) else 1.0
        tiles = len(seat["hand"])
        size = min(size, (right - left - 38) / max(tiles * (TILE_W + 1), 1))
        self._hand(number, left + 14, bottom - TILE_H * size - 12, size)

    def _nameplate(self, number: int, box: Box) -> None:
        state, rules, seat = self.state, self.rules, self.state["seats"][number]
        x = self.write(f"seat {number}", box[0] + 14, box[1] + 10, 18) + 10
        x = self.write(render.place_name(state, rules, number), x, box[1] + 10, 18, GOLD) + 16
        x = self.write(f"{seat['score']}", x, box[1] + 10, 18) + 16
        if not render.is_regional(rules):
            x = self.write(f"{seat['chips']:+d} chips", x, box[1] + 10, 18, DIM) + 16
        self.write(", ".join(render.seat_marks(state, rules, number)), x, box[1] + 10, 18, ALERT)

    def _river(self, seat: dict[str, Any], left: float, top: float) -> None:
        rows = [
            list(zip(seat["river"], seat["river_flags"], strict=True))[k : k + render.ROW]
            for k in range(0, len(seat["river"]), render.ROW)
        ]
        # a long river is laid closer, so that it stays in its panel
        room = 165 if top < 300 else 144  # above the hand
        step = min(TILE_H + 3, room / max(len(rows) - 1, 1))
        for k, row in enumerate(rows):
            x = left
            for code, flag in row:
                at = x
                y = top + k * step
                turned = flag & render.RIICHI_TILE
                x = self.sideways(code, x, y) if turned else self.tile(code, x, y)
                self._mark_discard(flag, at, y, x - 1)

    def _mark_discard(self, flag: int, left: float, top: float, right: float) -> None:
        if flag & render.CALLED:
            self.draw.line((left + 3, top + TILE_H - 4, right - 3, top + 4), fill=RED, width=3)
        if flag & render.WON:
            self.draw.rectangle((left, top, right, top + TILE_H), outline=ALERT, width=3)
        if flag & render.TSUMOGIRI:
            middle = (left + right) / 2
            self.draw.ellipse(
                (middle - 2, top + TILE_H - 5, middle + 2, top + TILE_H - 1), fill=DIM
            )

    def _side(self, number: int, left: float, top: float, box: Box) -> None:
        """Melds below one another, then the tiles set aside; closer where they are many."""
        seat = self.state["seats"][number]
        in_row = max(int((box[2] - 8 - left) // (TILE_W + 1)), 1)
        rows = len(seat["melds"]) + -(-len(seat["aside"]) // in_row)
        room = box[3] - top - 2 * TILE_H - 16  # above the hand
        step = min(TILE_H + 3, room / max(rows - 1, 1))
        y = top
        for meld in seat["melds"]:
            self._meld(number, meld, left, y)
            y += step
        for k in range(0, len(seat["aside"]), in_row):
            x = left
            for code in seat["aside"][k : k + in_row]:
                x = self.tile(code, x, y)
            y += step

    def _meld(self, number: int, meld: dict[str, Any], x: float, y: float) -> None:
        closed = meld["type"] == "ankan"
        tiles = meld["tiles"]
        if render.is_covered(self.state, self.rules, number, self.viewer, meld):
            tiles = [None] * len(tiles)
        elif closed:  # special copies, which have the high codes, lie where they can be seen
            plain, special = sorted(tiles)[:2], sorted(tiles)[2:]
            tiles = [plain[0], *special, plain[1]]
        for k, code in enumerate(tiles):
            if closed and k in (0, 3):
                x = self.tile(None, x, y)
            else:
                x = self.sideways(code, x, y) if k == meld["called"] else self.tile(code, x, y)

    def _hand(self, number: int, x: float, y: float, size: float) -> None:
        hand, drawn = render.split_drawn(self.state, number)
        hidden = render.is_hidden(self.state, self.rules, number, self.viewer)
        for code in sorted(hand, key=render.tile_order):
            x = self.tile(None if hidden else code, x, y, size)
        if drawn is not None:
            covered = hidden or render.hides_drawn(self.state, number, self.viewer)
            self.tile(None if covered else drawn, x + 10, y, size)


def _boxes(seats: int) -> list[Box]:
    """Where the panels lie: the viewer's below, the others in turn order from the right."""
    if seats == 4:
        half = WIDTH / 2
        return [
            (half + 5, 390, WIDTH - 10, 690),
            (half + 5, 60, WIDTH - 10, 380),
            (10, 60, half - 5, 380),
            (10, 390, half - 5, 690),
        ]
    half = WIDTH / 2
    below: Box = (100, 382, WIDTH - 100, 692)
    return [below, (half + 5, 60, WIDTH - 10, 372), (10, 60, half - 5, 372)][:seats]


def draw_table(state: dict[str, Any], rules: Rules, viewer: int | None = None) -> NDArray[np.uint8]:
    """A state (``Batch.state``) as pixels, (720, 960, 3) uint8."""
    table = Table(state, rules, viewer)
    table.header()
    seats = render.seats_in_order(state, viewer)
    for number, box in zip(seats, _boxes(len(seats)), strict=True):
        table.seat(number, box)
    return np.asarray(table.image, np.uint8)
