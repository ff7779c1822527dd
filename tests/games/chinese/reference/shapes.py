"""Complete hands and their readings, by brute-force substitution of the wildcards.

``complete`` tries every substitution inside each suit; ``readings`` lists every way to lay the
tiles out, from the lowest tile upwards.  The two share no code, so that each can check the other.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.games.chinese.reference.tiles import GROUPS, INDEX, KINDS, Counts

Group = tuple[int, ...]
HONOURS_FROM = 27


class Part(NamedTuple):
    """A run, pung or pair of a reading; kind "*" when it consists of wildcards only."""

    form: str
    kind: str  # of a run the lowest
    wild: tuple[str, ...] = ()  # the kinds that wildcards stand for

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds of it; none for wildcards only."""
        if self.kind == "*":
            return ()
        if self.form == "run":
            return tuple(KINDS[INDEX[self.kind] + i] for i in range(3))
        return (self.kind,) * (2 if self.form == "pair" else 3)

    @property
    def natural(self) -> tuple[str, ...]:
        """The kinds of its ordinary tiles."""
        kinds = list(self.kinds)
        for kind in self.wild:
            kinds.remove(kind)
        return tuple(kinds)

    @property
    def wilds(self) -> int:
        """How many wildcards are in it."""
        if self.kind == "*":
            return 2 if self.form == "pair" else 3
        return len(self.wild)


Reading = tuple[Part, ...]


# -- by substitution -----------------------------------------------------------------------------


@cache
def exact(group: Group, runs: bool, pair: bool) -> bool:
    """Whether the tiles of one suit (or the honours) are sets, with one pair if ``pair``."""
    i = next((i for i, n in enumerate(group) if n), None)
    if i is None:
        return not pair
    found: list[tuple[tuple[int, ...], bool]] = [((i, i, i), pair)]
    found += [((i, i), False)] if pair else []
    found += [((i, i + 1, i + 2), pair)] if runs and i + 2 < len(group) else []
    return any(
        (rest := without(group, used)) is not None and exact(rest, runs, left)
        for used, left in found
    )


def without(group: Group, used: tuple[int, ...]) -> Group | None:
    """The group less the tiles at ``used``; None if it has not got them."""
    left = list(group)
    for i in used:
        left[i] -= 1
    return None if min(left) < 0 else tuple(left)


@cache
def filled(group: Group, runs: bool, wild: int, pair: bool) -> bool:
    """Whether some substitution of ``wild`` tiles inside the group makes it exact."""
    if (sum(group) + wild - 2 * pair) % 3:
        return False
    return any(
        exact(tuple(n + added.count(i) for i, n in enumerate(group)), runs, pair)
        for added in combinations_with_replacement(range(len(group)), wild)
    )


def groups_of(counts: Counts) -> list[Group]:
    return [counts[a:b] for a, b in GROUPS]


def fits(counts: Counts, wild: int, pair: bool) -> bool:
    """Whether the tiles and the wildcards are sets, with one pair if ``pair``."""
    return _fits(tuple(groups_of(counts)), wild, pair)


@cache
def _fits(groups: tuple[Group, ...], wild: int, pair: bool) -> bool:
    if not groups:
        return not wild and not pair
    first, rest = groups[0], groups[1:]
    return any(
        filled(first, len(first) == 9, here, with_pair) and _fits(rest, wild - here, left)
        for here in range(wild + 1)
        for with_pair, left in ([(False, True), (True, False)] if pair else [(False, False)])
    )


def complete(counts: Counts, wild: int) -> bool:
    """A pair and sets (as many as the tiles make up)."""
    return (sum(counts) + wild) % 3 == 2 and fits(counts, wild, True)


def all_sets(counts: Counts, wild: int) -> bool:
    """Sets only, no pair."""
    return (sum(counts) + wild) % 3 == 0 and fits(counts, wild, False)


def all_pairs(counts: Counts, wild: int) -> bool:
    """Pairs only; four equal tiles are two pairs."""
    return (sum(counts) + wild) % 2 == 0 and sum(n % 2 for n in counts) <= wild


# -- by laying out -------------------------------------------------------------------------------


def readings(counts: Counts, wild: int) -> list[Reading]:
    """Every way to lay the tiles out as sets and one pair; the pair is the last part."""
    found = []
    for shares in product(range(wild + 1), repeat=4):
        left = wild - sum(shares)
        if left not in (0, 2, 3):
            continue
        alone = ((), (), (Part("pair", "*"),), (Part("pung", "*"),))[left]
        for chosen in product(*_layouts(counts, shares)):
            parts = [part for layout in chosen for part in layout] + list(alone)
            pairs = [part for part in parts if part.form == "pair"]
            if len(pairs) == 1:
                sets = sorted(part for part in parts if part.form != "pair")
                found.append((*sets, *pairs))
    return found


def _layouts(counts: Counts, shares: tuple[int, ...]) -> list[tuple[Reading, ...]]:
    """For each suit and the honours its layouts with its share of the wildcards."""
    return [layouts(counts[a:b], a, share) for (a, b), share in zip(GROUPS, shares, strict=True)]


@cache
def layouts(group: Group, base: int, wild: int) -> tuple[Reading, ...]:
    """The layouts with at most one pair in which each part has a natural tile."""
    low = next((i for i, n in enumerate(group) if n), None)
    if low is None:
        return () if wild else ((),)
    found = set()
    for part, used in _parts_with(group, base, low, wild):
        rest = without(group, used)
        if rest is not None:
            for more in layouts(rest, base, wild - len(part.wild)):
                parts = tuple(sorted((part, *more)))
                if sum(p.form == "pair" for p in parts) <= 1:
                    found.add(parts)
    return tuple(sorted(found))


def _parts_with(
    group: Group, base: int, low: int, wild: int
) -> Iterator[tuple[Part, tuple[int, ...]]]:
    """The parts that contain a natural tile at ``low``, the lowest there is."""
    kind = KINDS[base + low]
    for form, size in (("pung", 3), ("pair", 2)):
        for n in range(1, min(size, group[low]) + 1):
            if size - n <= wild:
                yield Part(form, kind, (kind,) * (size - n)), (low,) * n
    if base >= HONOURS_FROM:
        return
    for start in range(max(0, low - 2), min(low, 6) + 1):
        places = range(start, start + 3)
        for naturals in product((True, False), repeat=3):
            used = tuple(i for i, natural in zip(places, naturals, strict=True) if natural)
            missing = tuple(KINDS[base + i] for i in places if i not in used)
            if low in used and min(used) == low and len(missing) <= wild:
                yield Part("run", KINDS[base + start], missing), used


def has_place(found: Iterable[Reading], seen: str) -> bool:
    """Whether some reading has the tile in a set, or beside a natural partner."""
    return any(
        seen in [kind for part in reading[:-1] for kind in part.natural]
        or reading[-1].natural == (seen, seen)
        for reading in found
    )


def plus(counts: Counts, kind: str, more: int = 1) -> Counts:
    """The counts with ``more`` tiles of the kind."""
    i = INDEX[kind]
    return (*counts[:i], counts[i] + more, *counts[i + 1 :])


def waits(counts: Counts, wild: int, *, pairs: bool = False) -> list[str]:
    """The kinds, taken as ordinary tiles, that complete the hand; ``pairs``: seven pairs too."""
    return [
        kind
        for kind in KINDS
        if complete(plus(counts, kind), wild)
        or (pairs and sum(counts) + wild == 13 and all_pairs(plus(counts, kind), wild))
    ]
