"""List what there is: rule sets, agents, or the numbers of tiles, actions and observations."""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NamedTuple

from rich.table import Table

from shugi._fast.bots.style import PARAMETERS
from shugi._fast.tables.option_types import nearest
from shugi.agents.named import PREFIX, card_of, first_few, names
from shugi.agents.spec import FORM_ROWS
from shugi.envs.layout import LAYOUTS
from shugi.envs.rulesets.rules import load_rules, variants
from shugi.training.terminal.console import add_numbers, add_text, console, print_json, show_table
from shugi.training.terminal.errors import UserError


class Listing(NamedTuple):
    """Something that is listed."""

    about: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    below = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, listing in LISTINGS.items():
        one = below.add_parser(name, help=listing.about, description=listing.run.__doc__)
        listing.add_arguments(one)


def run(arguments: argparse.Namespace) -> int:
    LISTINGS[arguments.what].run(arguments)
    return 0


# ---- rule sets


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="a list of objects instead of a table")


def list_variants(arguments: argparse.Namespace) -> None:
    """List every rule set, and its add-ons."""
    rows = variants()
    if arguments.json:
        print_json([asdict(row) for row in rows])
        return
    width = max(len(row.name) for row in rows)
    print(f"{'name':{width}}  players  title")
    for row in rows:
        print(f"{row.name:{width}}  {row.players:<7}  {row.title}")


# ---- agents


def _add_of_agents(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="RULES", help="only those trained for this rule set")
    _add_json(parser)


def list_agents(arguments: argparse.Namespace) -> None:
    """List the trained agents that come with the package, and how the others are named."""
    rules = load_rules(arguments.rules) if arguments.rules is not None else None
    cards = [card for card in map(card_of, names()) if rules is None or card.fits(rules)]
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
        return
    if rows:
        _show_agents(rows)
    else:
        print("no trained agents come with this version" + (" for these rules" if rules else ""))
    print("\nHow agents are named (in quotes where the shell minds brackets):")
    width = max(len(form) for form, _ in FORM_ROWS)
    for form, meaning in FORM_ROWS:
        print(f"  {form:{width}}  {meaning}")
    print("\nParameters of the baseline, with their defaults and limits:")
    for name, usual, least, most, meaning in PARAMETERS:
        print(f"  {name:12} {usual:g}, {least:g} to {most:g}  {meaning}")


def _show_agents(rows: list[dict[str, Any]]) -> None:
    table = Table()
    for heading in ("agent", "rules"):
        add_text(table, heading)
    for heading in ("decisions", "size"):
        add_numbers(table, heading)
    add_text(table, "result")
    for row in rows:
        table.add_row(
            row["agent"],
            first_few(row["rules"]),
            f"{row['decisions'] / 1e6:,.1f} M",
            f"{row['bytes'] / 1e6:.1f} MB",
            row["result"],
        )
    show_table(table, console())


# ---- layouts


def _add_of_layout(parser: argparse.ArgumentParser) -> None:
    parts = ", ".join(LAYOUTS)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {parts} (default: all)")


def list_layout(arguments: argparse.Namespace) -> None:
    """Print the layouts as Markdown tables: tiles, actions, observation, rules, position."""
    parts = arguments.parts or list(LAYOUTS)
    for part in parts:
        if part not in LAYOUTS:
            hint = nearest(part, list(LAYOUTS))
            raise UserError(f"no layout {part!r}{hint}; there are {', '.join(LAYOUTS)}")
    print("\n\n".join(f"## {part}\n\n{LAYOUTS[part]()}" for part in parts))


LISTINGS = {
    "variants": Listing("rule sets", _add_json, list_variants),
    "agents": Listing(
        "the trained agents, and how the others are named", _add_of_agents, list_agents
    ),
    "layout": Listing(
        "the tables of tiles, actions, observation, rule vector and position",
        _add_of_layout,
        list_layout,
    ),
}
