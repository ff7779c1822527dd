"""What every plan of every probe is worth, and what agents play there, chunk by chunk.

A chunk is a few probes; its result is a file, written in one move, and depends on nothing but the
probes and the settings. So work that was stopped, however, goes on with the next chunk.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares, plan_shares
from shugi.agents.plans.values import value_plans
from shugi.envs.common.files import FileError, write_atomically
from shugi.envs.seat import SKIP
from shugi.training.decisions.classes import DecisionClass, LabError
from shugi.training.lab.likelihood import Likelihood
from shugi.training.lab.probe import Probe, keys_of, load_probes, mark_of_probes
from shugi.training.run.arrays import Arrays, packed, read_arrays

CHUNK = 16  # probes
COLUMNS = {
    "count": ("i", 1),
    "plan": ("u", 2),
    "values": ("f", 2),
    "act": ("b", 1),
    "weights": ("f", 2),
    "chosen": ("f", 1),
    "preferred": ("f", 1),
    "expected": ("f", 1),
    "sets": ("f", 2),
}
"""What files of a study hold: kind of dtype, dimensions."""


@dataclass(frozen=True)
class ProbeValues:
    """Of the probes of one class."""

    plans: list[list[Plan]]
    values: list[NDArray[np.float32]]
    """For each probe (plans, deals); NaN: a deal that was not found."""
    act: list[NDArray[np.bool_]]
    weights: list[NDArray[np.float32]] | None
    """For each probe (deals,)."""


def value_chunk(
    one: DecisionClass,
    probes: Sequence[Probe],
    playouts: Playouts,
    seed: Sequence[int],
    likelihood: Likelihood | None = None,
) -> Arrays:
    """The values of some probes.

    Args:
        one: the class of the probes.
        probes: the positions.
        playouts: how plans are played out.
        seed: of the chance of whoever plays on.
        likelihood: weighs the deals; None: there are no weights.

    Returns:
        ``count`` (probes,) plans of each, and for all plans one after another ``plan`` (plans, 2)
        action ids, 255 behind a plan of one, ``act`` (plans,) and ``values`` (plans, deals); with a
        likelihood ``weights`` (probes, deals).
    """
    batch, keys = load_probes(playouts.batch.rules, probes), keys_of(probes)
    plans, values = value_plans(batch, playouts, keys, np.random.default_rng([*seed, 0]))
    found: Arrays = {
        "count": np.array([len(own) for own in plans], np.int32),
        "plan": np.array([(*plan, SKIP)[:2] for own in plans for plan in own], np.uint8),
        "act": np.concatenate([one.act(batch, i, own) for i, own in enumerate(plans)]),
        "values": np.concatenate(values),
    }
    if likelihood is not None:
        rng = np.random.default_rng([*seed, 1])
        found["weights"] = likelihood.weights(batch, keys, playouts.deals, rng)
    return found


def play_chunk(agent: Agent, rules: Rules, probes: Sequence[Probe], seed: Sequence[int]) -> Arrays:
    """What an agent does at some probes: ``chosen`` and ``preferred``, plans one after another.

    Args:
        agent: asked as if it sat there.
        rules: of the probes.
        probes: the positions.
        seed: of the agent's chance.
    """
    batch = load_probes(rules, probes)
    plans = plans_of(batch, range(len(probes)))
    shares = plan_shares(agent, batch, plans, np.random.default_rng(seed))
    return {name: np.concatenate(own) for name, own in vars(shares).items()}


# ---- files


@dataclass(frozen=True)
class Chunk:
    """A few probes of a row of them."""

    number: int
    probes: Sequence[Probe]

    @property
    def rows(self) -> slice:
        """Which of the row they are."""
        first = self.number * CHUNK
        return slice(first, first + len(self.probes))


def chunks_of(probes: Sequence[Probe]) -> list[Chunk]:
    starts = range(0, len(probes), CHUNK)
    return [Chunk(number, probes[k : k + CHUNK]) for number, k in enumerate(starts)]


def work(
    folder: Path,
    probes: Sequence[Probe],
    make: Callable[[Sequence[Chunk]], Generator[Arrays]],
    show: Callable[[int], None] = lambda done: None,
) -> list[Arrays]:
    """The chunks of ``probes``, from their files where these are there.

    Args:
        folder: of the files; made if it is not there.
        make: the arrays of chunks, in their order.
        show: told how many probes are done.

    Raises:
        LabError: a file that is cut short, damaged or of other probes.
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = {chunk.number: _kept(folder, chunk) for chunk in chunks_of(probes)}
    missing = [chunk for chunk in chunks_of(probes) if found[chunk.number] is None]
    done = len(probes) - sum(len(chunk.probes) for chunk in missing)
    if done:
        show(done)
    with closing(make(missing)) as made:
        for chunk, arrays in zip(missing, made, strict=True):
            arrays = {**arrays, "probes": np.array(mark_of_probes(chunk.probes), np.uint32)}
            write_atomically(_path(folder, chunk), packed(arrays))
            found[chunk.number] = arrays
            done += len(chunk.probes)
            show(done)
    return [arrays for arrays in found.values() if arrays is not None]


