"""What the commands that study decisions share: their options, agents and settings."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.agents import Agent, make_agent
from shugi.commands.precision import add_precision
from shugi.commands.workers import add_cluster
from shugi.training.decisions.classes import CLASSES, chosen_classes
from shugi.training.lab.settings import Settings
from shugi.training.lab.valued import LEAST_DEALS
from shugi.training.terminal.errors import UserError

BASELINE = "baseline"
NUMBERS = ("probes", "deals", "rounds", "hands", "seed", "precision")


def add_study(parser: argparse.ArgumentParser, usual: Settings, sources: str) -> None:
    """The options of a study.

    Args:
        usual: their defaults.
        sources: whose play the positions come from if nothing is said.
    """
    parser.add_argument(
        "--classes",
        metavar="NAME,NAME",
        help=f"of {', '.join(one.name for one in CLASSES)} (default: all that the rules have, "
        "but for call and discard)",
    )
    parser.add_argument(
        "--sources",
        nargs="+",
        metavar="AGENT",
        help=f"whose play the positions come from, in equal parts (default: {sources})",
    )
    for name, meaning in (
        ("probes", "positions of each class that are valued"),
        ("deals", "of each position"),
        (
            "rounds",
            "then the better half of the plans is valued again in twice as many fresh deals, at "
            "most so many times; it ends when little can change",
        ),
        ("hands", "a source plays no more than about so many to find its positions"),
        ("seed", "of everything"),
    ):
        number = getattr(usual, name)
        parser.add_argument(f"--{name}", type=int, default=number, help=f"{meaning} ({number:,})")
    parser.add_argument("--threads", type=int, default=2, help="for engine and networks (2)")
    add_precision(parser)
    add_cluster(parser)
    parser.add_argument(
        "--folder",
        type=Path,
        help="of the study; goes on with what is in it (default: runs/decisions/RULES-SETTINGS)",
    )


def add_continuation(parser: argparse.ArgumentParser, usual: Settings) -> None:
    """The option --continuation of a study in which one agent plays on."""
    parser.add_argument(
        "--continuation",
        default=usual.continuation,
        metavar="AGENT",
        help=f"who plays on, at all seats ({usual.continuation})",
    )


def check_study(arguments: argparse.Namespace, **more: int) -> None:
    """Raises: UserError for a number below its least; ``more`` are those of other options."""
    bounds = {"probes": 1, "deals": LEAST_DEALS, "rounds": 0, "hands": 1, "threads": 1, "seed": 0}
    for name, least in (bounds | more).items():
        value = getattr(arguments, name)
        if value is not None and value < least:
            raise UserError(f"--{name} must be at least {least}, not {value}")


def settings_of(
    arguments: argparse.Namespace,
    rules: Rules,
    sources: Iterable[str],
    continuation: str,
    **more: Any,
) -> Settings:
    """
    Args:
        sources: unless others were given.
        more: further settings.
    """
    names = None if arguments.classes is None else arguments.classes.split(",")
    classes = [one.name for one in chosen_classes(rules, names)]
    given = {name: getattr(arguments, name) for name in NUMBERS} | more
    chosen = list(dict.fromkeys(arguments.sources or sources))
    return Settings(arguments.rules, classes, chosen, continuation, **given)


def agents_of(
    settings: Settings, rules: Rules, judged: Iterable[str], threads: int
) -> dict[str, Agent]:
    """By name: the sources, who plays on, and those judged."""
    named = {*settings.sources, settings.continuation, *judged}
    agents = {
        name: make_agent(name, rules, settings.precision, programs=True) for name in sorted(named)
    }
    if "torch" in sys.modules:  # an agent needs it
        sys.modules["torch"].set_num_threads(max(1, threads // 2))
    return agents
