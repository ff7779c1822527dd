"""The perft files hold: every count, and the hash of what stands at the leaves."""

from __future__ import annotations

import pytest

from tests.perft import FOLDER, Entry, measure, read

QUICK = 2_000  # leaves; more is for the slow suite
ENTRIES = [
    pytest.param(entry, id=f"{path.stem}-{entry.name}")
    for path in sorted(FOLDER.glob("*.perft"))
    for entry in read(path)
]


def check(entry: Entry, quick: bool) -> int:
    batch = entry.batch()
    checked = 0
    for depth, leaves, content in entry.counts:
        if (leaves <= QUICK) == quick:
            assert measure(batch, depth) == (depth, leaves, content), entry.position
            checked += 1
    return checked


def test_there_are_positions_of_every_variant() -> None:
    assert {param.id.split("-")[0] for param in ENTRIES} == {
        "sanma_base",
        "super_bingo",
        "riichi_mjsoul",
    }
    assert len(ENTRIES) > 20


@pytest.mark.parametrize("entry", ENTRIES)
def test_counts(entry: Entry) -> None:
    assert check(entry, quick=True)
    assert entry.counts[0][1] == len(entry.batch().legal_actions(0))


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES)
def test_deep_counts(entry: Entry) -> None:
    assert check(entry, quick=False) or entry.counts[-1][1] <= QUICK
