"""How a table lies: tiles, rivers, melds, scores, drawn on whatever canvas there is."""

from functools import cached_property
from typing import Any

from shugi.envs.drawing import render
from shugi.envs.drawing.canvas import HEIGHT, WIDTH, Corners, Table
from shugi.envs.drawing.faces import KAN_TILES, WILD, faces
from shugi.envs.drawing.shapes import ALERT, DIM, GOLD, RED, TILE_H, TILE_W, Box, Disc, Line

OWN_SIZE = 1.45  # of the viewer's hand


class TileTable(Table):
    """A table of tiles."""

    @cached_property
    def faces(self) -> dict[int, int]:
        return faces(self.state, self.rules)

    def draw(self) -> None:
        self._header()
        seats = render.seats_in_order(self.state, self.viewer)
        for number, box in zip(seats, _boxes(len(seats)), strict=True):
            self._seat(number, box)

    def _tile(self, code: int | None, x: float, y: float, size: float = 1.0) -> float:
        """A tile; the x behind it."""
        code, sort = self._face_of(code)
        return x + self.canvas.tile(code, x, y, size, sort) + 1

    def _face_of(self, code: int | None) -> tuple[int | None, str | None]:
        """The face, and what the tile is in this hand."""
        if code is None or code not in self.faces:
            return code, None
        sort = "wild" if code == WILD else "kan" if code in KAN_TILES else ""
        return self.faces[code], sort

    def _sideways(self, code: int, x: float, y: float) -> float:
        code_, sort = self._face_of(code)
        return x + self.canvas.tile(code_, x, y, 1.0, sort, turned=True) + 1

    # -- parts

    def _header(self) -> None:
        state, rules = self.state, self.rules
        x = self.write(render.moment_name(state, rules), 18, 12, 26, GOLD) + 20
        facts = [f"{name} {n}" for name, n in render.counters(state, rules)]
        facts.append(f"wall {render.live_tiles(state)}")
        self.write("   ".join(facts), x, 18, 18)
        x = 560.0
        for name, shown in self._indicators():
            if shown:
                x = self.write(name, x, 20, 16, DIM) + 6
            for code, sort in shown:
                x += self.canvas.tile(code, x, 7, 1.0, sort) + 1
            x += 12
        self.write(self.rules.name, 18, HEIGHT - 24, 14, DIM)
        asked = render.question(state, self.rules, self.viewer)
        self.canvas.text(asked, WIDTH - 18, HEIGHT - 24, 14, ends=True)

    def _indicators(self) -> list[tuple[str, list[tuple[int, str | None]]]]:
        """What lies open beside the wall: words, and tiles with what is special about them."""
        dora: list[tuple[int, str | None]] = [(code, None) for code in self.state["dora"]]
        if render.is_regional(self.rules):
            wild = [self._face_of(code) for code in (WILD, *KAN_TILES) if code in self.faces]
            named = [(face, sort) for face, sort in wild if face is not None]
            return [("indicator", dora), ("wild", named)]
        ura = self.state["ura"] if render.ura_is_open(self.state) else []
        return [("dora", dora), ("ura", [(code, None) for code in ura])]

    def _seat(self, number: int, box: Corners) -> None:
        seat = self.state["seats"][number]
        left, top, right, bottom = box
        self.panel(number, box)
        self._nameplate(number, box)
        self._river(seat, left + 14, top + 44)
        self._side(number, left + 14 + 7 * (TILE_W + 2) + 14, top + 44, box)
        size = OWN_SIZE if number == (self.viewer or 0) else 1.0
        tiles = len(seat["hand"])
        size = min(size, (right - left - 38) / max(tiles * (TILE_W + 1), 1))
        self._hand(number, left + 14, bottom - TILE_H * size - 12, size)

    def _nameplate(self, number: int, box: Corners) -> None:
        state, rules, seat = self.state, self.rules, self.state["seats"][number]
        x = self.write(render.seat_name(number, self.names), box[0] + 14, box[1] + 10, 18) + 10
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
                x = self._sideways(code, x, y) if turned else self._tile(code, x, y)
                self._mark_discard(flag, at, y, x - 1)

    def _mark_discard(self, flag: int, left: float, top: float, right: float) -> None:
        if flag & render.CALLED:
            self.canvas.shape(Line((left + 3, top + TILE_H - 4, right - 3, top + 4), RED, 3))
        if flag & render.WON:
            self.canvas.shape(Box(left, top, right, top + TILE_H, 0, outline=ALERT, width=3))
        if flag & render.TSUMOGIRI:
            self.canvas.shape(Disc((left + right) / 2, top + TILE_H - 3, 2, DIM))

    def _side(self, number: int, left: float, top: float, box: Corners) -> None:
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
                x = self._tile(code, x, y)
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
                x = self._tile(None, x, y)
            else:
                x = self._sideways(code, x, y) if k == meld["called"] else self._tile(code, x, y)

    def _hand(self, number: int, x: float, y: float, size: float) -> None:
        hand, drawn = render.split_drawn(self.state, number)
        hidden = render.is_hidden(self.state, self.rules, number, self.viewer)
        for code in sorted(hand, key=render.tile_order):
            x = self._tile(None if hidden else code, x, y, size)
        if drawn is not None:
            covered = hidden or render.hides_drawn(self.state, number, self.viewer)
            self._tile(None if covered else drawn, x + 10, y, size)


def _boxes(seats: int) -> list[Corners]:
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
    below: Corners = (100, 382, WIDTH - 100, 692)
    return [below, (half + 5, 60, WIDTH - 10, 372), (10, 60, half - 5, 372)][:seats]
