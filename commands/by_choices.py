"""``--by-choices``: only the choices count in which two agents differ."""

import argparse

from shugi.training.terminal.errors import UserError

WALLS = 32  # that each choice is played out on, where nobody says how many


def add_by_choices(parser: argparse.ArgumentParser, what: str) -> None:
    """Args: what: is counted and how, told with the number of walls at ``{}``."""
    parser.add_argument(
        "--by-choices",
        type=int,
        nargs="?",
        const=WALLS,
        default=0,
        metavar="WALLS",
        help=what.format(WALLS),
    )


def check_by_choices(arguments: argparse.Namespace) -> None:
    """Raises: UserError."""
    if arguments.by_choices < 0:
        raise UserError(f"--by-choices must be more than 0, not {arguments.by_choices}")
