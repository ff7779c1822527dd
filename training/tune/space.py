"""What is tried: keys of a training config, with the values that they may take."""

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from shugi.training.run.config import ConfigError, TrainConfig, parse_config, put

RANGE = ".."


@dataclass(frozen=True)
class Choice:
    """One of some values."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Range:
    """A number between two, drawn evenly by its logarithm."""

    key: str
    low: float
    high: float


def parse_tried(text: str) -> Choice | Range:
    """``KEY=VALUE,VALUE`` or ``KEY=LOW..HIGH``. Raises: ConfigError for neither."""
    key, equals, values = text.partition("=")
    if not key or not equals or not values:
        raise ConfigError(f"--try {text!r}: write KEY=VALUE,VALUE or KEY=LOW..HIGH")
    if RANGE in values:
        return _range(text, key, values)
    try:
        found = yaml.safe_load(f"[{values}]")
    except yaml.YAMLError:
        raise ConfigError(f"--try {text!r}: the values cannot be read") from None
    if len(found) < 2:
        raise ConfigError(f"--try {text!r}: give two values at least, or LOW..HIGH")
    return Choice(key, tuple(found))


def _range(text: str, key: str, values: str) -> Range:
    try:
        low, high = map(float, values.split(RANGE))
    except ValueError:
        raise ConfigError(f"--try {text!r}: LOW..HIGH must be two numbers") from None
    if not 0 < low < high < math.inf:
        raise ConfigError(f"--try {text!r}: LOW must be above 0, and HIGH above LOW")
    return Range(key, low, high)


def parse_space(texts: Sequence[str]) -> list[Choice | Range]:
    """Raises: ConfigError for nothing to try, or a key that is given twice."""
    found = [parse_tried(text) for text in texts]
    keys = [one.key for one in found]
    again = sorted({key for key in keys if keys.count(key) > 1})
    if again:
        raise ConfigError(f"--try {again[0]} is given twice")
    if not found:
        raise ConfigError("nothing to try: give --try KEY=VALUE,VALUE or KEY=LOW..HIGH")
    return found


def settings_of(base: Mapping[str, Any], values: Mapping[str, Any]) -> TrainConfig:
    """A training config, given as plain values, with some of them changed, by dotted keys.

    Raises:
        ConfigError: a value that is not allowed.
    """
    data = copy.deepcopy(dict(base))
    for key, value in values.items():
        put(data, key, value)
    return parse_config(data, programs=True)  # its files were checked when they were read


def some_of(space: Sequence[Choice | Range]) -> Iterator[dict[str, Any]]:
    """Every value at least once: what can be refused is refused before anything runs."""
    ends = {one.key: _ends(one) for one in space}
    for k in range(max(map(len, ends.values()))):
        yield {key: values[k % len(values)] for key, values in ends.items()}


def _ends(one: Choice | Range) -> Sequence[Any]:
    return one.values if isinstance(one, Choice) else (one.low, one.high)
