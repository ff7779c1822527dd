"""Work on probes chunk by chunk, each chunk in a file.

A chunk is a few probes; its file is written in one move, and depends on nothing but the probes and
the settings. So work that was stopped, however, goes on with the next chunk.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from shugi.agents.plans.shares import PlanShares
from shugi.envs.common.files import FileError, write_atomically
from shugi.envs.seat import SKIP
from shugi.training.decisions.classes import LabError
from shugi.training.decisions.strata import STRATA
from shugi.training.lab.probe import Probe, mark_of_probes
from shugi.training.lab.valued_probes import ClassValues
from shugi.training.run.arrays import Arrays, pack_arrays, read_arrays

CHUNK = 16  # probes, or choices of a game
COLUMNS = {
    "count": ("i", 1),
    "plan": ("u", 2),
    "values": ("f", 2),
    "act": ("b", 1),
    "chosen": ("f", 1),
    "preferred": ("f", 1),
    "sets": ("f", 2),
}
"""What files hold: kind of dtype, dimensions."""
ItemT = TypeVar("ItemT")


@dataclass(frozen=True)
class Chunk(Generic[ItemT]):
    """A few of a row of items."""

    number: int
    items: Sequence[ItemT]

    @property
    def rows(self) -> slice:
        """Which of the row they are."""
        first = self.number * CHUNK
        return slice(first, first + len(self.items))


def chunks_of(items: Sequence[ItemT]) -> list[Chunk[ItemT]]:
    starts = range(0, len(items), CHUNK)
    return [Chunk(number, items[k : k + CHUNK]) for number, k in enumerate(starts)]


ProbeChunk = Chunk[Probe]


def work(
    folder: Path,
    probes: Sequence[Probe],
    make: Callable[[Sequence[ProbeChunk]], Generator[Arrays]],
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
    by_number = {chunk.number: _read_kept(folder, chunk) for chunk in chunks_of(probes)}
    missing = [chunk for chunk in chunks_of(probes) if by_number[chunk.number] is None]
    done = len(probes) - sum(len(chunk.items) for chunk in missing)
    if done:
        show(done)
    with closing(make(missing)) as made:
        for chunk, arrays in zip(missing, made, strict=True):
            arrays = {**arrays, "probes": np.array(mark_of_probes(chunk.items), np.uint32)}
            write_atomically(_path(folder, chunk), pack_arrays(arrays))
            by_number[chunk.number] = arrays
            done += len(chunk.items)
            show(done)
    return [arrays for arrays in by_number.values() if arrays is not None]


def _path(folder: Path, chunk: ProbeChunk) -> Path:
    return folder / f"{chunk.number:04}.npz"


def _read_kept(folder: Path, chunk: ProbeChunk) -> Arrays | None:
    """What its file holds; None where there is none."""
    path = _path(folder, chunk)
    if not path.exists():
        return None
    arrays = read_chunk(path)
    if arrays.get("probes") != mark_of_probes(chunk.items):
        raise LabError(f"{path}: of other probes; delete it, and it is made again")
    return arrays


def read_chunk(path: Path) -> Arrays:
    """Raises: LabError when the file is cut short or damaged."""
    try:
        return read_arrays(path)
    except FileError as error:
        raise LabError(f"{error}; delete it, and the same command makes it again") from None


def joined_values(
    chunks: Sequence[Arrays], name: str, unit: str, probes: Sequence[Probe], where: Path
) -> ClassValues:
    """The values of several chunks as one.

    Args:
        chunks: as ``ProbeValueJob`` gives them.
        name: of the class of the probes.
        unit: of the values.
        probes: of all the chunks.
        where: the folder of the chunks' files, for the error.

    Raises:
        LabError: an array that is missing, or of another kind or shape.
    """
    every = column(chunks, "count", len(probes), where)
    if (every < 1).any():
        raise _odd("count", where)
    count = every.tolist()
    return ClassValues(
        name,
        unit,
        _split(chunks, "values", count, where),
        _split(chunks, "act", count, where),
        {key: np.array([one.strata[key] for one in probes], np.float64) for key in STRATA},
        [one.source for one in probes],
        [
            [tuple(int(a) for a in plan if a != SKIP) for plan in own]
            for own in _split(chunks, "plan", count, where)
        ],
    )


def joined_plays(chunks: Sequence[Arrays], values: ClassValues, where: Path) -> PlanShares:
    """The plays of several chunks as one.

    Args:
        chunks: as ``PlayJob`` gives them.
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
    arrays = [chunk.get(name, np.array("")) for chunk in chunks]
    if any(array.dtype.kind != kind or array.ndim != width for array in arrays):
        raise _odd(name, where)
    if len({array.shape[1:] for array in arrays}) > 1:
        raise _odd(name, where)
    every = np.concatenate(arrays) if arrays else np.zeros((0,) * width)
    if rows is not None and len(every) != rows:
        raise _odd(name, where)
    return every


def _odd(name: str, where: Path) -> LabError:
    return LabError(
        f"{where}: {name} is missing or of another shape; delete the folder, and the same command "
        "makes it again"
    )


def _split(
    chunks: Sequence[Arrays], name: str, count: Sequence[int], where: Path
) -> list[NDArray[Any]]:
    every = column(chunks, name, sum(count), where)
    return np.split(every, np.cumsum(count)[:-1]) if count else []
