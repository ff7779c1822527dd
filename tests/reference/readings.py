"""Every way to read a complete hand, by trying out every pair, run and triplet."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.reference.notation import HONORS

ORPHANS = {
    "kokushi": ("1m", "9m", "1p", "9p", "1s", "9s", *HONORS),
    "nanashi": ("1p", "7p", "9p", "1s", "7s", "9s", *HONORS),
}


@dataclass(frozen=True)
class Block:
    """Two, three or four tiles that belong together."""

    shape: str  # "run", "triplet", "pair"
    kind: str  # the lowest kind of a run
    concealed: bool = True
    kan: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        if self.shape == "run":
            rank, suit = int(self.kind[0]), self.kind[1]
            return tuple(f"{rank + i}{suit}" for i in range(3))
        return (self.kind,) * (2 if self.shape == "pair" else 3)


@dataclass(frozen=True)
class Reading:
    """One reading of the concealed tiles: ``form`` is "standard", "pairs" or "orphans"."""

    form: str
    blocks: tuple[Block, ...]


def readings(counts: Counter[str], sets: int, options: dict[str, Any]) -> list[Reading]:
    """All readings of a complete hand; ``sets`` sets and a pair, and special forms if sets is 4."""
    found = [
        Reading("standard", (*blocks, Block("pair", pair)))
        for pair in sorted(counts)
        if counts[pair] >= 2
        for blocks in _sets(counts - Counter({pair: 2}), sets)
    ]
    if sets == 4:
        found += _pairs(counts, options) + _orphans(counts, options)
    return found


def _sets(counts: Counter[str], sets: int) -> list[tuple[Block, ...]]:
    left = sorted(k for k in counts if counts[k] > 0)
    if not left:
        return [()] if sets == 0 else []
    if sets == 0:
        return []
    found = []
    for block in (Block("triplet", left[0]), Block("run", left[0])):
        if block.shape == "run" and (left[0][1] in "mz" or left[0][0] in "89"):
            continue
        need = Counter(block.kinds)
        if all(counts[k] >= n for k, n in need.items()):
            found += [(block, *rest) for rest in _sets(counts - need, sets - 1)]
    return found


def _pairs(counts: Counter[str], options: dict[str, Any]) -> list[Reading]:
    if sum(counts.values()) != 14 or any(n % 2 for n in counts.values()):
        return []
    if not options["chiitoi_duplicates"] and len(counts) != 7:
        return []
    return [
        Reading(
            "pairs", tuple(Block("pair", k) for k in sorted(counts) for _ in range(counts[k] // 2))
        )
    ]


def _orphans(counts: Counter[str], options: dict[str, Any]) -> list[Reading]:
    wanted = ORPHANS[options["orphan_hand"]]
    complete = set(counts) == set(wanted) and sum(counts.values()) == 14
    return [Reading("orphans", ())] if complete else []
