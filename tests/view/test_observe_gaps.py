"""What the observation says of overtaking and of the last hand: against what real wins bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules
from tests.support.rule_sets import MAHJONG_SETS
from tests.view.test_observe import observed, play, row

WAYS = ("ron", "other", "draw")
ROWS = [f"{word}_{way}" for word in ("overtake", "overtaken") for way in WAYS]
MANGAN = 8000
ROUNDING = 500  # points by which a draw may be shared otherwise than a mangan


def told(batch: Batch, seats: Any, name: str) -> np.ndarray:
    """(n, size)"""
    seen = observed(batch, np.asarray(seats, np.int8))["globals"]
    return np.stack([row(one, TILES.global_rows, name) for one in seen])


def pays_places(name: str) -> bool:
    rules = load_rules(name)
    return rules.reads("uma") and not rules.options["cherry"]


RIICHI = [name for name in MAHJONG_SETS if pays_places(name)]


def hands(name: str) -> Iterator[tuple[Batch, Batch]]:
    """Games before and after each step that ends a hand of one of them, every decision asked."""
    before = Batch(load_rules(name), 16, seed=5, forced=False, auto_reset=False)
    actions = np.zeros(before.n, np.uint8)
    for _ in range(1500):
        before.baseline(actions)
        after = before.clone()
        after.step(actions)
        if after.hand_done.any():
            yield before, after
        before = after
        if (before.seat < 0).all():
            return


def wins(before: Batch, after: Batch) -> Iterator[tuple[int, int, dict[int, int]]]:
    """Game, winner, and what each payer paid for the hand alone, where one seat won."""
    for i in np.flatnonzero(after.hand_done & (before.seat >= 0)):
        lines = after.ledger(int(i))
        won = [line for line in lines if line["reason"] == "win"]
        winners = {line["payee"] for line in won}
        if len(winners) == 1 and not any(line["reason"] == "pao" for line in lines):
            yield int(i), winners.pop(), {line["payer"]: line["points"] for line in won}


def views_of(batch: Batch) -> list[np.ndarray]:
    """(n, globals) as each seat sees them."""
    seats = [np.full(batch.n, seat, np.int8) for seat in range(batch.seats)]
    return [observed(batch, each)["globals"] for each in seats]


def points_of(view: np.ndarray, name: str, opponent: int) -> float:
    return MANGAN * float(row(view, TILES.global_rows, name)[opponent - 1])


def scores_after(before: Batch, after: Batch, i: int) -> list[int]:
    """What the win, honba and sticks made of the scores; not what the end of a game adds."""
    scores = before.scores(i)
    for line in after.ledger(i):
        if line["reason"] in ("win", "honba", "sticks"):
            scores[line["payee"]] += line["points"]
            if line["payer"] is not None:
                scores[line["payer"]] -= line["points"]
    return scores


@pytest.mark.parametrize("name", RIICHI)
def test_a_win_overtakes_where_it_pays_what_was_told(name: str) -> None:
    """By the scores at the end, with honba and sticks."""
    checked = 0
    for before, after in hands(name):
        views, n = views_of(before), before.seats
        for i, winner, paid in wins(before, after):
            old, new, worth = before.scores(i), scores_after(before, after, i), sum(paid.values())
            for other in set(range(n)) - {winner}:
                way = "draw" if len(paid) > 1 else "ron" if other in paid else "other"
                own = points_of(views[winner][i], f"overtake_{way}", (other - winner) % n)
                seen = points_of(views[other][i], f"overtaken_{way}", (winner - other) % n)
                assert own == pytest.approx(seen)  # both see the same
                if old[other] <= old[winner]:
                    assert own == 0
                elif way != "draw" or abs(worth - own) > ROUNDING:
                    assert (new[winner] >= new[other]) == (worth >= own - 1e-2), (i, old, new, own)
                    checked += own > 0
    assert checked > 10


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_games_without_places_know_nothing_of_overtaking(name: str) -> None:
    found = dict.fromkeys(ROWS, 0)
    for step, batch in enumerate(play(name, 8, 200, seed=4)):
        if step % 4 == 0:
            for each in ROWS:
                found[each] += int(told(batch, batch.seat, each).any(axis=1).sum())
    assert all(found.values()) if name in RIICHI else not any(found.values()), found


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_games_end_when_the_last_hand_was_told(name: str) -> None:
    """Never else but by a bust; and always where both ways were told to end it."""
    rules = load_rules(name)
    ended = 0
    for before, after in hands(name):
        last = told(before, np.maximum(before.seat, 0), "last_hand")
        for i in np.flatnonzero(after.hand_done & (before.seat >= 0)):
            over = after.seat[i] < 0
            bust = (
                rules.options["bust"] and min(after.scores(int(i))) <= rules.options["bust_below"]
            )
            if over and not bust:
                assert last[i].any()
                ended += 1
            if last[i].min() == 1:
                assert over
            if not last[i].any():
                assert not over or bust
    assert ended or rules.options["game_length"] == "until_bust"


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("riichi_tenhou", {0: (0, 0), 7: (0.5, 0.5), 8: (0.5, 0.5), 11: (1, 0.5)}),
        ("sanma_base", {4: (0, 0), 5: (0.5, 0.5)}),
    ],
)
def test_the_last_hand_depends_on_the_points_or_not(
    name: str, hands: dict[int, tuple[float, float]]
) -> None:
    """If the deal passes on, and if the dealer deals again: East 1 is hand 0."""
    batch = Batch(load_rules(name), 1)
    start = batch.state(0)
    for hand, wanted in hands.items():
        batch.set_state(0, start | {"round": hand, "dealer": hand % batch.seats})
        assert tuple(told(batch, [0], "last_hand")[0]) == wanted, hand


@pytest.mark.parametrize(("name", "last"), [("riichi_tenhou", 7), ("sanma_base", 5)])
def test_who_busts_short_of_the_target_makes_no_hand_the_last(name: str, last: int) -> None:
    """Where the target lies at or below the line of a bust, too."""
    rules = load_rules(name, target_points=0, bust=True, bust_below=20_000)
    batch = Batch(rules, 1)
    assert told(batch, [0], "last_hand")[0].tolist() == [0, 0]
    batch.set_state(0, batch.state(0) | {"round": last, "dealer": batch.seats - 1})
    assert told(batch, [0], "last_hand")[0].tolist() == [0.5, 0.5]


def test_the_last_of_fixed_hands_is_told_for_sure() -> None:
    rules = load_rules("hangzhou", match_hands=3)
    batch = Batch(rules, 1)
    start = batch.state(0)
    for hand, wanted in ((1, 0), (2, 0), (3, 1)):
        batch.set_state(0, start | {"hand_no": hand})
        assert told(batch, [0], "last_hand")[0].tolist() == [wanted, wanted]
