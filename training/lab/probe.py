"""Probes: stored positions at which a decision is a real choice, as lines of JSON.

A file's first line says how many probes follow and their checksum, so that a file that was cut
short or edited is noticed.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi._fast.rules.compile import Rules
from shugi.envs.common.documents import parse_json
from shugi.envs.common.files import error_text, read_bytes, write_atomically
from shugi.envs.notation.position import parse_position
from shugi.envs.notation.reading import NotationError
from shugi.training.decisions.classes import LabError

FORMAT = 1
MAX_BYTES = 10**9
KINDS = {"name": str, "position": str, "key": int, "source": str, "seat": int, "strata": dict}


@dataclass(frozen=True)
class Probe:
    """A position at which ``seat`` has a decision of class ``name`` to take.

    ``key``: of its re-deals. ``source``: whose play it comes from. ``strata``: numbers about it
    (``collect.STRATA``).
    """

    name: str
    position: str
    key: int
    source: str
    seat: int
    strata: dict[str, float]


def write_probes(path: Path, probes: Sequence[Probe], **more: Any) -> None:
    """Write the probes in one move.

    Args:
        path: of the file.
        probes: a line each.
        more: plain values that join the first line.

    Raises:
        OSError: the file cannot be written.
    """
    body = "".join(json.dumps(asdict(probe)) + "\n" for probe in probes).encode()
    head = {"format": FORMAT, "probes": len(probes), "crc32": zlib.crc32(body), **more}
    write_atomically(path, json.dumps(head).encode() + b"\n" + body)


def read_probes(path: Path) -> tuple[list[Probe], dict[str, Any]]:
    """The probes of a file and its first line.

    Raises:
        LabError: missing, cut short, changed, or something else.
    """
    try:
        first, _, body = read_bytes(path, MAX_BYTES).partition(b"\n")
        head = parse_json(first.decode(), str(path))
        known = isinstance(head, dict) and head.get("format") == FORMAT
        if known and head.get("crc32") == zlib.crc32(body):
            return [_read_probe(line.decode(), path) for line in body.splitlines()], head
    except OSError as error:
        raise LabError(error_text(error)) from None
    except (ValueError, TypeError):
        known = False
    what = "cut short or changed" if known else "not a file of probes, or cut short"
    raise LabError(f"{path}: {what}; delete it, and it is made again")


def _read_probe(line: str, path: Path) -> Probe:
    """Raises: ValueError or TypeError when the line is none."""
    probe = Probe(**parse_json(line, str(path)))
    if any(not isinstance(getattr(probe, f.name), KINDS[f.name]) for f in fields(Probe)):
        raise TypeError("a value of another kind")
    return probe


def mark_of_probes(probes: Sequence[Probe]) -> int:
    """A checksum by which files made for them are known."""
    return zlib.crc32(json.dumps([asdict(probe) for probe in probes]).encode())


def load_probes(rules: Rules, probes: Sequence[Probe]) -> Batch:
    """A batch with one game for each probe.

    Raises:
        LabError: a position that cannot be, or of other rules.
    """
    batch = Batch(rules, max(len(probes), 1), auto_reset=False)
    for i, probe in enumerate(probes):
        try:
            own, state = parse_position(probe.position)
            if own != rules:
                raise LabError(f"a probe is of {own.name!r}, not of {rules.name!r}")
            batch.set_state(i, state)
        except (NotationError, PositionError) as error:
            raise LabError(f"a probe's position cannot be read: {error}") from None
        if batch.seat[i] != probe.seat:
            raise LabError(f"a probe says that seat {probe.seat} decides: {probe.position}")
    return batch


def keys_of(probes: Sequence[Probe]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return np.array([probe.key for probe in probes], np.uint64)
