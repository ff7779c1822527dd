"""An observation's places by name, as headers: ``plane_at.DRAWN``, ``global_at.SCORE``.

And the bits of the blocks that are worked out for who reads them: ``block_of.STEPS``.
"""

from collections.abc import Iterable, Iterator

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


def block_header(blocks: Iterable[str]) -> str:
    """Each block's bit, and ALL of them."""
    names = [name.upper() for name in blocks]
    bits = [f"    {name} = {1 << i}" for i, name in enumerate(names)]
    return "\n".join(("cdef enum:", *bits, f"    ALL = {(1 << len(names)) - 1}", ""))


def place_header(table: list[Row]) -> str:
    """Each row's first place, and END: how many places there are."""
    return "\n".join(("cdef enum:", *lines(table), f"    END = {places(table)}", ""))


def lines(table: list[Row]) -> Iterator[str]:
    for row in table:
        size = f"{row['size']} places: " if row["size"] > 1 else ""
        yield f"    {row['name'].upper()} = {row['offset']}  # {size}{row['meaning']}"