def _path(folder: Path, chunk: Chunk) -> Path:
    return folder / f"{chunk.number:04}.npz"


def _kept(folder: Path, chunk: Chunk) -> Arrays | None:
    """What its file holds; None where there is none."""
    path = _path(folder, chunk)
    if not path.exists():
        return None
    arrays = read_chunk(path)
    if arrays.get("probes") != mark_of_probes(chunk.probes):
        raise LabError(f"{path}: of other probes; delete it, and it is made again")
    return arrays


def read_chunk(path: Path) -> Arrays:
    """Raises: LabError when the file is cut short or damaged."""
    try:
        return read_arrays(path)
    except FileError as error:
        raise LabError(f"{error}; delete it, and the same command makes it again") from None


def joined_values(chunks: Sequence[Arrays], where: Path) -> ProbeValues:
    """``where``: their folder. Raises: LabError as ``column``."""
    every = column(chunks, "count", None, where)
    if (every < 1).any():
        raise _odd("count", where)
    count = every.tolist()
    weights = list(column(chunks, "weights", len(count), where)) if _weighed(chunks) else None
    return ProbeValues(
        [
            [tuple(int(a) for a in plan if a != SKIP) for plan in own]
            for own in _split(chunks, "plan", count, where)
        ],
        _split(chunks, "values", count, where),
        _split(chunks, "act", count, where),
        weights,
    )


def joined_plays(chunks: Sequence[Arrays], values: ProbeValues, where: Path) -> PlanShares:
    """The plays of several chunks as one.

    Args:
        chunks: as ``play_chunk`` gives them.
        values: of the same probes.
        where: the folder of the chunks' files, for the error.

    Raises:
        LabError: an array that is missing, or of another kind or shape.
    """
    count = [len(plans) for plans in values.plans]
    return PlanShares(*(_split(chunks, name, count, where) for name in ("chosen", "preferred")))


def column(chunks: Sequence[Arrays], name: str, rows: int | None, where: Path) -> NDArray[Any]:
    """An array of all chunks: what is kept may have been changed.

    Args:
        rows: that it has to have; None: any.
        where: the folder of the chunks' files.

    Raises:
        LabError: it is missing, or of another kind or shape.
    """
    kind, width = COLUMNS[name]
    found = [chunk.get(name, np.array("")) for chunk in chunks]
    if any(one.dtype.kind != kind or one.ndim != width for one in found):
        raise _odd(name, where)
    if len({one.shape[1:] for one in found}) > 1:
        raise _odd(name, where)
    every = np.concatenate(found) if found else np.zeros((0,) * width)
    if rows is not None and len(every) != rows:
        raise _odd(name, where)
    return every


def _odd(name: str, where: Path) -> LabError:
    return LabError(
        f"{where}: {name} is missing or of another shape; delete the folder, and the same command "
        "makes it again"
    )


def _weighed(chunks: Sequence[Arrays]) -> bool:
    return bool(chunks) and all("weights" in chunk for chunk in chunks)


def _split(
    chunks: Sequence[Arrays], name: str, count: Sequence[int], where: Path
) -> list[NDArray[Any]]:
    every = column(chunks, name, sum(count), where)
    return np.split(every, np.cumsum(count)[:-1]) if count else []
