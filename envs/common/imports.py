"""Imports that come late, or cannot come: names of a package that are imported when they are first
asked for, and packages that only some uses need, with the line that installs them.

Such packages come in groups, named for what one wants to do: ``pip install 'shugi[train]'``. What
needs one says so before it begins; nothing of ``envs`` but pictures and ``shugi.envs.sb3`` does.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

EXTRAS = {  # package as it is imported -> its group
    "torch": "train",
    "safetensors": "train",
    "tensorboard": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "matplotlib": "eval",
    "openskill": "eval",
    "sklearn": "eval",
    "PIL": "render",
    "starlette": "table",
    "uvicorn": "table",
    "websockets": "table",
    "ray": "cluster",
    "psutil": "cluster",
}


def missing(error: ImportError) -> str:
    """The package that is missing, and how to install it; empty for any other error."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return ""
    return f"{package}, which is not installed: pip install 'shugi[{EXTRAS[package]}]'"


def needed(what: object, error: ImportError) -> str:
    """The sentence that something needs what could not be imported."""
    return f"{what} needs {missing(error) or f'what cannot be imported ({error})'}"


def lazily(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package.

    Args:
        package: its name.
        places: of each public name, "module" or "module:name there"; "module:" is the module.
    """

    def imported(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        path, colon, there = places[name].partition(":")
        module = importlib.import_module(path)
        return module if colon and not there else getattr(module, there or name)

    return imported
