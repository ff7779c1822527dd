"""What tests of training runs have in common."""

from rich.console import Console

from shugi.training.terminal.progress import Meter


def quiet() -> Meter:
    """Shows nothing."""
    return Meter(Console(quiet=True))
