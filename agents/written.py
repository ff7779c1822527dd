"""Agents that somebody has written in a Python file: ``python:FILE:NAME``."""

import importlib.util
import inspect
from pathlib import Path
from typing import TYPE_CHECKING

from shugi.agents.base import Agent, AgentError
from shugi.agents.programs import WRITTEN

if TYPE_CHECKING:
    from shugi._fast.rules.compile import Rules


def file_of(spec: str) -> Path:
    """The file that ``python:FILE:NAME`` names."""
    return Path(spec.removeprefix(WRITTEN).rpartition(":")[0])


def load_python_agent(spec: str, rules: "Rules | None" = None) -> Agent:
    """The agent that NAME in the file makes: a class or a function, of the rules or of nothing.

    The code of the file is run.

    Raises:
        AgentError: no such file or name, code that fails, or what it makes cannot act.
    """
    path, name = file_of(spec), spec.rpartition(":")[2]
    if not path.is_file():
        raise AgentError(f"{spec}: there is no file {str(path)!r}; write python:FILE.py:NAME")
    try:
        maker = getattr(_module(path), name)
        made = maker(rules) if inspect.signature(maker).parameters else maker()
    except AttributeError as error:
        raise AgentError(f"{spec}: {error}") from None
    except Exception as error:  # whatever the file's code raises
        raise AgentError(f"{spec}: {type(error).__name__}: {error}") from error
    try:
        inspect.signature(made.act).bind("seen", "rng")
    except (AttributeError, TypeError):
        raise AgentError(f"{spec}: what {name} makes has no act(seen, rng)") from None
    if not hasattr(made, "name"):
        made.name = name
    agent: Agent = made
    return agent


def _module(path: Path) -> object:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
