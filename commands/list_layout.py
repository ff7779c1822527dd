"""Print the layouts of actions, tiles, observation, rule vector and position as Markdown tables."""

import argparse

from shugi._fast.tables.option_types import nearest
from shugi.envs.layout import LAYOUTS
from shugi.training.terminal.errors import UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(LAYOUTS)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {names} (default: all)")


def run(arguments: argparse.Namespace) -> int:
    parts = arguments.parts or list(LAYOUTS)
    for part in parts:
        if part not in LAYOUTS:
            hint = nearest(part, list(LAYOUTS))
            raise UserError(f"no layout {part!r}{hint}; there are {', '.join(LAYOUTS)}")
    print("\n\n".join(f"## {part}\n\n{LAYOUTS[part]()}" for part in parts))
    return 0
