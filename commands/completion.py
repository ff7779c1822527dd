"""Print a script with which the shell completes commands, options, rule sets and agents.

Put it where your shell looks: `eval "$(shugi --completion bash)"` in ~/.bashrc,
`eval "$(shugi --completion zsh)"` in ~/.zshrc behind `compinit`.
"""

import argparse
import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import shtab

from shugi.agents.named import PREFIX, names
from shugi.envs.rulesets.rules import variants

Command = tuple[str, str, str]  # name, help, example


def run(words: Sequence[str], commands: Sequence[Command]) -> int:
    """Print the script.

    Args:
        words: behind ``shugi --completion``.
        commands: what is completed.
    """
    parser = argparse.ArgumentParser(
        prog="shugi --completion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="which one is yours")
    print(shtab.complete(everything(commands), parser.parse_args(words).shell))
    return 0


def everything(commands: Sequence[Command]) -> argparse.ArgumentParser:
    """One parser of all commands. It is for completion alone: names are its only choices."""
    parser = argparse.ArgumentParser(prog="shugi")
    parser.add_argument("--version", action="store_true", help="print the version")
    below = parser.add_subparsers()
    for name, about, _ in commands:
        one = below.add_parser(name, help=about)
        try:
            importlib.import_module(f"shugi.commands.{name}").add_arguments(one)
        except ImportError:
            continue  # its packages are not installed: only its name is completed
        _offer_all(one)
    return parser


def _offer_all(parser: argparse.ArgumentParser) -> None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                _offer_all(below)
        else:
            _offer(action)


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
