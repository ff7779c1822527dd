"""What came of a league, for people."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi.training.terminal.console import add_numbers, add_text, show_table

COUNTS = ("updates", "decisions", "lives", "won")  # won: lives in which the prey was beaten


def show_results(found: Mapping[str, Any], screen: Console) -> None:
    """Args: found: as ``league.json`` has it."""
    results = {(one["member"], one["against"]): one for one in found["results"]}
    against = list(dict.fromkeys(other for _, other in results))
    table = Table(
        title=f"league of {found['rules']}",
        title_justify="left",
        caption=f"won: lives that beat the prey; v: {found['unit']} a hand more than what the pool "
        "has of it, 95 %, in training",
        box=None,
    )
    add_text(table, "member")
    for heading in (*COUNTS, *(f"v {name}" for name in against)):
        add_numbers(table, heading)
    for member in found["members"]:
        cells = [_cell(results.get((member["name"], other))) for other in against]
        numbers = [f"{member[key]:,}" for key in COUNTS]
        table.add_row(member["name"], *numbers, *cells)
    show_table(table, screen)


def _cell(result: Mapping[str, Any] | None) -> str:
    if result is None or result["high"] is None:
        return ""
    half = (result["high"] - result["low"]) / 2
    return f"{result['gain']:+.2f} ± {half:.2f}"
