"""What a table is drawn on, be it pixels or SVG, and what tables of tiles and of cards share."""

from collections.abc import Sequence
from typing import Any, Protocol

from shugi._fast.rules.compile import Rules
from shugi.envs.drawing.shapes import FRAME, GOLD, PANEL, TEXT, Box, Shape

WIDTH, HEIGHT = 960, 720
Corners = tuple[float, float, float, float]


class Canvas(Protocol):
    """A picture in the making, ``WIDTH`` x ``HEIGHT``; x goes right and y down."""

    def text(
        self, text: str, x: float, y: float, size: int, fill: str = TEXT, *, ends: bool = False
    ) -> float:
        """Write text.

        Args:
            text: a line.
            x, y: its left top, or with ``ends`` its right top.
            size: of the font.
            fill: its colour.
            ends: it ends at ``x``.

        Returns:
            the x behind it.
        """
        ...

    def tile(
        self,
        code: int | None,
        x: float,
        y: float,
        size: float = 1.0,
        sort: str | None = None,
        turned: bool = False,
    ) -> float:
        """Draw a tile.

        Args:
            code: of its face; None: its back.
            x, y: its left top.
            size: 1 for ``TILE_W`` x ``TILE_H``.
            sort: what is special about it, if its code does not say so.
            turned: it lies on its side, on the line that upright ones stand on.

        Returns:
            how wide it is.
        """
        ...

    def card(self, card: int | None, x: float, y: float, size: float) -> None:
        """Draw a card from its left top; None is its back.

        Args:
            card: its number; None: its back.
            x, y: its left top.
            size: 1 for ``CARD_W`` x ``CARD_H``.
        """
        ...

    def shape(self, shape: Shape) -> None: ...


class Table:
    """One table, as somebody sees it.

    Args:
        canvas: what it is drawn on.
        state: as ``Batch.state`` gives it.
        rules: of the game.
        viewer: the seat that looks; None sees all.
        names: who sits where, by seat.
    """

    def __init__(
        self,
        canvas: Canvas,
        state: dict[str, Any],
        rules: Rules,
        viewer: int | None,
        names: Sequence[str] = (),
    ) -> None:
        self.canvas, self.state, self.rules, self.viewer = canvas, state, rules, viewer
        self.names = names

    def draw(self) -> None:
        """Draw all of it."""
        raise NotImplementedError

    def write(self, text: str, x: float, y: float, size: int, fill: str = TEXT) -> float:
        """Write text from its left top; the x behind it.

        Args:
            text: a line.
            x, y: its left top.
            size: of the font.
            fill: its colour.
        """
        return self.canvas.text(text, x, y, size, fill)

    def panel(self, number: int, corners: Corners) -> None:
        """Draw what lies behind a seat; that of who acts has a bright edge."""
        acts = self.state["actor"] == number and self.state["phase"] != "over"
        edge, width = (GOLD, 3) if acts else (FRAME, 1)
        self.canvas.shape(Box(*corners, 10, PANEL, edge, width))
