"""What commands print for people: text as it is, and tables that lose no number.

Names may hold brackets and colons (``rollout[deals=2]:baseline``), so nothing in a text stands for
a style. A terminal that is too narrow for a table gets it row by row; where there is no terminal,
lines are as long as what they say.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table

PIPED = 10_000  # columns where nobody sees an edge
FOLDED = 16  # what is left of a longer name before a table is given up


class PlainConsole(Console):
    """Prints text as it is. When its reader has gone, the command line deals with the error."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """The console of standard output, or of standard error."""
    found = PlainConsole(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not found.is_terminal:
        found.width = PIPED
    return found


def print_json(value: object) -> None:
    """For programs."""
    print(json.dumps(value, indent=2))


def finite(value: float) -> float | None:
    """The number as JSON takes it: nothing where nothing was shown."""
    return value if math.isfinite(value) else None


def draws(shown: Console) -> bool:
    """Whether it can show what changes in place."""
    return shown.is_terminal and not shown.is_dumb_terminal


def add_text(table: Table, heading: str) -> None:
    """A column of names, which are folded where there is little room."""
    table.add_column(heading, overflow="fold")


def add_numbers(table: Table, heading: str) -> None:
    """A column of numbers, which are never cut; several in a cell may stand below each other."""
    table.add_column(heading, justify="right", overflow="fold")


def table_of(names: Sequence[str], numbers: Iterable[str], **look: Any) -> Table:
    """A table of columns of names, and behind them of numbers.

    Args:
        names: headings.
        numbers: headings.
        look: what rich's tables take.
    """
    table = Table(**look)
    for heading in names:
        add_text(table, heading)
    for heading in numbers:
        add_numbers(table, heading)
    return table


def show_rows(shown: Console, line: str, rows: Sequence[Sequence[object]]) -> None:
    """Print a name and numbers in each row, the headings first.

    Args:
        shown: where to print.
        line: the form of a row where there is no terminal.
        rows: with the same number of cells each.
    """
    heads, *rest = rows
    if not shown.is_terminal:
        for row in rows:
            print(line.format(*row))
        return
    table = table_of([str(heads[0])], map(str, heads[1:]), box=None, padding=(0, 2))
    for row in rest:
        table.add_row(*map(str, row))
    show_table(table, shown)


def show_table(table: Table, shown: Console) -> None:
    """Print a table, or its rows one below another where it does not fit."""
    widths = _widths(table, shown.width)
    if widths is None:
        for line in _as_list(table):
            shown.print(line, soft_wrap=True)
        return
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    shown.print(table)


def _widths(table: Table, room: int) -> list[int] | None:
    """The widths of the columns, numbers before names; None where not even numbers fit."""
    _, right, _, left = table.padding
    count = len(table.columns)
    widths = [_least(column) for column in table.columns]
    spare = room - sum(widths) - count * (right + left) - (count + 1 if table.box else 0)
    if spare < 0:
        return None
    for k in sorted(range(count), key=lambda k: _is_text(table.columns[k])):
        wanted = max(map(cell_len, _texts(table.columns[k])))
        more = min(spare, wanted - widths[k])
        widths[k] += more
        spare -= more
    return widths


def _least(column: Column) -> int:
    """That shows its numbers whole, one below another."""
    words = [word for text in _texts(column) for word in text.split()]
    if _is_text(column):
        return min(max(map(cell_len, words), default=0), FOLDED)
    heading, *numbers = _texts(column)
    longest = max((cell_len(word) for text in numbers for word in text.split()), default=0)
    return max(longest, min(max(map(cell_len, heading.split()), default=0), FOLDED))


def _is_text(column: Column) -> bool:
    return column.justify != "right"


def _as_list(table: Table) -> Iterator[str]:
    if table.title:
        yield f"\n{table.title}"
    names = 1 + next((k for k, one in enumerate(table.columns) if _is_text(one)), 0)
    headings = [str(column.header) for column in table.columns]
    width = max(map(cell_len, headings[names:]), default=0)
    for row in zip(*(_texts(column)[1:] for column in table.columns), strict=True):
        yield " ".join(text for text in row[:names] if text)
        for heading, text in zip(headings[names:], row[names:], strict=True):
            if text:
                yield f"  {heading:{width}}  {text}"
    if table.caption:
        yield f"({table.caption})"


def _texts(column: Column) -> list[str]:
    """The heading and the cells, all of them plain text."""
    return [str(text) for text in (column.header, *column.cells)]
