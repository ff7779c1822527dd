"""What a player can count at the table: numbers about a position, and words for them.

Pages that teach speak of nothing else, and trees that stand for an agent ask nothing else.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi.training.decisions.classes import KIND, PUSHING, class_named, played_by
from shugi.training.decisions.improving import CLEAR, improving
from shugi.training.decisions.strata import Numbers, planes_seen, seen_by, strata_of

THOUSAND = 1000
MANGAN = 8  # thousand points, which one stands for in planes of wins
WIN = action_id("win")
SUITS, RANKS = 3, 9  # of the kinds that have numbers; honours come behind them
KANS = {name: action_id(name) for name in ("kan_closed", "kan_added", "kan_open")}


def _always(rules: Rules) -> bool:
    return True


def _declares(rules: Rules) -> bool:
    return rules.reads("riichi_cost") or rules.reads("disclosure")


def _trait(name: str) -> Callable[[Rules], bool]:
    return lambda rules: name in rules.traits


def _reads(option: str) -> Callable[[Rules], bool]:
    return lambda rules: rules.reads(option)


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
    lead: tuple[str, str] = ("", "")
    classes: tuple[str, ...] = ()
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


RIICHI = ("riichi", "open_riichi", "open_hand_riichi")
DECLARING = (*RIICHI, "disclose")
WINNING = ("float", "go_on")
PUSHED = ("push_fold",)
COUNTS = (
    Count(
        "turn",
        "own discards so far",
        "you have discarded {} tiles or fewer",
        "you have discarded {} tiles or more",
        none="you have discarded nothing yet",
        some="you have discarded something",
    ),
    Count("left", "tiles left to draw", "{} tiles or fewer are left", "{} tiles or more are left"),
    Count(
        "wait",
        "tiles out of sight that complete the hand",
        "{} tiles out of sight, or fewer, would complete the hand",
        "{} tiles out of sight, or more, would complete the hand",
        none="no discard leaves the hand ready with a tile to win on",
        some="a discard leaves the hand ready",
    ),
    Count(
        "kinds",
        "kinds that complete the hand",
        "you would wait for {} kinds or fewer",
        "you would wait for {} kinds or more",
        none="no discard leaves the hand ready",
        some="a discard leaves the hand ready",
    ),
    Count(
        "widening",
        f"draws that would widen the wait by {CLEAR} tiles or more",
        f"{{}} tiles or fewer would widen the wait by {CLEAR} or more",
        f"{{}} tiles or more would widen the wait by {CLEAR} or more",
        _declares,
        none=f"no draw would widen the wait by {CLEAR} tiles or more",
        some=f"a draw could widen the wait by {CLEAR} tiles or more",
        classes=DECLARING,
    ),
    Count(
        "pairs",
        "pairs in the hand",
        "you hold {} pairs or fewer",
        "you hold {} pairs or more",
        none="you hold no pair",
        some="you hold a pair",
    ),
    Count(
        "steps",
        "tiles from being ready",
        "you are {} tiles from ready, or nearer",
        "you are {} tiles from ready, or farther",
        none="your hand is ready",
        some="your hand is not ready",
    ),
    Count(
        "value",
        "own dora, red and gold tiles",
        "you hold {} dora or fewer",
        "you hold {} dora or more",
        _reads("extra_indicators"),
        none="you hold no dora",
        some="you hold a dora",
    ),
    Count(
        "value",
        "own wildcards",
        "you hold {} wildcards or fewer",
        "you hold {} wildcards or more",
        _trait("regional"),
        none="you hold no wildcard",
        some="you hold a wildcard",
    ),
    Count(
        "quiet_pays",
        "thousands of points of a ron without riichi",
        "a ron without riichi would pay {} thousand points or less",
        "a ron without riichi would pay {} thousand points or more",
        _reads("riichi_cost"),
        none="without riichi no ron would be possible, or the hand is not ready",
        some="a ron would be possible without riichi",
        classes=(*RIICHI, *PUSHED),
    ),
    Count(
        "riichi_pays",
        "thousands of points of a ron after riichi",
        "a ron after riichi would pay {} thousand points or less",
        "a ron after riichi would pay {} thousand points or more",
        _reads("riichi_cost"),
        classes=RIICHI,
    ),
    Count(
        "declared",
        "you have declared",
        "you have not declared",
        "you have declared",
        _declares,
        classes=("kong",),
    ),
    Count(
        "threats",
        "opponents who have declared",
        "{} opponents or fewer have declared",
        "{} opponents or more have declared",
        _declares,
        none="nobody else has declared",
        some="somebody else has declared",
    ),
    Count(
        "dealer_declared",
        "the dealer has declared",
        "the dealer has not declared, or you deal",
        "the dealer has declared, and is not you",
        _declares,
    ),
    Count(
        "shown",
        "opponents whose hand lies open",
        "{} opponents or fewer show their hand",
        "{} opponents or more show their hand",
        _declares,
        none="nobody else shows a hand",
        some="somebody else shows the hand",
    ),
    Count(
        "safe",
        "own tiles that are safe against all who declared",
        "you hold {} safe tiles or fewer",
        "you hold {} safe tiles or more",
        _reads("riichi_cost"),
        none="you hold no safe tile, or nobody has declared",
        some="somebody has declared, and you hold a safe tile",
    ),
    Count("dealer", "own deal", "you do not deal", "you deal"),
    Count(
        "behind",
        "thousands of points behind the best of the others",
        "you are at most {} thousand points behind, or ahead",
        "you are {} thousand points behind, or more",
        _reads("uma"),
        lead=(
            "you are {} thousand points ahead, or more",
            "you are at most {} thousand points ahead, or behind",
        ),
    ),
    Count(
        "hands_left",
        "rounds or hands to come after this one",
        "{} rounds or fewer come after this one",
        "{} rounds or more come after this one",
        _reads("uma"),
        none="this is the last round",
        some="this is not the last round",
    ),
    Count(
        "sticks",
        "sticks on the table",
        "{} sticks or fewer lie on the table",
        "{} sticks or more lie on the table",
        _reads("riichi_cost"),
        none="no stick lies on the table",
        some="a stick lies on the table",
    ),
    Count(
        "calls",
        "own melds",
        "you have {} melds or fewer",
        "you have {} melds or more",
        none="you have no meld",
        some="you have a meld",
    ),
    Count(
        "their_calls",
        "most melds of an opponent",
        "no opponent has more than {} melds",
        "an opponent has {} melds or more",
        none="no opponent has a meld",
        some="an opponent has a meld",
    ),
    Count("furiten", "furiten", "you are not furiten", "you are furiten", _reads("furiten_riichi")),
    Count(
        "pays",
        "units for winning now",
        "to win now brings {} units or fewer",
        "to win now brings {} units or more",
        _trait("regional"),
        classes=WINNING,
    ),
    Count(
        "fast_safe",
        "the fastest discard is safe",
        "the fastest discard is not safe against all who declared",
        "the fastest discard is safe against all who declared",
        _reads("riichi_cost"),
        classes=PUSHED,
    ),
    Count(
        "fast_suji",
        "the fastest discard is half safe",
        "not all numbers three away from the fastest discard are safe",
        "the numbers three away from the fastest discard are safe",
        _reads("riichi_cost"),
        classes=PUSHED,
    ),
    Count(
        "fast_edge",
        "the fastest discard is an honour, a 1 or a 9",
        "the fastest discard is a number from 2 to 8",
        "the fastest discard is an honour, a 1 or a 9",
        _declares,
        classes=PUSHED,
    ),
    Count(
        "fast_unseen",
        "tiles out of sight that are like the fastest discard",
        "{} tiles or fewer out of sight are like the fastest discard",
        "{} tiles or more out of sight are like the fastest discard",
        _declares,
        none="no tile out of sight is like the fastest discard",
        some="a tile out of sight is like the fastest discard",
        classes=PUSHED,
    ),
    Count(
        "floats",
        "own floats in a row",
        "you have floated {} times or fewer",
        "you have floated {} times or more",
        _trait("floats"),
        none="you have not floated yet",
        some="you have floated already",
    ),
    Count(
        "stays",
        "hands in a row that the banker has kept the deal",
        "the banker has stayed {} times or fewer",
        "the banker has stayed {} times or more",
        _trait("floats"),
        none="the banker is new",
        some="the banker has stayed",
    ),
    Count(
        "kan_closed", "a closed kan", "it is no closed kan", "it is a closed kan", classes=("kong",)
    ),
    Count(
        "kan_added", "an added kan", "it is no added kan", "it is an added kan", classes=("kong",)
    ),
    Count("kan_open", "an open kan", "it is no open kan", "it is an open kan", classes=("kong",)),
)


def counts_of(rules: Rules, name: str) -> dict[str, Count]:
    """Those that mean something under these rules in a class of decisions, by name."""
    class_named(name)
    return {
        one.name: one
        for one in COUNTS
        if one.needs(rules) and (not one.classes or name in one.classes)
    }


def count_all(batch: Batch, name: str) -> Numbers:
    """(n,) of every count of ``counts_of``, for the seats to decide."""
    rows = np.arange(batch.n)
    seen, mask = seen_by(batch, rows, batch.seat), batch.legal()
    planes = {plane: own.astype(np.float64) for plane, own in planes_seen(batch).items()}
    declared = seen["riichi"] > 0
    points = np.where(seen["present"] > 0, seen["score"], -np.inf)
    wanted = counts_of(batch.rules, name)
    found = strata_of(batch) | {
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
        found["widening"] = improving(batch, planes)
    if "quiet_pays" in wanted:
        found |= _pays(batch, planes)
    if "pays" in wanted:
        found["pays"] = _paid(batch, mask)
    if "fast_edge" in wanted:
        found |= _fast(batch, planes, declared[:, 1:])
    return {count: np.rint(found[count]) for count in wanted}


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


def _safe(planes: Numbers, declared: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, kinds) that nobody who has declared can win on."""
    safe = (planes["safe"] > 0) | ~declared[:, :, None]
    return np.asarray(safe.all(axis=1), np.bool_)


