"""List what there is: rule sets, agents, or the numbers of tiles, actions and observations."""

import argparse

from shugi.commands import list_agents, list_layout, list_variants

LISTS = {
    "variants": (list_variants, "rule sets"),
    "agents": (list_agents, "the trained agents, and how the others are named"),
    "layout": (list_layout, "the tables of tiles, actions, observation, rule vector and position"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    below = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, (module, about) in LISTS.items():
        module.add_arguments(below.add_parser(name, help=about, description=module.__doc__))


def run(arguments: argparse.Namespace) -> int:
    module, _ = LISTS[arguments.what]
    status: int = module.run(arguments)
    return status
