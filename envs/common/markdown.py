"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A table whose last columns, so many, hold numbers.

    Args:
        heads: above the columns.
        rows: a cell for each column.
        numbers: columns that are aligned to the right.
    """
    rule = ["---"] * (len(heads) - numbers) + ["---:"] * numbers
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *cells))
