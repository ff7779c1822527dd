"""Findings as plain values, as JSON takes them, and read back."""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from shugi.training.judge.estimate import Estimate
from shugi.training.terminal.console import finite


def plain(value: Any) -> Any:
    """What JSON takes; infinite and unknown numbers become null.

    An object says itself what it is (``as_json``), or its fields do (``by_field``).
    """
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value):
        return by_field(value)
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return finite(value) if isinstance(value, float) else value


def by_field(value: Any) -> dict[str, Any]:
    """The fields of an object by name, ``low`` and ``high`` as one.

    ``KEYS`` of its class has other names of fields, and None for those that are left out.
    """
    values: dict[str, Any] = {}
    for field in fields(value):
        key = keys_of(value).get(field.name, field.name)
        if field.name == "low":
            values["ci95"] = [finite(value.low), finite(value.high)]
        elif key and field.name != "high":
            values[key] = plain(getattr(value, field.name))
    return values


def keys_of(kind: Any) -> Mapping[str, str | None]:
    keys: Mapping[str, str | None] = getattr(kind, "KEYS", {})
    return keys


def read(kind: Any, told: Any) -> Any:
    """What ``plain`` was told; the smallest effect of a mean is not known any more.

    Raises:
        KeyError: something is missing.
    """
    form, of = get_origin(kind), get_args(kind)
    if kind is Estimate:
        return _estimate(told)
    if told is not None and form in (list, dict, UnionType):
        if form is dict:
            return {key: read(of[1], one) for key, one in told.items()}
        return [read(of[0], one) for one in told] if form is list else read(of[0], told)
    if hasattr(kind, "from_json"):
        return kind.from_json(told)
    return read_fields(kind, told) if is_dataclass(kind) else told


def read_fields(kind: Any, told: Mapping[str, Any], **known: Any) -> Any:
    """The object of these fields, as ``read``; ``known`` are those that are read otherwise."""
    kinds, keys = get_type_hints(kind), keys_of(kind)
    names = [field.name for field in fields(kind) if field.name not in known]
    return kind(
        **known, **{name: read(kinds[name], told[keys.get(name) or name]) for name in names}
    )


def _estimate(told: Mapping[str, Any]) -> Estimate:
    mean, (low, high) = told["mean"], told["ci95"]
    return Estimate(
        math.nan if mean is None else mean,
        -math.inf if low is None else low,
        math.inf if high is None else high,
        math.inf,
    )
