"""Print a script with which the shell completes commands, options, rule sets and agents.

Put it where your shell looks: `eval "$(shugi completion bash)"` in ~/.bashrc,
`eval "$(shugi completion zsh)"` in ~/.zshrc behind `compinit`.
"""

import argparse
import importlib
from collections.abc import Iterable
from pathlib import Path

import shtab

from shugi.agents.named import PREFIX, names
from shugi.envs.rules import variants


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="which one is yours")


def run(arguments: argparse.Namespace) -> int:
    print(shtab.complete(everything(), arguments.shell))
    return 0


def everything() -> argparse.ArgumentParser:
    """One parser of all commands. It is for completion alone: names are its only choices."""
    from shugi.training.commands.cli import COMMANDS

    parser = argparse.ArgumentParser(prog="shugi")
    parser.add_argument("--version", action="store_true", help="print the version")
    below = parser.add_subparsers()
    for command in COMMANDS:
        one = below.add_parser(command.name, help=command.help)
        try:
            importlib.import_module(command.module).add_arguments(one)
        except ImportError:
            continue  # its packages are not installed: only its name is completed
        for action in one._actions:
            _offer(action)
    return parser


def _offer(action: argparse.Action) -> None:
    if action.choices is not None or action.nargs == 0:
        return
    found = OFFERED.get(action.dest)
    if found is not None:
        action.choices = list(found())
    elif action.type is Path:
        action.complete = shtab.FILE  # type: ignore[attr-defined]


def _rules() -> Iterable[str]:
    return [one.name for one in variants()]


def _agents() -> Iterable[str]:
    return ["random", "baseline", *(PREFIX + name for name in names())]


OFFERED = {  # by an argument's name
    "rules": _rules,
    "game": _rules,
    "agents": _agents,
    "seats": lambda: ["me", "person", *_agents()],
    "sources": _agents,
    "continuation": _agents,
}
