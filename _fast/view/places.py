"""The places of an observation by name, as headers: ``plane_at.DRAWN``, ``global_at.SCORE``."""

from collections.abc import Iterator

from shugi._fast.rules.games import import_all
from shugi._fast.tables.row import Row, places
from shugi._fast.view import rows

BUFFERS = {
    "plane_at": rows.PLANE_ROWS,
    "global_at": rows.GLOBAL_ROWS,
    "oracle_at": rows.ORACLE_ROWS,
}
(_cards,) = import_all("card_rows")  # one table for all games without tiles
BUFFERS |= {
    "card_plane_at": _cards.PLANE_ROWS,
    "card_global_at": _cards.GLOBAL_ROWS,
    "card_oracle_at": _cards.ORACLE_ROWS,
}


def place_header(table: list[Row]) -> str:
    """Each row's first place, and END: how many places there are."""
    return "\n".join(("cdef enum:", *lines(table), f"    END = {places(table)}", ""))


def lines(table: list[Row]) -> Iterator[str]:
    for row in table:
        size = f"{row['size']} places: " if row["size"] > 1 else ""
        yield f"    {row['name'].upper()} = {row['offset']}  # {size}{row['meaning']}"
