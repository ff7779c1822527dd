"""Packages that only some uses need, and the line that installs them.

They come in groups, named for what one wants to do: ``pip install 'shugi[train]'``. What needs one
says so before it begins; nothing of ``envs`` but pictures and ``shugi.envs.sb3`` does.
"""

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
    """The package whose absence it tells, and how it is had; nothing for any other error."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return ""
    return f"{package}, which is not installed: pip install 'shugi[{EXTRAS[package]}]'"


def needed(what: object, error: ImportError) -> str:
    """That something needs what could not be imported."""
    return f"{what} needs {missing(error) or f'what cannot be imported ({error})'}"
