"""What may not be done at the word of a file: run a program, call another machine.

A file may come from a stranger, so what it names is data: agents that are read, folders, rule sets.
Whoever sits at the command line may name programs, and may allow those that a file names.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shugi.agents.base import AgentError
from shugi.envs.common.documents import Place
from shugi.envs.common.files import names_machine

MJAI = "mjai"
WRITTEN = "python:"
ALLOW = "--programs"
# where an agent's name can begin: in front, behind a wrapper's colon, in brackets
_PROGRAM = re.compile(rf"(?:^|[\[\]=:,])\s*((?:{WRITTEN}|{MJAI}[:\[]).*)", re.DOTALL)
_MACHINE = re.compile(r"[\[\]=:,]\s*([/\\]{2}.*)", re.DOTALL)
_LOCAL = re.compile(r"local(:\d+)?")  # clusters that a command starts by itself


def program_in(words: str) -> str | None:
    """The part of an agent's name that is code to run; None: there is none.

    Names that only look like it count too.
    """
    found = _PROGRAM.search(words)
    return None if found is None else found[1]


def machine_in(words: str) -> str | None:
    """The part of a path, or of an agent's name, that leads to another machine; None: none does."""
    if names_machine(words):
        return words
    found = _MACHINE.search(words)
    return None if found is None else found[1]


def check_agent(spec: str, allowed: bool, why: str) -> None:
    """See that an agent may be made.

    Args:
        allowed: whether programs may.
        why: not, and what can be done; for the error.

    Raises:
        AgentError: it runs a program, and must not.
    """
    if not allowed and program_in(spec) is not None:
        raise AgentError(f"agent {spec!r}: {why}")


def of_file(where: str, what: str) -> str:
    """Why a file's program is not run."""
    return (
        f"{where} names {what}. It may come from a stranger, so it is not done at the word of a "
        f"file; if you trust this one, say so with {ALLOW}"
    )


def refused_in(value: Any, own: Iterable[Place] = ()) -> Iterator[tuple[Place, str]]:
    """Find what a file may not start: where it stands in the values, and what it is.

    Every text counts, whatever its key, so a new key needs no new check.

    Args:
        value: plain values.
        own: places that the command line has set, with all below them.
    """
    mine = {*own}
    yield from _refused(value, (), mine)


def _refused(value: Any, place: Place, own: set[Place]) -> Iterator[tuple[Place, str]]:
    if place in own:
        return
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _refused(one, (*place, str(key)), own)
    elif isinstance(value, (list, tuple)):
        for number, one in enumerate(value):
            yield from _refused(one, (*place, str(number)), own)
    elif isinstance(value, str):
        what = _name_program(value, place[-1:] == ("cluster",))
        if what is not None:
            yield place, what


def _name_program(text: str, cluster: bool) -> str | None:
    program = program_in(text)
    if program is not None:
        return f"the program {program!r}"
    machine = text if cluster and not _LOCAL.fullmatch(text) else machine_in(text)
    return None if machine is None else f"the machine {machine!r}"
