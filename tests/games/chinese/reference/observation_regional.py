"""The second writer of the regional games' block, from the position (``Batch.state``) alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.rules.compile import Rules

WILD = parse_tiles("1w")[0]
KAN_TILES = parse_tiles("12k")
SEASONS, PLANTS = parse_tiles("1234e"), parse_tiles("1234h")
OPEN = ("pon", "daiminkan", "kakan", "chi")


class Table:
    """One position of a regional game as a seat may know it."""

    def __init__(self, rules: Rules, batch: Batch, i: int, seat: int) -> None:
        self.options = rules.options
        self.fields = rules.fields()
        self.state = batch.state(i)
        self.seat = seat
        self.acts = self.state["actor"] == seat and self.state["phase"] != "over"
        self.order = self._order()
        self.seats = [self.state["seats"][p] for p in self.order]
        self.me = self.seats[0]

    def _order(self) -> list[int]:
        n, resting = len(self.state["seats"]), self.state["resting"]
        if resting is None:  # who has won keeps the place
            return [(self.seat + i) % n for i in range(n)]
        first = self.seat if self.seat != resting else (self.seat == 0)
        order = [int(first)]
        while self.state["after"][order[-1]] != first:
            order.append(self.state["after"][order[-1]])
        if self.seat == resting:
            return [self.seat, *order]
        return order if len(order) == n else [*order, resting]

    def is_covered(self, relative: int, meld: dict[str, Any]) -> bool:
        hides = self.options["closed_kong_hidden"] and self.state["phase"] != "over"
        return bool(hides and relative and meld["type"] == "ankan")

    def lying(self) -> Iterator[int]:
        """Codes that lie open or in the own hand, the indicator left out."""
        for relative, at in enumerate(self.seats):
            for meld in at["melds"]:
                if not self.is_covered(relative, meld):
                    yield from meld["tiles"]
            for code, flag in zip(at["river"], at["river_flags"], strict=True):
                if not flag & 4:
                    yield code
            yield from at["aside"]
        yield from self.me["hand"]
        for relative, at in enumerate(self.seats):
            if relative and at["riichi"] == "open" and self.options["disclose_mode"] == "full":
                hand = list(at["hand"])
                if self.order[relative] == self.state["turn"] and len(hand) % 3 == 2:
                    hand.remove(self.state["drawn"])
                yield from hand

    def deck(self) -> Counter[int]:
        """Codes of the whole deck, the indicator left out."""
        out: Counter[int] = Counter()
        for at in self.state["seats"]:
            out.update(at["hand"])
            out.update(at["aside"])
            out.update(code for meld in at["melds"] for code in meld["tiles"])
            out.update(
                code
                for code, flag in zip(at["river"], at["river_flags"], strict=True)
                if not flag & 4
            )
        out.update(self.state["wall"][self.state["head"] :])
        out.subtract(self.state["dora"])
        return out

    def unseen(self) -> Counter[int]:
        out = self.deck()
        out.subtract(self.lying())
        return out

    def has_drawn(self) -> bool:
        state = self.state
        on_turn = state["turn"] == self.seat and len(self.me["hand"]) % 3 == 2
        return bool(on_turn and state["drawn"] is not None and state["phase"] != "claim")


def each(t: Table, write: Callable[[dict[str, Any]], float], scale: float) -> np.ndarray:
    out = np.zeros(4)
    out[: len(t.seats)] = [write(at) / scale for at in t.seats]
    return out


def who(t: Table, seat: int | None) -> np.ndarray:
    return np.array([p < len(t.order) and t.order[p] == seat for p in range(4)], float)


def count(codes: Any, *wanted: int) -> int:
    return sum(code in wanted for code in codes)


def fed(t: Table, taker: int, giver: int) -> float:
    melds = t.state["seats"][taker]["melds"]
    return sum(m["type"] in OPEN and m["from_seat"] == giver for m in melds) / 3


def opponents(t: Table, write: Callable[[int], float]) -> np.ndarray:
    return np.array([*map(write, t.order[1:]), *[0] * (4 - len(t.order))], float)


def streak(t: Table, relative: int) -> int:
    at = t.seats[relative]
    return 0 if relative and at["river"][-1:] == [WILD] else at["kan_streak"]


def drew(t: Table, *codes: int) -> bool:
    return t.has_drawn() and t.state["drawn"] in codes


def by_place(t: Table, write: Callable[[int], float]) -> np.ndarray:
    return np.array([*map(write, range(len(t.seats))), *[0] * (4 - len(t.seats))], float)


def kan_tiles(t: Table) -> int:
    unseen = t.unseen()
    return sum(unseen[code] for code in KAN_TILES)


@cache
def missing_in_suit(held: tuple[int, ...], runs: bool) -> tuple[int, ...]:
    """Tiles missing to 0, 1, ... 4 sets of one suit (or of honours), by the first kind of each."""
    best = [99] * 5

    def go(at: int, sets: int, lacking: int, last: tuple[int, int]) -> None:
        if sets > 4 or lacking >= 99:
            return
        if at == len(held):
            if last == (0, 0):
                best[sets] = min(best[sets], lacking)
            return
        for begun in range(5 - sets if runs and at < len(held) - 2 else 1):
            for triplets in range(2):
                needed = 3 * triplets + begun + sum(last)
                short = max(0, needed - held[at])
                go(at + 1, sets + begun + triplets, lacking + short, (begun, last[0]))

    go(0, 0, 0, (0, 0))
    return tuple(best)


def missing_to_sets(held: Sequence[int], sets: int) -> int:
    suits = [missing_in_suit(tuple(held[9 * i : 9 * i + 9]), i < 3) for i in range(4)]
    return min(
        sum(one[n] for one, n in zip(suits, split, strict=True))
        for split in product(range(sets + 1), repeat=4)
        if sum(split) == sets
    )


def missing_258(t: Table, held: Sequence[int]) -> int:
    """Tiles missing to sets and a pair of 2, 5 or 8, wildcards aside."""
    sets, best, deck = 4 - len(t.me["melds"]), 99, t.deck()
    for kind in range(27):
        if kind % 9 % 3 == 1 and deck[kind]:
            used = min(held[kind], 2)
            rest = [n - used * (k == kind) for k, n in enumerate(held)]
            best = min(best, missing_to_sets(rest, sets) + 2 - used)
    return best


def asks_258(t: Table) -> bool:
    return t.options["game"] == "wuhan"


def own_kinds(t: Table) -> list[int]:
    codes = [kind_of(code) for code in t.me["hand"] if code != WILD]
    return [codes.count(kind) for kind in range(34)]


def shanten_258(t: Table, held: Sequence[int]) -> int:
    return max(-1, missing_258(t, held) - (WILD in t.me["hand"]) - 1)


def steps_258(t: Table, held: Sequence[int]) -> list[int]:
    now, deck = missing_258(t, held), t.deck()
    return [
        kind
        for kind in range(34)
        if deck[kind] and missing_258(t, [n + (k == kind) for k, n in enumerate(held)]) < now
    ]


def after_discards(t: Table) -> dict[int, list[int]]:
    """What is held after each discard that keeps the shanten to a pair of 2, 5 or 8."""
    held = own_kinds(t)
    goal = max(shanten_258(t, held), 0)
    rests = {k: [n - (k == i) for i, n in enumerate(held)] for k in range(34) if held[k]}
    return {k: rest for k, rest in rests.items() if shanten_258(t, rest) <= goal}


def full(t: Table) -> bool:
    return len(t.me["hand"]) % 3 == 2


def ukeire_258(t: Table) -> np.ndarray:
    out = np.zeros(34)
    if asks_258(t) and not full(t):
        out[steps_258(t, own_kinds(t))] = 1
    return out


def keeps_258(t: Table) -> np.ndarray:
    out = np.zeros(34)
    if asks_258(t) and full(t):
        out[list(after_discards(t))] = 1
    return out


def closer_258(t: Table) -> np.ndarray:
    out, unseen = np.zeros(34), unseen_kinds(t)
    if asks_258(t) and full(t):
        for kind, rest in after_discards(t).items():
            out[kind] = unseen[steps_258(t, rest)].sum()
    return out


def shanten_258_row(t: Table) -> np.ndarray:
    out = np.zeros(8)
    if asks_258(t):
        out[min(shanten_258(t, own_kinds(t)) + 1, 7)] = 1
    return out


PAIR_PLANES = {"ukeire_258": ukeire_258, "keeps_258": keeps_258, "closer_258": closer_258}

REGIONAL_WRITERS: dict[str, Callable[[Table], Any]] = {
    "wilds_held": lambda t: count(t.me["hand"], WILD) / 4,
    "wilds_unseen": lambda t: t.unseen()[WILD] / 4,
    "wild_drawn": lambda t: drew(t, WILD),
    "kan_tiles_held": lambda t: count(t.me["hand"], *KAN_TILES) / 4,
    "kan_tiles_unseen": lambda t: kan_tiles(t) / 4,
    "kan_tile_drawn": lambda t: drew(t, *KAN_TILES),
    "floats": lambda t: t.me["floats"] / 2,
    "missed_win": lambda t: bool(t.me["missed_win"]),
    "missed_call": lambda t: bool(t.me["missed_call"]),
    "missed_doubles": lambda t: t.me["missed_doubles"] / 4,
    "forfeited": lambda t: t.me["forfeited"],
    "offer": lambda t: t.acts and t.state["phase"] == "offer",
    "stays": lambda t: min(t.state["honba"], 3) / 3,
    "stay_sum": lambda t: t.state["stay_sum"] / 8,
    "first_discard": lambda t: t.state["first_discard"],
    "series": lambda t: t.state["series"] / 4,
    "kan_discard": lambda t: (
        t.state["kan_discard"]
        or bool(  # Sichuan keeps who paid for it
            t.state["kan_payers"] and t.state["discard"] is not None and t.state["robbing"] is None
        )
    ),
    "last_draws": lambda t: t.state["last_draws"] / 4,
    "fed_by": lambda t: opponents(t, lambda p: fed(t, t.seat, p)),
    "fed_to": lambda t: opponents(t, lambda p: fed(t, p, t.seat)),
    "wilds_discarded": lambda t: each(t, lambda at: count(at["river"], WILD), 4),
    "kan_streak": lambda t: by_place(t, lambda r: streak(t, r) / 4),
    "kan_tiles": lambda t: each(t, lambda at: count(at["river"] + at["aside"], *KAN_TILES), 4),
    "wild_kans": lambda t: each(t, lambda at: at["wild_kans"], 4),
    "seasons": lambda t: each(t, lambda at: count(at["aside"], *SEASONS), 4),
    "plants": lambda t: each(t, lambda at: count(at["aside"], *PLANTS), 4),
    "covered_kans": lambda t: by_place(
        t, lambda r: sum(t.is_covered(r, meld) for meld in t.seats[r]["melds"]) / 4
    ),
    "float_round": lambda t: who(t, t.state["float_round"]),
    "first_disclosed": lambda t: who(t, t.state["first_discloser"]),
    "shanten_258": shanten_258_row,
    "honour_run": lambda t: each(t, lambda at: at["honour_run"] or 0, 10),
}
WRITERS = REGIONAL_WRITERS | PAIR_PLANES


def unseen_kinds(t: Table) -> np.ndarray:
    out = np.zeros(34)
    for code, n in t.unseen().items():
        kind = kind_of(code)
        if kind is not None:
            out[kind] += n
    return out
