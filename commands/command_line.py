"""What was typed, written again, so that a figure on a page can be measured again."""

import argparse
import shlex
from collections.abc import Callable, Iterator
from typing import Any

# options that say where and how to work and to show: what is found is the same
HOW = frozenset(
    (
        *("threads", "cluster", "folder", "run_dir", "minutes"),
        *("record", "report", "out", "json"),
    )
)
ALWAYS = "seed"  # said also where it is the usual one


def command_line(
    name: str,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    arguments: argparse.Namespace,
) -> str:
    """The command, with the seed and the options that differ from their defaults.

    Args:
        name: of the command.
        add_arguments: gives a parser its options.
        arguments: what the parser has read.
    """
    parser = argparse.ArgumentParser(add_help=False)
    add_arguments(parser)
    words = ["shugi", name]
    for action in parser._actions:
        value = getattr(arguments, action.dest)
        if action.dest not in HOW and (value != action.default or action.dest == ALWAYS):
            words += _words(action, value)
    return shlex.join(words)


def _words(action: argparse.Action, value: Any) -> Iterator[str]:
    yield from action.option_strings[-1:]
    if action.nargs != 0:  # no flag
        yield from map(str, value if isinstance(value, list) else [value])
