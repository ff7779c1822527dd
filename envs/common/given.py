"""What callers of environments hand in, checked: errors name the argument and what it was."""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray


def whole(value: object, name: str) -> int:
    """A whole number of any type. Raises: TypeError for another value; floats are none."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None


def check_kind(value: object, kind: type, name: str) -> None:
    """See that a value has a type.

    Args:
        value: what the caller gave.
        kind: the type that is wanted.
        name: what an error calls the argument.

    Raises:
        TypeError: it has another type.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")


def most(value: object, name: str) -> int | None:
    """A limit, or None for none. Raises: ValueError below 1, TypeError for no whole number."""
    if value is None:
        return None
    number = whole(value, name)
    if number < 1:
        raise ValueError(f"{name} must be 1 or more, or None; got {number}")
    return number


def seed_of(value: object) -> int:
    """Check a seed. Raises: ValueError below 0, TypeError for no whole number."""
    number = whole(value, "a seed")
    if number < 0:
        raise ValueError(f"a seed must be 0 or more; got {number}")
    return number


def rows_of(rows: Any, n: int) -> NDArray[np.int64]:
    """Numbers of games, each once. Raises: ValueError."""
    array = np.asarray(rows)
    if array.size == 0:
        return np.zeros(0, np.int64)
    fits = array.ndim == 1 and array.dtype.kind in "iu"
    if not fits or array.min() < 0 or array.max() >= n or len(set(array.tolist())) < len(array):
        raise ValueError(
            f"games are told by their numbers, 0 to {n - 1}, each once; got {rows!r} (a mask "
            "becomes numbers by numpy.flatnonzero)"
        )
    return array.astype(np.int64)
