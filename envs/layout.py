"""The layouts of actions, tiles, observation and rule vector as Markdown tables.

Docs and ``shugi list layout`` print them; the rows come from the engine's own tables.
"""

from collections.abc import Callable, Iterable
from typing import Any

from shugi._fast.check.fields import FIELDS
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.core.tiles import TILE_ROWS, code_name
from shugi._fast.rules.compile import RULE_ROWS
from shugi._fast.view.layouts import CARDS, TILES, Layout


def markdown(heads: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table with its columns aligned."""
    cells = [[str(cell) for cell in heads]]
    cells += [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    rule = "| " + " | ".join("-" * width for width in widths) + " |"
    return "\n".join([lines[0], rule, *lines[1:]])


def actions(layout: Layout = TILES) -> str:
    """Every action id in use, of 128."""
    rows = layout.action_rows
    table = markdown(("id", "name", "meaning"), rows)
    return f"{len(rows)} of {ACTION_COUNT} ids are in use; the others are masked.\n\n{table}"


def tiles() -> str:
    """Every tile code, its kind and what it is."""
    rows = (
        (code, name, "-" if kind is None else code_name(kind), text)
        for code, name, kind, text in TILE_ROWS
    )
    return markdown(("code", "name", "kind", "meaning"), rows)


def _places(rows: Iterable[Any]) -> str:
    return markdown(
        ("at", "size", "name", "scale", "meaning"),
        ((row["offset"], row["size"], row["name"], row["scale"], row["meaning"]) for row in rows),
    )


def observation(layout: Layout = TILES) -> str:
    """The four buffers of what a seat sees, and the one of what it cannot see."""
    places = f"{layout.places} {'kinds' if layout is TILES else 'cards'}"
    parts = (
        (f"planes: uint8, {layout.planes} x {places}", layout.plane_rows),
        (f"globals: float32, {layout.globals}", layout.global_rows),
        (f"history: uint16, {layout.history} events", layout.history_rows),
        (
            f"oracle: uint8, {layout.oracle_planes} x {places} (what the seat cannot see)",
            layout.oracle_rows,
        ),
    )
    return "\n\n".join(
        ["Seats relative, 0 = own.", *(f"{head}\n\n{_places(rows)}" for head, rows in parts)]
    )


def rule_vector() -> str:
    """The rules as numbers (``Rules.vector``)."""
    return _places(RULE_ROWS)


def position() -> str:
    """The keys of a state (``Batch.state``, ``Batch.set_state``)."""
    return markdown(("part", "key", "meaning"), FIELDS)


LAYOUTS: dict[str, Callable[[], str]] = {
    "actions": actions,
    "tiles": tiles,
    "observation": observation,
    "card_actions": lambda: actions(CARDS),
    "card_observation": lambda: observation(CARDS),
    "rules": rule_vector,
    "position": position,
}
