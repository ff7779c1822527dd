"""Print the layouts of actions, tiles, observation, rule vector and position as Markdown tables."""

import argparse

from shugi.envs.layout import LAYOUTS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        choices=[*LAYOUTS, []],
        help=f"one or more of {', '.join(LAYOUTS)} (default: all)",
    )


def run(arguments: argparse.Namespace) -> int:
    parts = arguments.parts or list(LAYOUTS)
    print("\n\n".join(f"## {part}\n\n{LAYOUTS[part]()}" for part in parts))
    return 0
