"""The command on a page asks for the same as what was typed."""

import argparse
import shlex
from types import ModuleType

import pytest

from shugi.commands import arena, decisions, explain
from shugi.commands.options import HOW, command_line

TYPED = {
    "arena": (arena, "super_bingo --seed 7 --by-choices 3 --agents 'a b' baseline --hands 50"),
    "explain": (explain, "super_bingo baseline --classes riichi,kong --continuation x --seed 2"),
    "decisions": (decisions, "xiamen --agents x --ban 256 --continuation a b"),
}
SHOWN = "--threads 4 --json"


@pytest.mark.parametrize("name", TYPED)
def test_it_is_read_as_the_same(name: str) -> None:
    module, words = TYPED[name]
    typed = parsed(module, f"{words} {SHOWN}")
    line = command_line(name, module.add_arguments, typed)
    assert line.startswith(f"shugi {name} ") and not set(SHOWN.split()) & set(line.split())
    again = parsed(module, line.removeprefix(f"shugi {name} "))
    assert asked(again) == asked(typed) != asked(parsed(module, "super_bingo --agents baseline"))


def parsed(module: ModuleType, words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    known, _ = parser.parse_known_args(shlex.split(words))
    return known


def asked(arguments: argparse.Namespace) -> dict[str, object]:
    return {name: value for name, value in vars(arguments).items() if name not in HOW}


def test_of_what_is_usual_the_seed_is_said_alone() -> None:
    typed = parsed(explain, "toriuchi --probes 480 --threads 8")
    line = command_line("explain", explain.add_arguments, typed)
    assert line == "shugi explain toriuchi --seed 1"