def _safe_tiles(planes: Numbers, declared: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n,) own ones; 0 where nobody has declared."""
    held = planes["hand"].sum(axis=1) * _safe(planes, declared)
    return np.where(declared.any(axis=1), held.sum(axis=1), 0.0)


def _fast(batch: Batch, planes: Numbers, declared: NDArray[np.bool_]) -> Numbers:
    """About the tile that would be discarded for speed alone."""
    rows = np.arange(batch.n)
    played = played_by(batch, rows, PUSHING)
    kinds = np.array([KIND.get(int(code), 0) for code in played], np.int64)
    safe = _safe(planes, declared)
    suit, rank = np.divmod(kinds, RANKS)
    number = suit < SUITS
    half: NDArray[np.bool_] = np.asarray(number)
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


def _paid(batch: Batch, mask: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What a win would bring at once, where it may be declared."""
    found = np.zeros(batch.n)
    rows = np.flatnonzero(mask[:, WIN])
    if not len(rows) or "regional" not in batch.rules.traits:
        return found
    after = Batch(batch.rules, len(rows), forced=False, auto_reset=False)
    after.copy_from(batch, rows, np.arange(len(rows)))
    after.step(np.full(len(rows), WIN, np.uint8))
    found[rows] = after.points[np.arange(len(rows)), batch.seat[rows]]
    return found
