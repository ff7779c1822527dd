"""Packages that only some commands need: asked for before there is work to lose."""

import importlib

from shugi.envs.common.imports import EXTRAS, needed
from shugi.training.terminal.errors import UserError


def require(what: str, *packages: str) -> None:
    """See that packages are there.

    Args:
        what: needs them, for the message.

    Raises:
        UserError: one is not installed, with the line that installs it.
    """
    for package in packages:
        try:
            importlib.import_module(package)
        except ImportError as error:
            raise UserError(needed(what, error)) from None


def require_extra(what: str, extra: str) -> None:
    """See that every package of a group is there. Raises: UserError as ``require``."""
    require(what, *(package for package, its in EXTRAS.items() if its == extra))
