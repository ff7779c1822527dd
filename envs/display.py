"""A game as text or as pixels: what environments show in their render modes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.render import text

MODES = ("human", "ansi", "rgb_array")


def checked_mode(mode: str | None) -> str | None:
    """``mode``, if it is one. Raises: ValueError."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode must be None or one of {', '.join(MODES)}; got {mode!r}")
    return mode


def picture(batch: Batch, i: int, mode: str, viewer: int | None = None) -> Any:
    """Game ``i`` of a batch.

    Args:
        mode: "ansi" gives text, "rgb_array" (720, 960, 3) uint8.
        viewer: the seat that looks; hands it cannot see are hidden. None sees all.
    """
    state, rules = batch.state(i), batch.rules
    if mode == "rgb_array":
        return image(state, rules, viewer)
    legal = batch.legal_actions(i) if viewer in (None, int(batch.seat[i])) else []
    return text(state, rules, viewer, legal)


def image(state: dict[str, Any], rules: Rules, viewer: int | None = None) -> NDArray[np.uint8]:
    """A state as pixels (720, 960, 3) uint8. Raises: ImportError when Pillow is missing."""
    if "plays_cards" in rules.traits:
        from shugi.envs.picture_cards import draw_cards  # only pictures need Pillow

        return draw_cards(state, rules, viewer)
    from shugi.envs.picture import draw_table

    return draw_table(state, rules, viewer)
