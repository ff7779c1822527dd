"""What a table is drawn on, be it pixels or SVG: texts, tiles, cards and a few shapes."""

from typing import Protocol

from shugi.envs.drawing.shapes import TEXT

WIDTH, HEIGHT = 960, 720
Box = tuple[float, float, float, float]


class Canvas(Protocol):
    """A picture in the making, ``WIDTH`` x ``HEIGHT``; x goes right and y down."""

    def text(
        self, text: str, x: float, y: float, size: int, fill: str = TEXT, *, ends: bool = False
    ) -> float:
        """Text from its left top, or with ``ends`` to its right top; the x behind it."""
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
        """A tile, None its back, from its left top; how wide it is.

        Args:
            sort: what is special about it, if its code does not say so.
            turned: it lies on its side, on the line that upright ones stand on.
        """
        ...

    def card(self, card: int | None, x: float, y: float, size: float) -> None:
        """A card, None its back, from its left top."""
        ...

    def panel(self, box: Box, active: bool) -> None:
        """What lies behind a seat."""
        ...

    def line(self, points: Box, fill: str, width: int) -> None: ...

    def frame(self, box: Box, outline: str, width: int) -> None: ...

    def disc(self, box: Box, fill: str) -> None: ...
