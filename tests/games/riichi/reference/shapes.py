"""Hand shapes by brute force, from the rule texts: slow and obvious on purpose.

A hand is a tuple of 34 counts (0-8 m, 9-17 p, 18-26 s, 27-33 honours).  Completeness tries every
tile that a wildcard could stand for; waits try every tile; the shanten compares the hand with
every finished form that there is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

Counts = tuple[int, ...]
Block = tuple[str, int]
Reading = tuple[str, tuple[Block, ...]]

KINDS = 34
ALL_FORMS = ("standard", "pairs", "orphans")
NOTHING: Counts = (0,) * KINDS
SEVENS = (15, 24)
ANY = 99
HONORS = frozenset(range(27, 34))
KOKUSHI = HONORS | {0, 8, 9, 17, 18, 26}
NANASHI = HONORS | {9, 15, 17, 18, 24, 26}


@dataclass(frozen=True)
class Deck:
    """The deck and the rules about shapes; the names are those of the option tables."""

    copies: Counts
    seven_limit: int = -1
    chiitoi_duplicates: bool = False
    orphan_hand: str = "kokushi"
    keishiki_fifth_copy: str = "wait"
    hand_size: int = 13

    def limit(self, kind: int) -> int:
        """Copies of a kind that one hand may use."""
        if kind in SEVENS and self.copies[kind] > 4 and self.seven_limit >= 0:
            return min(self.seven_limit, self.copies[kind])
        return self.copies[kind]

    def form_only(self, kind: int) -> bool:
        """Whether a wait, or a wildcard, may be a copy beyond the last one."""
        return self.keishiki_fifth_copy == "wait" and self.limit(kind) == self.copies[kind] > 0

    def counts_melds(self, kind: int) -> bool:
        """Whether copies in melds are among those that bind a wait, or a wildcard."""
        limited = self.limit(kind) < self.copies[kind]
        return self.keishiki_fifth_copy != "wait_if_melded" or limited

    @cached_property
    def caps(self) -> Counts:
        """Copies of each kind that a finished form may hold; of melds see ``counts_melds``."""
        return tuple(ANY if self.form_only(k) else self.limit(k) for k in range(KINDS))

    @cached_property
    def kinds(self) -> list[int]:
        return [k for k in range(KINDS) if self.copies[k]]

    @cached_property
    def orphans(self) -> frozenset[int]:
        """The kinds of the orphan hand; none if the deck lacks one."""
        wanted = NANASHI if self.orphan_hand == "nanashi" else KOKUSHI
        return wanted if all(self.copies[k] for k in wanted) else frozenset()


@dataclass(frozen=True)
class Hand:
    """Concealed tiles, the tiles in melds, and wildcards held besides."""

    deck: Deck
    tiles: Counts
    melded: Counts = NOTHING
    wild: int = 0
    forms: tuple[str, ...] = ALL_FORMS

    @property
    def size(self) -> int:
        return sum(self.tiles) + self.wild

    @property
    def sets(self) -> int:
        """Sets that a finished form needs beside the pair."""
        return self.size // 3

    @property
    def open_forms(self) -> tuple[str, ...]:
        """Seven pairs and orphans are forms of fourteen tiles without a meld."""
        if self.sets == self.deck.hand_size // 3 == 4:
            return self.forms
        return tuple(form for form in self.forms if form == "standard")

    def with_tile(self, kind: int, step: int = 1) -> "Hand":
        tiles = list(self.tiles)
        tiles[kind] += step
        return Hand(self.deck, tuple(tiles), self.melded, self.wild, self.forms)

    def used(self, kind: int) -> int:
        """Copies of a kind that bind it."""
        melded = self.melded[kind] if self.deck.counts_melds(kind) else 0
        return self.tiles[kind] + melded

    def surplus(self) -> list[int]:
        """Copies of each kind over its limit (a fifth seven), melds included."""
        return [
            max(self.tiles[k] + self.melded[k] - self.deck.limit(k), 0)
            if self.deck.limit(k) < self.deck.copies[k]
            else 0
            for k in range(KINDS)
        ]


# ---- complete ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def set_readings(tiles: Counts, sets: int) -> frozenset[tuple[Block, ...]]:
    """Every way to part the tiles into sets: the first tile lies in a triplet or begins a run."""
    if sets == 0:
        return frozenset() if any(tiles) else frozenset([()])
    found = set()
    first = next((k for k in range(KINDS) if tiles[k]), None)
    if first is None:
        return frozenset()
    blocks: list[tuple[str, tuple[int, ...]]] = [("triplet", (first, first, first))]
    if first < 27 and first % 9 < 7:
        blocks.append(("run", (first, first + 1, first + 2)))
    for name, used in blocks:
        rest = list(tiles)
        for k in used:
            rest[k] -= 1
        if min(rest) >= 0:
            for more in set_readings(tuple(rest), sets - 1):
                found.add(tuple(sorted([(name, first), *more])))
    return frozenset(found)


def natural_readings(hand: Hand) -> Iterator[Reading]:
    """Readings of a hand without wildcards, copies not looked at."""
    tiles, deck = hand.tiles, hand.deck
    if hand.size % 3 != 2:
        return
    if "standard" in hand.open_forms:
        for pair in range(KINDS):
            if tiles[pair] >= 2:
                for found in set_readings(hand.with_tile(pair, -2).tiles, hand.sets):
                    yield "standard", (*found, ("pair", pair))
    if "pairs" in hand.open_forms and all(n % 2 == 0 for n in tiles):
        if deck.chiitoi_duplicates or max(tiles) == 2:
            pairs = [("pair", k) for k in range(KINDS) for _ in range(tiles[k] // 2)]
            yield "pairs", tuple(pairs)
    if "orphans" in hand.open_forms and deck.orphans:
        if {k for k in range(KINDS) if tiles[k]} == deck.orphans:
            yield "orphans", (("pair", tiles.index(2)),)


def substitutions(hand: Hand) -> Iterator[Hand]:
    """The hand with its wildcards replaced in every way that the copies allow."""
    deck = hand.deck
    for stands_for in combinations_with_replacement(deck.kinds, hand.wild):
        tiles = list(hand.tiles)
        for k in stands_for:
            tiles[k] += 1
        full = Hand(deck, tuple(tiles), hand.melded, 0, hand.forms)
        if all(full.used(k) <= deck.caps[k] for k in set(stands_for)):
            yield full


def readings(hand: Hand) -> set[Reading]:
    """Every way to read a complete hand, wildcards as what they stand for."""
    if any(hand.surplus()):
        return set()
    return {reading for full in substitutions(hand) for reading in natural_readings(full)}


def is_complete(hand: Hand) -> bool:
    if any(hand.surplus()):
        return False
    return any(True for full in substitutions(hand) for _ in natural_readings(full))


# ---- ready ------------------------------------------------------------------------------------


def waits(hand: Hand) -> list[int]:
    """Kinds that complete the hand; a copy must be left for them, or the form alone counts."""
    return [
        k
        for k in hand.deck.kinds
        if hand.used(k) < hand.deck.caps[k] and is_complete(hand.with_tile(k))
    ]


def is_ready(hand: Hand) -> bool:
    return bool(waits(hand))


def ready_discards(hand: Hand) -> list[int]:
    return [k for k in range(KINDS) if hand.tiles[k] and is_ready(hand.with_tile(k, -1))]


# ---- shanten ---------------------------------------------------------------------------------


@cache
def unions(runs: bool, sets: int, pair: int) -> NDArray[np.int8]:
    """Counts of every union of so many sets and pairs in nine kinds, one column each."""
    one = np.eye(9, dtype=np.int8)
    blocks = [3 * one[k] for k in range(9)]
    if runs:
        blocks += [one[k] + one[k + 1] + one[k + 2] for k in range(7)]
    rows = [
        sum(chosen, np.zeros(9, np.int8)) + 2 * eyes
        for chosen in combinations_with_replacement(blocks, sets)
        for eyes in (one if pair else [0 * one[0]])
    ]
    return np.unique(np.array(rows, np.int8), axis=0).T


@cache
def finished(caps: Counts, runs: bool, sets: int, pair: int) -> NDArray[np.int8]:
    """The unions that use no more copies than there may be."""
    forms = unions(runs, sets, pair)
    return np.ascontiguousarray(forms[:, (forms <= np.array(caps)[:, None]).all(axis=0)])


@lru_cache(maxsize=1 << 18)
def lacking(tiles: Counts, caps: Counts, runs: bool, sets: int, pair: int) -> int:
    """Fewest tiles that nine kinds lack to hold the sets and the pair."""
    forms = finished(caps, runs, sets, pair)
    if not forms.size:
        return ANY
    short = np.zeros(forms.shape[1], np.int8)
    for k in range(9):
        short += np.maximum(forms[k] - np.int8(tiles[k]), 0)
    return int(short.min())


def standard_lacking(deck: Deck, tiles: Counts, sets: int) -> int:
    """The cheapest way to share out the sets and the pair over three suits and the honours."""
    best = {(0, 0): 0}
    for group in range(4):
        places = range(9 * group, min(9 * group + 9, KINDS))
        padding = (0,) * (9 - len(places))
        held = tuple(tiles[k] for k in places) + padding
        caps = tuple(deck.caps[k] for k in places) + padding
        if not any(caps):
            continue
        joined: dict[tuple[int, int], int] = {}
        for (done, pair), cost in best.items():
            for more in range(sets - done + 1):
                for eyes in range(2 - pair):
                    key = done + more, pair + eyes
                    total = cost + lacking(held, caps, group < 3, more, eyes)
                    joined[key] = min(joined.get(key, ANY), total)
        best = joined
    return best[sets, 1]


def pairs_lacking(deck: Deck, tiles: Counts) -> int:
    """Seven kinds at two; with quadruples, the seven cheapest of all first, second, ... pairs."""
    if not deck.chiitoi_duplicates:
        short = sorted(2 - min(tiles[k], 2) for k in deck.kinds if deck.caps[k] >= 2)
        return sum(short[:7])
    short = sorted(
        min(max(2 * nth - tiles[k], 0), 2)
        for k in deck.kinds
        for nth in range(1, 8)
        if 2 * nth <= deck.caps[k]
    )
    return sum(short[:7])


def orphans_lacking(deck: Deck, tiles: Counts) -> int:
    held = [tiles[k] for k in deck.orphans]
    return held.count(0) + (max(held) < 2)


def shanten(hand: Hand) -> int | None:
    """-1 complete, 0 ready, else tiles to ready by form; None if the hand can never be formed.

    Tiles over a limit are of no use.  Copies lying in melds are looked at where they decide: in
    hands that would be complete or ready.
    """
    deck, surplus = hand.deck, hand.surplus()
    if any(surplus[k] > hand.tiles[k] for k in range(KINDS)):
        return None
    useful = tuple(hand.tiles[k] - surplus[k] for k in range(KINDS))
    short = []
    if "standard" in hand.open_forms:
        short.append(standard_lacking(deck, useful, hand.sets))
    if "pairs" in hand.open_forms:
        short.append(pairs_lacking(deck, useful))
    if "orphans" in hand.open_forms and deck.orphans:
        short.append(orphans_lacking(deck, useful))
    if not short:
        return None
    by_form = min(short) - hand.wild - 1
    if by_form > 0:
        return by_form
    if hand.size % 3 == 1:
        return 0 if is_ready(hand) else 1
    if is_complete(hand):
        return -1
    return 0 if ready_discards(hand) else 1


def ukeire(hand: Hand) -> list[int]:
    """Kinds whose draw lowers the shanten; a hand that is not ready needs a copy to be left."""
    now = shanten(hand)
    if now is None:
        return []
    if now == 0:
        return waits(hand)
    return [
        k
        for k in hand.deck.kinds
        if hand.tiles[k] + hand.melded[k] < hand.deck.limit(k)
        and lower(shanten(hand.with_tile(k)), now)
    ]


def good_discards(hand: Hand) -> list[int]:
    """Kinds whose discard keeps the shanten; from a complete hand, those that leave it ready."""
    now = shanten(hand)
    if now is None:
        return []
    return [
        k
        for k in range(KINDS)
        if hand.tiles[k] and lower(shanten(hand.with_tile(k, -1)), max(now, 0) + 1)
    ]


def lower(value: int | None, than: int) -> bool:
    return value is not None and value < than
