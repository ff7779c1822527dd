"""List every rule set, and its add-ons."""

import argparse
from dataclasses import asdict

from shugi.envs.rulesets.rules import variants
from shugi.training.terminal.console import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="a list of objects instead of a table")


def run(arguments: argparse.Namespace) -> int:
    rows = variants()
    if arguments.json:
        print_json([asdict(row) for row in rows])
        return 0
    width = max(len(row.name) for row in rows)
    print(f"{'name':{width}}  players  title")
    for row in rows:
        print(f"{row.name:{width}}  {row.players:<7}  {row.title}")
    return 0
