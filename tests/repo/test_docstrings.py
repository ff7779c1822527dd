"""Docstrings say what functions take: an Args section where there are three parameters or more."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("envs", "agents", "training", "table", "commands")
MOST = 2  # parameters that need no section
# what a protocol says of them is not said again
OF_PROTOCOLS = {"act", "preferences", "open", "run", "text", "tile", "card"}
OF_PROTOCOLS |= {"find_spec", "set_attr"}
NO_SUBJECT = re.compile(r"(Of|By|And|Whose|As a|As many) |The same\b|\.\.\.")
ELSEWHERE = re.compile(r"\b[Aa]s (of |in |to )?``")  # the arguments are those of another function

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[tuple[Function, ast.ClassDef | None]]:
    """The functions of a module and of its classes, with their class."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield node, None
        elif isinstance(node, ast.ClassDef):
            yield from ((one, node) for one in node.body if isinstance(one, Function))


def parameters(function: Function, owner: ast.ClassDef | None) -> list[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    names = [one.arg for one in every if one is not None]
    return [name for name in names if owner is None or name not in ("self", "cls")]


def is_public(function: Function, owner: ast.ClassDef | None) -> bool:
    names = [function.name, owner.name if owner is not None else ""]
    return not any(name.startswith("_") for name in names)


def faults(text: str) -> list[str]:
    """What is wrong in a module: a function's name and why."""
    found = []
    for function, owner in functions(ast.parse(text)):
        told = ast.get_docstring(function) or ""
        if NO_SUBJECT.match(told):
            found.append(f"{function.name}: {told.splitlines()[0]!r} has no subject")
        many = len(parameters(function, owner)) > MOST and function.name not in OF_PROTOCOLS
        if many and is_public(function, owner) and not ("Args:" in told or ELSEWHERE.search(told)):
            found.append(f"{function.name}: no Args")
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_functions_say_what_they_take(folder: str) -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {fault}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for fault in faults(path.read_text(encoding="utf-8"))
    }
    assert not wrong


def test_what_is_wrong_is_found() -> None:
    plain = "def one(a, b, c):\n    '''Do it.'''\n"
    assert faults(plain) == ["one: no Args"]
    assert faults(plain.replace("it.", "it.\n\n    Args:\n        a: what.\n    ")) == []
    assert faults("class A:\n    def b(self, c, d):\n        '''Of a thing.'''\n") == [
        "b: 'Of a thing.' has no subject"
    ]
    assert faults("def _own(a, b, c): ...\nclass _A:\n    def b(self, c, d, e): ...\n") == []
