"""The places of an observation by name, as headers: ``plane_at.DRAWN``, ``global_at.SCORE``."""

from collections.abc import Iterator

from shugi._fast.rules.games import import_all
from shugi._fast.view import rows
from shugi._fast.view.rows import Row, places

BUFFERS = {
    "plane_at": rows.PLANE_ROWS,
    "global_at": rows.GLOBAL_ROWS,
    "oracle_at": rows.ORACLE_ROWS,
}
for _room in import_all("rows"):  # of games without tiles
    BUFFERS |= {
        f"{_room.PREFIX}_plane_at": _room.PLANE_ROWS,
        f"{_room.PREFIX}_global_at": _room.GLOBAL_ROWS,
        f"{_room.PREFIX}_oracle_at": _room.ORACLE_ROWS,
    }


def place_header(table: list[Row]) -> str:
    """Each row's first place, and END: how many places there are."""
    return "\n".join(("cdef enum:", *lines(table), f"    END = {places(table)}", ""))


def lines(table: list[Row]) -> Iterator[str]:
    for row in table:
        size = f"{row['size']} places: " if row["size"] > 1 else ""
        yield f"    {row['name'].upper()} = {row['offset']}  # {size}{row['meaning']}"
