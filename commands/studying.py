"""What the commands that study decisions share: their options, agents and settings."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.commands.options import add_cluster, add_precision, check_numbers, made_agents
from shugi.training.cluster.work import Workers
from shugi.training.decisions.classes import CLASSES, chosen_classes
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study, config_of, default_folder, hold_study
from shugi.training.lab.valued_probes import LEAST_DEALS
from shugi.training.terminal.progress import Meter

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
    check_numbers(arguments, **(bounds | more))


def settings_of(
    arguments: argparse.Namespace,
    rules: Rules,
    sources: Iterable[str],
    continuation: str,
    **more: Any,
) -> Settings:
    """The settings of a study.

    Args:
        arguments: of the command line.
        rules: that are studied.
        sources: agents whose play the positions come from, unless others were given.
        continuation: the agent who plays on.
        more: further settings.

    Raises:
        LabError: a class that the rules do not have, or settings that cannot be.
    """
    names = None if arguments.classes is None else arguments.classes.split(",")
    classes = [one.name for one in chosen_classes(rules, names)]
    given = {name: getattr(arguments, name) for name in NUMBERS} | more
    chosen = list(dict.fromkeys(arguments.sources or sources))
    return Settings(arguments.rules, classes, chosen, continuation, **given)


@contextmanager
def opened_study(
    arguments: argparse.Namespace,
    settings: Settings,
    rules: Rules,
    judged: Iterable[str],
    meter: Meter,
    workers: Workers,
    folder: Path | None = None,
) -> Iterator[Study]:
    """A study in its folder, which nobody else works in meanwhile.

    Args:
        arguments: of the command line.
        settings: of the study.
        rules: that are studied.
        judged: agents by name, beside the sources and who plays on.
        meter: shows what is done.
        workers: who work on it.
        folder: of the study; None: the one that is named, or that of these settings.

    Raises:
        LabError: the folder is of something else.
        AgentError: an agent that there is not.
    """
    folder = folder or arguments.folder or default_folder(settings, rules)
    named = {*settings.sources, settings.continuation, *judged}
    agents = made_agents(named, rules, settings.precision, arguments.threads)
    with hold_study(folder, config_of(settings, rules)):
        meter.say(f"study in {folder}")
        yield Study(settings, rules, agents, folder, arguments.threads, meter.show, workers)
