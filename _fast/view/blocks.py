"""Blocks of an observation: a writer each, and the rows that it writes, one after another."""

from collections.abc import Iterator, Sequence
from typing import Any

Row = tuple[str, int, float, str]
"""Name, size, scale, meaning."""
Block = tuple[int, Sequence[Row]]
"""The writer's address, 0 where nothing is written, and its rows."""


def rows_of(blocks: Sequence[Block], total: int, header: str) -> list[dict[str, Any]]:
    """The rows with their offsets.

    Raises:
        RuntimeError: they do not take the ``total`` places that ``header`` says.
    """
    rows: list[dict[str, Any]] = []
    offset = 0
    for _, block in blocks:
        for name, size, scale, meaning in block:
            row = {"name": name, "size": size, "scale": scale, "meaning": meaning}
            rows.append(row | {"offset": offset})
            offset += size
    if offset != total:
        raise RuntimeError(f"the rows take {offset} places, {header} says {total}")
    return rows


def starts(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """(writer, offset of its first row) of the blocks that have a writer."""
    at = 0
    for writer, block in blocks:
        if writer:
            yield writer, at
        at += sum(row[1] for row in block)
