"""What commands print for people: text as it is, and tables that lose no number.

Names may hold brackets and colons (``rollout[deals=2]:baseline``), so nothing in a text stands for
a style. A terminal that is too narrow for a table gets it row by row; where there is no terminal,
lines are as long as what they say.
"""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

PIPED = 10_000  # columns where nobody sees an edge
FOLDED = 16  # what is left of a longer name before a table is given up


def console(stderr: bool = False) -> Console:
    """Of standard output, or of standard error."""
    found = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not found.is_terminal:
        found.width = PIPED
    return found


def draws(shown: Console) -> bool:
    """Whether it can show what changes in place."""
    return shown.is_terminal and not shown.is_dumb_terminal


def add_text(table: Table, heading: str) -> None:
    """A column of names, which are folded where there is little room."""
    table.add_column(heading, overflow="fold")


def add_numbers(table: Table, heading: str) -> None:
    """A column of numbers, which are never folded or cut."""
    table.add_column(heading, justify="right", no_wrap=True)


def show_table(table: Table, shown: Console) -> None:
    """Print a table, or its rows one below another where it does not fit."""
    if _width(table) <= shown.width:
        shown.print(table)
        return
    for line in _listed(table):
        shown.print(line, soft_wrap=True)


def _width(table: Table) -> int:
    """The least that shows every number whole."""
    _, right, _, left = table.padding
    count = len(table.columns)
    edges = count + 1 if table.box else 0
    return sum(map(_column_width, table.columns)) + count * (right + left) + edges


def _column_width(column: Column) -> int:
    longest = max(cell_len(text) for text in (_plain(column.header), *_cells(column)))
    return longest if column.no_wrap else min(longest, FOLDED)


def _listed(table: Table) -> Iterator[str]:
    if table.title:
        yield f"\n{_plain(table.title)}"
    names = 1 + next((k for k, one in enumerate(table.columns) if not one.no_wrap), 0)
    headings = [_plain(column.header) for column in table.columns]
    width = max(map(cell_len, headings[names:]), default=0)
    for row in zip(*map(_cells, table.columns), strict=True):
        yield " ".join(text for text in row[:names] if text)
        for heading, text in zip(headings[names:], row[names:], strict=True):
            if text:
                yield f"  {heading:{width}}  {text}"
    if table.caption:
        yield f"({_plain(table.caption)})"


def _cells(column: Column) -> list[str]:
    return [_plain(cell) for cell in column.cells]


def _plain(given: object) -> str:
    return given.plain if isinstance(given, Text) else str(given)
