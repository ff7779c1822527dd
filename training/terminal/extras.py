"""Packages that only some commands need, and how they are had."""

import importlib

from shugi.training.terminal.errors import UserError

EXTRAS = {  # package -> what pip calls the group of packages that it comes with
    "torch": "train",
    "safetensors": "train",
    "tensorboard": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "matplotlib": "eval",
    "openskill": "eval",
    "PIL": "render",
}


def require(package: str, what: str) -> None:
    """See that a package is there before there is work to lose.

    Args:
        what: needs it, for the message.

    Raises:
        UserError: it is not installed.
    """
    try:
        importlib.import_module(package)
    except ImportError as error:
        raise UserError(f"{what} needs {missing(error) or f'{package} ({error})'}") from None


def missing(error: ImportError) -> str:
    """The package whose absence it tells, and how it is had; nothing for any other error."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return ""
    return f"{package}, which is not installed: pip install 'shugi[{EXTRAS[package]}]'"
