"""Perft files: awkward positions, and how many leaves stand how many decisions ahead.

    id NAME
    position ONE LINE
    perft DEPTH LEAVES HASH      one line per depth; the hash is of what stands at the leaves

The wall is fixed, so the counts are exact: a change of the rules that shifts one shows here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from shugi._fast.batch.batch import Batch
from shugi.envs import load_position

FOLDER = Path(__file__).parent


@dataclass
class Entry:
    name: str
    position: str
    counts: list[tuple[int, int, str]] = field(default_factory=list)

    def batch(self) -> Batch:
        return load_position(self.position)


def measure(batch: Batch, depth: int) -> tuple[int, int, str]:
    leaves, content = batch.perft(0, depth)
    return depth, leaves, f"{content:016x}"


def read(path: Path) -> list[Entry]:
    entries: list[Entry] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "id":
            entries.append(Entry(rest, ""))
        elif word == "position":
            entries[-1].position = rest
        elif word == "perft":
            depth, leaves, content = rest.split()
            entries[-1].counts.append((int(depth), int(leaves), content))
        elif line:
            raise ValueError(f"{path}:{number}: a line begins with id, position or perft: {line!r}")
    return entries


def write(path: Path, entries: list[Entry]) -> None:
    blocks = [
        "\n".join(
            [f"id {entry.name}", f"position {entry.position}"]
            + [f"perft {depth} {leaves} {content}" for depth, leaves, content in entry.counts]
        )
        for entry in entries
    ]
    path.write_text("\n\n".join(blocks) + "\n")
