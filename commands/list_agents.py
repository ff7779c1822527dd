"""List the agents: the trained ones that come with the package, and how the others are named."""

import argparse
from typing import Any

from rich.table import Table

from shugi._fast.bots.style import PARAMETERS
from shugi.agents.base import AgentError
from shugi.agents.named import PREFIX, card_of, listed, names
from shugi.agents.spec import FORM_ROWS
from shugi.envs.rulesets.rules import load_rules
from shugi.training.terminal.console import add_numbers, add_text, console, print_json, show_table
from shugi.training.terminal.errors import UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="RULES", help="only those trained for this rule set")
    parser.add_argument("--json", action="store_true", help="a list of objects instead of a table")


def run(arguments: argparse.Namespace) -> int:
    rules = load_rules(arguments.rules) if arguments.rules is not None else None
    try:
        cards = [card for card in map(card_of, names()) if rules is None or card.fits(rules)]
    except AgentError as error:
        raise UserError(str(error)) from None
    rows: list[dict[str, Any]] = [
        {
            "agent": PREFIX + card.name,
            "rules": [name for name, _ in card.rules],
            "decisions": card.decisions,
            "bytes": card.size,
            "result": card.result,
            "card": str(card.path.with_suffix(".md")),
        }
        for card in cards
    ]
    if arguments.json:
        print_json(rows)
        return 0
    if rows:
        _show(rows)
    else:
        print("no trained agents come with this version" + (" for these rules" if rules else ""))
    print("\nHow agents are named (in quotes where the shell minds brackets):")
    width = max(len(form) for form, _ in FORM_ROWS)
    for form, meaning in FORM_ROWS:
        print(f"  {form:{width}}  {meaning}")
    print("\nParameters of the baseline, with their defaults and limits:")
    for name, usual, least, most, meaning in PARAMETERS:
        print(f"  {name:12} {usual:g}, {least:g} to {most:g}  {meaning}")
    return 0


def _show(rows: list[dict[str, Any]]) -> None:
    table = Table()
    for heading in ("agent", "rules"):
        add_text(table, heading)
    for heading in ("decisions", "size"):
        add_numbers(table, heading)
    add_text(table, "result")
    for row in rows:
        table.add_row(
            row["agent"],
            listed(row["rules"]),
            f"{row['decisions'] / 1e6:,.1f} M",
            f"{row['bytes'] / 1e6:.1f} MB",
            row["result"],
        )
    show_table(table, console())
