"""What a hand leaves behind is worth: learnt for each rule set, kept in ``standings/``.

A file is ``NAME.npz``: the weights of an ``EngineStanding`` in half precision, and what is known
of them as JSON. ``tools/standing.py`` makes one (``shugi.training.learn.standing``).
"""

import io
import json
import math
import zipfile
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.net.standing import STANDING_SHAPES, EngineStanding
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.envs.common.arrays import F32
from shugi.envs.common.files import error_text, write_atomically
from shugi.envs.gains import Prices, prices_of

FOLDER = Path(str(resources.files("shugi.agents"))) / "standings"
WEIGHTS, ABOUT = "weights", "about"  # in a file: the weights one after the other, and JSON


@dataclass(frozen=True)
class StandingPrice:
    """What one thing is worth on average, in the unit of the rule set."""

    name: str
    value: float
    error: float
    """Half of a 95 % interval."""


@dataclass(frozen=True)
class StandingFit:
    """How a standing was learnt, and how well it foretells."""

    rules: str
    hash: str
    """Of the rules, in hexadecimal digits."""
    player: str
    games: int
    hands: int
    seed: int
    unit: str
    explained: float
    """Share of the variance of what is still to come that it explains, in games not learnt from."""
    slope: float
    """Of what came to what was expected, there; 1 is right."""
    slope_error: float
    prices: list[StandingPrice] = field(default_factory=list)


def standing_of(rules: Rules) -> EngineStanding | None:
    """What comes with the package for these rules, or for those they are a version of.

    Returns:
        None for rules under another name.
    """
    path = path_of(rules)
    return None if path is None else EngineStanding(_read(path)[0], rules)


def worth_of(rules: Rules) -> Prices:
    """What gains are worth under these rules, by their standing where there is one."""
    return prices_of(rules, standing=standing_of(rules))


def fit_of(rules: Rules) -> StandingFit | None:
    """How the standing of these rules was learnt, and its prices."""
    path = path_of(rules)
    return None if path is None else load_standing(path, rules)[1]


def standing_line(rules: Rules) -> str:
    """What a hand's end is worth, in a sentence; empty where nothing is known."""
    fit = fit_of(rules)
    if fit is None or not fit.prices:
        return ""
    told = ", ".join(f"{p.name} {p.value:+.2f} ± {p.error:.2f}" for p in fit.prices)
    return f"What a hand leaves behind counts too, in {fit.unit}: {told}."


def path_of(rules: Rules) -> Path | None:
    """The file for these rules; else one of their name, with its modes or without."""
    same = _files().get(f"{rules.hash:016x}")
    if same is not None:
        return same
    for name in (rules.name, rules.name.partition("+")[0]):
        path = FOLDER / f"{Path(name).stem}.npz"
        if path.exists():
            return path
    return None


@cache
def _files() -> dict[str, Path]:
    """Those that come with the package, by the rules that they were learnt under."""
    return {_read(path)[1]["hash"]: path for path in sorted(FOLDER.glob("*.npz"))}


def save_standing(path: Path, standing: EngineStanding, fit: StandingFit) -> None:
    """Write a file, whole or not at all.

    Args:
        path: of the file; its folder is made.
        standing: what it keeps.
        fit: how that was learnt.

    Raises:
        OSError: it cannot be written.
    """
    own = standing.weights()
    weights = np.concatenate([own[name].ravel() for name in STANDING_SHAPES]).astype(np.float16)
    about = np.frombuffer(json.dumps(asdict(fit)).encode(), np.uint8)
    packed = io.BytesIO()
    np.savez_compressed(packed, **{WEIGHTS: weights, ABOUT: about})  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, packed.getvalue())


def load_standing(path: Path, rules: Rules) -> tuple[EngineStanding, StandingFit]:
    """Read a file.

    Raises:
        AgentError: no such file, or one that is not whole.
    """
    weights, about = _read(path)
    prices = [StandingPrice(**price) for price in about.pop("prices")]
    return EngineStanding(weights, rules), StandingFit(**about, prices=prices)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return _apart(file[WEIGHTS].astype(np.float32)), json.loads(file[ABOUT].tobytes())
    except OSError as error:
        raise AgentError(f"{path}: {error_text(error)}") from None
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise AgentError(f"{path}: no standing that can be read ({error})") from None


def _apart(weights: F32) -> dict[str, F32]:
    """Raises: ValueError when they are too few or too many."""
    shapes = list(STANDING_SHAPES.items())
    sizes = [math.prod(shape) for _, shape in shapes]
    if weights.shape != (sum(sizes),):
        raise ValueError(f"{weights.shape} weights, not {sum(sizes)}")
    parts = np.split(weights, np.cumsum(sizes)[:-1])
    return {name: part.reshape(shape) for (name, shape), part in zip(shapes, parts, strict=True)}
