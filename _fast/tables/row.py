"""A row of the observation, stated once.

A line is (name, size, scale, meaning). It takes ``size`` places, one after another in the order of
its table. ``scale`` is the natural value that stands for one: planes hold natural values (divide
them before a network), writers of globals write them too, and one pass divides. From the lines come
the places that writers address (``plane_at.DRAWN``, ``global_at.SCORE``, see view/places.py), the
sizes of all buffers, the layouts and the docs. A new row is a line and a line of its writer.
"""

from collections.abc import Iterable, Mapping
from typing import TypedDict

SEATS = 4  # core/sizes.pxd
CARD_SEATS = 3  # core/cards.pxd.in
WIN = 40  # of 200 points each: 8,000 points, or 8 units

Line = tuple[str, int, int, str]
Behind = Mapping[str, tuple[Line, ...]]
"""Lines of a room by the row that they stand behind."""


class Row(TypedDict):
    """One row: where it stands, and the natural value that stands for one."""

    name: str
    offset: int
    size: int
    scale: int
    meaning: str


def placed(lines: Iterable[Line]) -> list[Row]:
    """The rows with their offsets."""
    rows: list[Row] = []
    offset = 0
    for name, size, scale, meaning in lines:
        rows.append(Row(name=name, offset=offset, size=size, scale=scale, meaning=meaning))
        offset += size
    return rows


def places(rows: list[Row]) -> int:
    """Places that the rows take together."""
    return sum(row["size"] for row in rows)
