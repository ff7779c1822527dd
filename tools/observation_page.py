"""Write the tables of docs/observation.md again from the layout that the engine uses.

    python tools/observation_page.py

Run it after a change of _fast/view/rows.py or rows_cards.py; a test compares the page with
the layouts.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shugi._fast.view.layouts import LAYOUTS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observation.md"
TABLES = {
    f"{layout.name}: {part}": rows
    for layout in LAYOUTS.values()
    for part, rows in (
        ("planes", layout.plane_rows),
        ("globals", layout.global_rows),
        ("history", layout.history_rows),
        ("oracle", layout.oracle_rows),
    )
}


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = ["| row | from | size | scale | meaning |", "| --- | --- | --- | --- | --- |"]
    for row in rows:
        cells = (f"`{row['name']}`", row["offset"], row["size"], row["scale"], row["meaning"])
        lines.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return "\n".join(lines)


def filled(page: str) -> str:
    """The page with every table written anew between its marks."""
    for name, rows in TABLES.items():
        marked = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
        page, found = marked.subn(lambda m, rows=rows: m[1] + table(rows) + m[2], page)
        if found != 1:
            raise SystemExit(f"{PAGE}: needs one pair of marks <!-- {name} --> and <!-- end -->")
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
