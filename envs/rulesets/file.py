"""One rule file: YAML in, checked values out, errors that name the file, the line and the key."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from shugi._fast.rules.compile import check_given
from shugi._fast.rules.options import ALIASES, OPTIONS, RulesError
from shugi._fast.tables.option_types import nearest
from shugi.envs.common.documents import (
    BoundedLoader,
    DocumentError,
    Place,
    compose_yaml,
    first_problems,
    key_lines,
)
from shugi.envs.common.files import FileError, read_text

MAX_BYTES = 100_000
MISSING = "is missing; a rule file without a base needs one"


@dataclass(frozen=True)
class RuleFile:
    """What one file says: only the options that stand in it, in canonical form."""

    path: Path
    title: str  # "": that of the base
    base: str | None
    about: str
    options: dict[str, Any]


def read_rule_file(path: Path) -> RuleFile:
    """Read and check a rule file. Raises: RulesError with everything that is wrong in it."""
    data, lines = parse_yaml(_read(path), str(path))
    problems: list[tuple[Place, str]] = []
    options = _check({} if data is None else data, problems)
    if problems:
        raise RulesError([(_where(path, place, lines), text) for place, text in problems])
    title, base, about = ((data or {}).get(key) for key in TEXTS)
    if title is None and base is None:
        raise RulesError([(f"{path}:1: title", MISSING)])
    return RuleFile(path, title or "", base, (about or "").strip(), options)


def _read(path: Path) -> str:
    try:
        return read_text(path, MAX_BYTES)
    except FileError as error:
        raise RulesError([(error.where, error.reason)]) from None
    except OSError as error:
        raise RulesError([(str(path), f"cannot be read: {error.strerror}")]) from None


# --------------------------------------------------------------------------- the form of the file

TEXTS = ("title", "base", "about")
BESIDE = ("chip_events",)  # options that may stand at the file's top level
KEYS = (*TEXTS, "options", *BESIDE)


def _check(data: Any, told: list[tuple[Place, str]]) -> dict[str, Any]:
    """The options of a file, in canonical form; what is wrong is added to ``told``."""
    if not isinstance(data, dict):
        told.append(((), _no_map(data)))
        return {}
    for key in TEXTS:
        if not isinstance(data.get(key), str | None):
            told.append(((key,), f"{data[key]!r} is not a text"))
    unknown, more = first_problems([key for key in data if key not in KEYS])
    told += [((str(key),), _unknown(key)) for key in unknown]
    if more:
        told.append(((), more))
    options = data.get("options", {})
    if not isinstance(options, dict):
        told.append((("options",), _no_map(options)))
        options = {}
    beside = {key: data[key] for key in BESIDE if key in data}
    twice = "stands under `options:` too; write `{0}:` once"
    told += [((key,), twice.format(key)) for key in beside if key in options]
    given = {ALIASES.get(key, key): key for key in options}
    try:
        return check_given({**options, **beside})
    except RulesError as error:
        for name, text in error.problems:
            inside = name in options or name in given
            told.append((("options", str(given.get(name, name))) if inside else (name,), text))
        return {}


def _unknown(key: Any) -> str:
    if key in (*OPTIONS, *ALIASES):
        return "is an option: write it under `options:`"
    return f"unknown key{nearest(str(key), KEYS)}; allowed: {', '.join(KEYS)}"


def _no_map(value: Any) -> str:
    return f"{value!r} is not a map of keys to values"


def _where(path: Path, place: Place, lines: dict[Place, int]) -> str:
    line = next((lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in lines), 1)
    return f"{path}:{line}: {'.'.join(place) or 'file'}"


# ------------------------------------------------------------------------------------------- YAML


def parse_yaml(text: str, name: str) -> tuple[Any, dict[Place, int]]:
    """The value of a YAML document, and the line of every key in it by its path.

    Raises: RulesError with the line, when the text is no YAML or has a key twice.
    """
    try:
        value, node = compose_yaml(text, name, _Loader)
    except DocumentError as error:
        raise RulesError([(error.where, error.reason)]) from None
    return value, key_lines(node)


def parse_value(text: str) -> Any:
    """A value as a rule file writes it, such as ``true``, ``[4, 3]`` or ``{5p: 2}``."""
    return parse_yaml(text, "value")[0]


class _Loader(BoundedLoader):
    """Reads the plain scalars of YAML 1.2: ``off`` and ``no`` are words."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_decimal(self, node: yaml.ScalarNode) -> int:
        return int(str(self.construct_scalar(node)))


_NUMBER = "-+0123456789"
for _tag, _pattern, _first in (
    ("bool", "true|false", "tf"),
    ("null", "null|~|", ["n", "~", ""]),
    ("int", "[-+]?[0-9]{1,18}", _NUMBER),
    ("float", r"[-+]?[0-9]+\.[0-9]*", _NUMBER),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})$"), list(_first)
    )
_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_decimal)
