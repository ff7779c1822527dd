"""The places of an observation by name, as headers: ``plane_at.DRAWN``, ``global_at.SCORE``."""

from collections.abc import Iterator

from shugi._fast.games.tricks import rows as rows_cards
from shugi._fast.view import rows
from shugi._fast.view.rows import Row, places

BUFFERS = {
    "plane_at": rows.PLANE_ROWS,
    "global_at": rows.GLOBAL_ROWS,
    "oracle_at": rows.ORACLE_ROWS,
    "card_plane_at": rows_cards.PLANE_ROWS,
    "card_global_at": rows_cards.GLOBAL_ROWS,
    "card_oracle_at": rows_cards.ORACLE_ROWS,
}


def place_header(table: list[Row]) -> str:
    """Each row's first place, and END: how many places there are."""
    return "\n".join(("cdef enum:", *lines(table), f"    END = {places(table)}", ""))


def lines(table: list[Row]) -> Iterator[str]:
    for row in table:
        size = f"{row['size']} places: " if row["size"] > 1 else ""
        yield f"    {row['name'].upper()} = {row['offset']}  # {size}{row['meaning']}"
