"""Names of a package that are imported when they are first asked for."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any


def lazily(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package.

    Args:
        package: its name.
        places: of each public name, "module" or "module:name there".
    """

    def found(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, there = places[name].partition(":")
        return getattr(importlib.import_module(module), there or name)

    return found
