"""What a seat sees in Shouhai Mighty: the rows that the almighty touches, written a second time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.tiles import kind_of
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules
from tests.reference import observation as plain
from tests.reference.observation import SEATS, SHAPED, Table
from tests.view.test_observe import compare, observed, oracle

NAME = "shouhai_mighty"
SHAPES = plain.shapes(NAME)
WILDCARDS = 1


class Wild:
    """Shapes for hands that hold one wildcard besides."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        ask: Callable[..., Any] = getattr(SHAPES, name)
        return lambda hand, melds: ask(hand, melds, wild=WILDCARDS)


class WildTable(Table):
    """A position in which every hand has its almighty tile."""

    def __init__(self, batch: Batch, i: int, seat: int) -> None:
        super().__init__(NAME, batch, i, seat)

    def drew(self, relative: int) -> bool:
        hand = self.seats[relative]["hand"]
        return len(hand) % 3 == 1 and self.relative(self.state["turn"]) == relative

    def full(self) -> bool:
        return len(self.me["hand"]) % 3 == 1

    def waits(self, relative: int) -> list[int]:
        hand = self.between(relative)
        if len(hand) % 3 or None in map(kind_of, hand):
            return []
        melds = [c for m in self.seats[relative]["melds"] for c in m["tiles"]]
        return list(Wild().waits(hand, melds))


def steps(t: Table, full: bool) -> list[int]:
    """What lowers the shanten of a hand between turns, or what keeps that of a full one."""
    codes = t.me["hand"]
    if (len(codes) % 3 == 1) != full:
        return []
    if full and t.me["riichi"] != "none":
        drawn = kind_of(t.state["drawn"])
        return [] if drawn is None else [drawn]
    melds = [c for m in t.me["melds"] for c in m["tiles"]]
    return list((Wild().good_discards if full else Wild().ukeire)(codes, melds))


@pytest.fixture
def with_the_almighty(monkeypatch: pytest.MonkeyPatch) -> None:
    wild = Wild()
    monkeypatch.setattr(plain, "shapes", lambda rules: wild)
    monkeypatch.setattr(plain, "steps", steps)


def played(n: int, steps: int) -> Any:
    """A batch before each decision: the baseline, with slips and many calls for variety."""
    batch = Batch(load_rules(NAME), n, seed=5)
    actions = np.zeros(n, np.uint8)
    mixed = [style("caller", noise=0.15, kans=5), style("discloser", noise=0.05)]
    for step in range(steps):
        yield batch
        batch.baseline(actions, mixed[step // 40 % 2])
        batch.step(actions)


@pytest.mark.parametrize("games", [2, 8])
def test_every_row_agrees_with_the_second_writer(with_the_almighty: None, games: int) -> None:
    used: set[str] = set()
    for step, batch in enumerate(played(games, 400)):
        if step % 4:
            continue
        who = batch.seat.copy() if step % 3 else np.full(batch.n, step % SEATS, np.int8)
        seen, hidden = observed(batch, who), oracle(batch, who)
        for i in range(batch.n):
            table = WildTable(batch, i, int(who[i]))
            rows = (
                (seen["planes"][i], TILES.plane_rows, plain.PLANE_WRITERS),
                (seen["globals"][i], TILES.global_rows, plain.GLOBAL_WRITERS),
                (hidden[i], TILES.oracle_rows, plain.ORACLE_WRITERS),
            )
            for buffer, names, writers in rows:
                used |= compare(table, buffer, names, writers)
    wanted = {
        "waits",
        "ukeire",
        "keeps",
        "ready_tiles",
        "closer_tiles",
        "shown_waits",
        "others_waits",
        "open_riichi",
        "chips",
    }
    assert used >= wanted | SHAPED and "wildcard" not in used


def test_shapes_are_asked_with_the_wildcards_of_the_rules() -> None:
    assert load_rules(NAME).fields()["almighty"] == WILDCARDS
