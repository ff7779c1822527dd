"""One rule file: YAML in, checked values out, errors that name the file, the line and the key."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, PlainValidator, ValidationError, create_model

from shugi._fast.rules.compile import check_given, unknown_key
from shugi._fast.rules.option_types import nearest
from shugi._fast.rules.options import ALIASES, OPTIONS, RulesError
from shugi.envs.documents import BoundedLoader, DocumentError, Place, compose_yaml, key_lines
from shugi.envs.files import FileError, read_text

MAX_BYTES = 100_000
MISSING = "is missing; a rule file without a base needs one"


@dataclass(frozen=True)
class RuleFile:
    """What one file says: only the options that stand in it, in canonical form."""

    path: Path
    title: str  # "": that of the base
    base: str | None
    options: dict[str, Any]


def read_rule_file(path: Path) -> RuleFile:
    """Raises: RulesError with everything that is wrong in the file."""
    data, lines = parse_yaml(_read(path), str(path))
    try:
        model: Any = _Model.model_validate({} if data is None else data)
    except ValidationError as error:
        raise RulesError([_problem(row, path, lines) for row in error.errors()]) from None
    try:
        options = check_given(_given(model))
    except RulesError as error:
        raise RulesError(
            [(f"{path}: options.{key}", text) for key, text in error.problems]
        ) from None
    if model.title is None and model.base is None:
        raise RulesError([(f"{path}:1: title", MISSING)])
    return RuleFile(path, model.title or "", model.base, options)


def _given(model: Any) -> dict[str, Any]:
    """The options, with those that may stand beside them."""
    options: dict[str, Any] = model.options.model_dump(exclude_unset=True)
    for key in BESIDE:
        if key in model.model_fields_set:
            if key in options:
                raise RulesError([(key, f"stands under `options:` too; write `{key}:` once")])
            options[key] = getattr(model, key)
    return options


def _read(path: Path) -> str:
    try:
        return read_text(path, MAX_BYTES)
    except FileError as error:
        raise RulesError([(error.where, error.reason)]) from None
    except OSError as error:
        raise RulesError([(str(path), f"cannot be read: {error.strerror}")]) from None


# --------------------------------------------------------------------------- the form of the file

_option_fields: dict[str, Any] = {
    name: (Annotated[Any, PlainValidator(OPTIONS[option].check)], None)
    for name, option in {**dict(zip(OPTIONS, OPTIONS, strict=True)), **ALIASES}.items()
}
_Options = create_model("_Options", __config__=ConfigDict(extra="forbid"), **_option_fields)
BESIDE = ("chip_events",)  # options that may stand at the file's top level
_file_fields: dict[str, Any] = {
    "title": (str | None, None),
    "base": (str | None, None),
    "options": (_Options, _Options()),
    **{key: _option_fields[key] for key in BESIDE},
}
_Model: type[BaseModel] = create_model(
    "_Model", __config__=ConfigDict(extra="forbid", strict=True), **_file_fields
)


def _problem(row: Any, path: Path, lines: dict[Place, int]) -> tuple[str, str]:
    """One of pydantic's errors in our words."""
    place = tuple(map(str, row["loc"]))
    line = next((lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in lines), 1)
    return f"{path}:{line}: {'.'.join(place) or 'file'}", _text(row, place)


def _text(row: Any, place: Place) -> str:
    match row["type"]:
        case "extra_forbidden" if place[0] == "options":
            return unknown_key(place[1])
        case "extra_forbidden" if place[0] in (*OPTIONS, *ALIASES):
            return "is an option: write it under `options:`"
        case "extra_forbidden":
            allowed = ", ".join(_file_fields)
            return f"unknown key{nearest(place[0], _file_fields)}; allowed: {allowed}"
        case "value_error":
            return str(row["ctx"]["error"])
        case "model_type" | "model_attributes_type" | "dict_type":
            return f"{row['input']!r} is not a map of keys to values"
        case "string_type":
            return f"{row['input']!r} is not a text"
    return f"{row['msg']} (it is {row['input']!r})"


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
    """With YAML 1.2's plain scalars: ``off`` and ``no`` are words."""

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
