"""A game as text, as pixels or as SVG: what environments show in their render modes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.drawing.canvas import Canvas
from shugi.envs.drawing.cards import CardTable
from shugi.envs.drawing.render import text
from shugi.envs.drawing.shapes import LOOKS
from shugi.envs.drawing.svg import Svg
from shugi.envs.drawing.tiles import TileTable

MODES = ("human", "ansi", "rgb_array", "svg")


def checked_mode(mode: str | None) -> str | None:
    """``mode``, if it is one. Raises: ValueError."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode must be None or one of {', '.join(MODES)}; got {mode!r}")
    return mode


def checked_look(look: str) -> str:
    """``look``, if tiles have such a one. Raises: ValueError."""
    if look not in LOOKS:
        raise ValueError(f"tiles look {' or '.join(LOOKS)}, not {look!r}")
    return look


def picture(
    batch: Batch, i: int, mode: str, viewer: int | None = None, look: str = "western"
) -> Any:
    """Draw game ``i`` of a batch.

    Args:
        batch: the games; they stay as they are.
        i: the game's number, 0 to n - 1.
        mode: "ansi" gives text, "rgb_array" (720, 960, 3) uint8, "svg" an SVG element as text.
        viewer: the seat that looks; hands it cannot see are hidden. None sees all.
        look: of the tiles: "western" with letters, "plain" with the signs of China and Japan.

    Raises:
        ValueError: no such look. It is not read for text.
        ImportError: pixels are asked for, and Pillow is missing.
    """
    state, rules = batch.state(i), batch.rules
    if mode == "rgb_array":
        return image(state, rules, viewer, look)
    if mode == "svg":
        return svg(state, rules, viewer, look)
    legal = batch.legal_actions(i) if viewer in (None, int(batch.seat[i])) else []
    return text(state, rules, viewer, legal)


def image(
    state: dict[str, Any], rules: Rules, viewer: int | None = None, look: str = "western"
) -> NDArray[np.uint8]:
    """Draw a state as pixels.

    Args:
        state: as ``Batch.state`` gives it.
        rules: those of the game.
        viewer: the seat that looks; hands it cannot see are hidden. None sees all.
        look: of the tiles: "western" or "plain".

    Returns:
        (720, 960, 3) uint8: rows, columns, and red, green, blue.

    Raises:
        ImportError: Pillow is missing.
        ValueError: no such look.
    """
    from shugi.envs.drawing.picture import Picture  # only pictures need Pillow

    canvas = Picture(checked_look(look))
    _draw(canvas, state, rules, viewer)
    return canvas.pixels()


def svg(
    state: dict[str, Any],
    rules: Rules,
    viewer: int | None = None,
    look: str = "western",
    names: Sequence[str] = (),
) -> str:
    """Draw a state as an SVG element that can stand in a page beside others.

    Args:
        state: as ``Batch.state`` gives it.
        rules: those of the game.
        viewer: the seat that looks; hands it cannot see are hidden. None sees all.
        look: of the tiles: "western" or "plain".
        names: who sits where, by seat; a seat without a name is shown by its number.

    Raises:
        ValueError: no such look.
    """
    canvas = Svg(checked_look(look))
    _draw(canvas, state, rules, viewer, names)
    words = text(state, rules, viewer)
    return canvas.document(words.partition("\n")[0], words)


def _draw(
    canvas: Canvas,
    state: dict[str, Any],
    rules: Rules,
    viewer: int | None,
    names: Sequence[str] = (),
) -> None:
    drawing = CardTable if "plays_cards" in rules.traits else TileTable
    drawing(canvas, state, rules, viewer, names).draw()
