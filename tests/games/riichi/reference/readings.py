"""Every way to read a complete hand, by trying out every pair, run and triplet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.riichi.reference.notation import HONORS, WINDS

ORPHANS = {
    "kokushi": ("1m", "9m", "1p", "9p", "1s", "9s", *HONORS),
    "nanashi": ("1p", "7p", "9p", "1s", "7s", "9s", *HONORS),
}


@dataclass(frozen=True)
class Block:
    """Two, three or four tiles that belong together."""

    shape: str  # "run", "triplet", "pair", "cross"
    kind: str  # the lowest kind of a run
    concealed: bool = True
    kan: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        if self.shape == "cross":
            return WINDS
        if self.shape == "run":
            rank, suit = int(self.kind[0]), self.kind[1]
            return tuple(f"{rank + i}{suit}" for i in range(3))
        return (self.kind,) * (2 if self.shape == "pair" else 3)


@dataclass(frozen=True)
class Reading:
    """One reading of the concealed tiles: ``form`` is "standard", "pairs" or "orphans"."""

    form: str
    blocks: tuple[Block, ...]


def readings(
    counts: Counter[str], sets: int, options: dict[str, Any], called: Sequence[str] = ()
) -> list[Reading]:
    """All readings of a complete hand: ``sets`` sets and a pair, and special forms if sets is 4.

    ``called``: the kinds of called pairs; with two of them only seven pairs can win (Super Bingo
    section 3, Atama).
    """
    found = [Reading("standard", blocks) for blocks in _standard(counts, sets, called)]
    if sets == 4:
        found += _pairs(counts, options, called) + _orphans(counts, options, called)
    return found


def _standard(counts: Counter[str], sets: int, called: Sequence[str]) -> list[tuple[Block, ...]]:
    if called:
        return _sets(counts, sets) if len(called) == 1 else []
    return [
        (*blocks, Block("pair", pair))
        for pair in sorted(counts)
        if counts[pair] >= 2
        for blocks in _sets(counts - Counter({pair: 2}), sets)
    ]


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


def _pairs(counts: Counter[str], options: dict[str, Any], called: Sequence[str]) -> list[Reading]:
    """Seven pairs: the concealed ones, the called ones are known."""
    if sum(counts.values()) != 14 - 2 * len(called) or any(n % 2 for n in counts.values()):
        return []
    if not options["chiitoi_duplicates"] and len({*counts, *called}) != 7:
        return []
    return [
        Reading(
            "pairs", tuple(Block("pair", k) for k in sorted(counts) for _ in range(counts[k] // 2))
        )
    ]


def _orphans(counts: Counter[str], options: dict[str, Any], called: Sequence[str]) -> list[Reading]:
    wanted = ORPHANS[options["orphan_hand"]]
    if called and not options["atama_open_suuankou"]:
        return []
    complete = {*counts, *called} == set(wanted)
    complete = complete and sum(counts.values()) + 2 * len(called) == 14
    return [Reading("orphans", ())] if complete else []
