"""Shapes with nought to four wildcards, against brute-force substitution."""

from random import Random

import pytest

from shugi._fast.shape.shapes import Shapes
from tests.games.chinese.reference import shapes
from tests.games.chinese.reference.random_cases import random_counts
from tests.games.chinese.reference.tiles import KINDS, Counts

# the reference's kinds end E S W N R G B, the engine's E S W N White Green Red
ORDER = [*range(31), 33, 32, 31]
HANDS = {13: Shapes([4] * 34, chiitoi_duplicates=True), 16: Shapes([4] * 34, hand_size=16)}


def engine_counts(counts: Counts) -> list[int]:
    out = [0] * 34
    for kind, n in zip(ORDER, counts, strict=True):
        out[kind] = n
    return out


def check(rng: Random, full: int, waits: bool) -> bool:
    """One hand, melds aside; whether it was complete, or waits for anything."""
    wild = rng.randrange(5)
    melds = rng.randrange(full // 3)
    size = full - 3 * melds
    engine = HANDS[full]
    if not waits:
        counts, wild = random_counts(rng, size + 1, wild)
        found = shapes.complete(counts, wild)
        held = engine_counts(counts)
        assert engine.is_complete(held, wild=wild, forms="standard") == found, (counts, wild)
        return found
    counts, wild = random_counts(rng, size, wild)
    pairs = full == 13 and melds == 0
    expected = sorted(ORDER[KINDS.index(k)] for k in shapes.waits(counts, wild, pairs=pairs))
    forms = ("standard", "pairs") if pairs else "standard"
    assert engine.waits(engine_counts(counts), wild=wild, forms=forms) == expected, (counts, wild)
    return bool(expected)


@pytest.mark.parametrize("full", HANDS)
@pytest.mark.parametrize("waits", [False, True])
def test_as_substitution_has_it(full: int, waits: bool) -> None:
    rng = Random(full)
    assert sum(check(rng, full, waits) for _ in range(500)) > 25


@pytest.mark.slow
@pytest.mark.parametrize("full", HANDS)
@pytest.mark.parametrize("waits", [False, True])
def test_as_substitution_has_it_on_many_hands(full: int, waits: bool) -> None:
    rng = Random(full + 100)
    assert sum(check(rng, full, waits) for _ in range(50_000)) > 2500
