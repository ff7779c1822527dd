"""What a player can count at the table: numbers about a position, and words for them.

Pages that teach speak of nothing else, and trees that stand for an agent ask nothing else.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi.envs.common.arrays import F64, U8, Bools
from shugi.envs.common.documents import parse_yaml
from shugi.training.decisions.classes import KIND, PUSHING, class_named, played_by
from shugi.training.decisions.improving import CLEAR, improving
from shugi.training.decisions.strata import Numbers, planes_seen, seen_by, strata_of

FILE = Path(__file__).with_name("counts.yaml")
THOUSAND = 1000
MANGAN = 8  # thousand points, which one stands for in planes of wins
WIN = action_id("win")
SUITS, RANKS = 3, 9  # of the kinds that have numbers; honours come behind them
KANS = {name: action_id(name) for name in ("kan_closed", "kan_added", "kan_open")}


def _always(rules: Rules) -> bool:
    return True


def _declares(rules: Rules) -> bool:
    return rules.reads("riichi_cost") or rules.reads("disclosure")


@dataclass(frozen=True)
class Count:
    """One number that a player can count.

    ``few``, ``many``: a condition for "this number or fewer", "this number or more", with the
    number at ``{}``; for a fact, that it does not hold, and that it does. ``none``, ``some``: the
    same for "none" and "at least one". ``lead``: the same for numbers below zero, without their
    sign.
    """

    name: str
    title: str
    few: str
    many: str
    needs: Callable[[Rules], bool] = _always
    none: str = ""
    some: str = ""
    lead: Sequence[str] = ("", "")
    classes: Sequence[str] = ()
    """Of decisions to which it matters; none: to all."""

    @property
    def is_fact(self) -> bool:
        return "{}" not in self.many

    def words(self, below: bool, cut: float) -> str:
        """The condition on one side of a cut.

        Args:
            below: the side of the smaller numbers.
            cut: between two whole numbers.
        """
        number = int(np.floor(cut)) + (0 if below else 1)
        if self.none and number == (0 if below else 1):
            return self.none if below else self.some
        if self.lead[0] and number < (0 if below else 1):
            return _one(self.lead[0 if below else 1].format(-number))
        return _one((self.few if below else self.many).format(number))


def _one(text: str) -> str:
    """The words behind a one are not many."""
    return re.sub(
        r"(?<![\d-])1 (tile|kind|pair|opponent|stick|meld|unit|round|time)s\b", r"1 \1", text
    )


def _count(
    few: str, many: str = "", reads: str = "", trait: str = "", declares: bool = False, **words: Any
) -> Count:
    """A row of the table of counts."""
    many = many or few.replace("or fewer", "or more").replace("or less", "or more")

    def needs(rules: Rules) -> bool:
        if reads:
            return rules.reads(reads)
        return trait in rules.traits if trait else not declares or _declares(rules)

    return Count(few=few, many=many, needs=needs, **words)


def _read() -> list[Count]:
    text = FILE.read_text(encoding="utf-8").replace("{clear}", str(CLEAR))
    return [_count(**row) for row in parse_yaml(text, FILE.name)]


COUNTS = _read()


def counts_of(rules: Rules, name: str) -> dict[str, Count]:
    """Those that mean something under these rules in a class of decisions, by name."""
    class_named(name)
    return {
        count.name: count
        for count in COUNTS
        if count.needs(rules) and (not count.classes or name in count.classes)
    }


def count_all(batch: Batch, name: str) -> Numbers:
    """(n,) of every count of ``counts_of``, for the seats to decide."""
    rows = np.arange(batch.n)
    seen, mask = seen_by(batch, rows, batch.seat), batch.legal()
    planes = {plane: own.astype(np.float64) for plane, own in planes_seen(batch).items()}
    declared = seen["riichi"] > 0
    points = np.where(seen["present"] > 0, seen["score"], -np.inf)
    wanted = counts_of(batch.rules, name)
    numbers = strata_of(batch) | {
        "kinds": planes["ready_waits"].sum(axis=(1, 2)),
        "pairs": (planes["hand"].sum(axis=1) == 2).sum(axis=1) * 1.0,
        "steps": seen["shanten"].argmax(axis=1) - 1.0,
        "dealer_declared": (declared & (seen["dealer"] > 0))[:, 1:].any(axis=1) * 1.0,
        "declared": declared[:, 0] * 1.0,
        "shown": seen["open_riichi"][:, 1:].sum(axis=1),
        "safe": _safe_tiles(planes, declared[:, 1:]),
        "dealer": seen["dealer"][:, 0],
        "behind": (points[:, 1:].max(axis=1) - points[:, 0]) / THOUSAND,
        "hands_left": seen["rounds_left"][:, 0],
        "sticks": seen["sticks"][:, 0],
        "calls": seen["n_melds"][:, 0],
        "their_calls": seen["n_melds"][:, 1:].max(axis=1),
        "furiten": seen["furiten"].max(axis=1),
        "floats": seen["floats"][:, 0],
        "stays": seen["stays"][:, 0],
        **{kan: mask[:, action].astype(np.float64) for kan, action in KANS.items()},
    }
    if "widening" in wanted:
        numbers["widening"] = improving(batch, planes)
    if "quiet_pays" in wanted:
        numbers |= _pays(batch, planes)
    if "pays" in wanted:
        numbers["pays"] = _paid(batch, mask)
    if "fast_edge" in wanted:
        numbers |= _fast(batch, planes, declared[:, 1:])
    return {count: np.rint(numbers[count]) for count in wanted}


def _pays(batch: Batch, planes: Numbers) -> Numbers:
    """Thousands of points that a ron pays after the discard that leaves the widest wait."""
    widest = planes["ready_tiles"].argmax(axis=2)[:, 0]
    rows = np.arange(len(widest))
    scale = {row["name"]: row["scale"] for row in batch.layout.plane_rows}
    names = {"quiet_pays": "ready_silent", "riichi_pays": "ready_declared"}
    return {
        count: planes[plane][rows, 0, widest] / scale[plane] * MANGAN
        for count, plane in names.items()
    }


def _safe(planes: Numbers, declared: Bools) -> Bools:
    """(n, kinds) that nobody who has declared can win on."""
    safe = (planes["safe"] > 0) | ~declared[:, :, None]
    return np.asarray(safe.all(axis=1), np.bool_)


def _safe_tiles(planes: Numbers, declared: Bools) -> F64:
    """(n,) own ones; 0 where nobody has declared."""
    held = planes["hand"].sum(axis=1) * _safe(planes, declared)
    return np.where(declared.any(axis=1), held.sum(axis=1), 0.0)


def _fast(batch: Batch, planes: Numbers, declared: Bools) -> Numbers:
    """About the tile that would be discarded for speed alone."""
    rows = np.arange(batch.n)
    played = played_by(batch, rows, PUSHING)
    kinds = np.array([KIND.get(int(code), 0) for code in played], np.int64)
    safe = _safe(planes, declared)
    suit, rank = np.divmod(kinds, RANKS)
    number = suit < SUITS
    half: Bools = np.asarray(number)
    for away in (-3, 3):
        there = number & (rank + away >= 0) & (rank + away < RANKS)
        near = safe[rows, np.where(there, kinds + away, kinds)]
        half = np.logical_and(half, near | ~there)
    return {
        "fast_safe": safe[rows, kinds] * 1.0,
        "fast_suji": half * 1.0,
        "fast_edge": (~number | (rank == 0) | (rank == RANKS - 1)) * 1.0,
        "fast_unseen": planes["unseen"][rows, 0, kinds],
    }


def _paid(batch: Batch, mask: U8) -> F64:
    """What a win would bring at once, where it may be declared."""
    paid = np.zeros(batch.n)
    rows = np.flatnonzero(mask[:, WIN])
    if not len(rows) or "regional" not in batch.rules.traits:
        return paid
    after = Batch(batch.rules, len(rows), forced=False, auto_reset=False)
    after.copy_from(batch, rows, np.arange(len(rows)))
    after.step(np.full(len(rows), WIN, np.uint8))
    paid[rows] = after.points[np.arange(len(rows)), batch.seat[rows]]
    return paid
