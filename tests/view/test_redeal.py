"""Dealing again what a seat cannot see: what follows from what it knows, and what may not stay."""

from __future__ import annotations

import numpy as np
import pytest

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.shape.shapes import Shapes
from shugi._fast.view.layouts import TILES
from shugi.agents.beliefs import Belief
from shugi.envs import load_position
from tests.support.hidden import look

PASS, WIN, KAN_CLOSED = (action_id(name) for name in ("pass", "win", "kan_closed"))


def unforced(text: str) -> Batch:
    """The position, with forced moves left to the seats."""
    found = load_position(text)
    batch = Batch(found.rules, 1, forced=False)
    batch.set_state(0, found.state(0))
    return batch


MUST_WIN = """
rules super_bingo
turn claim discard=5p from=0
seat0 hand=234678s3344p118s river=1z5p
seat1 hand=34p234s678s66s555z river=8s* riichi=open
seat2 hand=1188p99s223344z9p river=9s
dora 3s
wall ...
"""


@pytest.mark.parametrize("viewer", [0, 2])
def test_a_shown_hand_that_must_win_is_asked_in_every_new_deal(viewer: int) -> None:
    batch = unforced(MUST_WIN)
    assert batch.legal_actions(0) == [WIN]
    for key in range(20):
        other = batch.clone()
        other.redeal(0, viewer, key)
        assert other.legal_actions(0) == [WIN]
        assert other.state(0)["seats"][3 - viewer - 1] != batch.state(0)["seats"][3 - viewer - 1]


def test_who_was_asked_before_and_must_win_has_done_so() -> None:
    batch = unforced(MUST_WIN.replace("1188p99s223344z9p river=9s", "34p99s123s222333z river=1s*"))
    batch.step_one(0, WIN)
    assert batch.seat[0] == 2 and batch.state(0)["answer"][1] == WIN
    for key in range(20):
        other = batch.clone()
        other.redeal(0, 2, key)
        assert other.state(0)["answer"][1] == WIN


def test_a_hidden_hand_that_is_asked_can_claim_the_tile() -> None:
    batch = unforced("""
        rules super_bingo
        turn claim discard=9p from=0
        seat0 hand=234678s3344p118s river=1z9p
        seat1 hand=99p234s678s1z2z555z river=8s
        seat2 hand=1188p19s223344z9p river=9s
        dora 3s
        wall ...
    """)
    nine, hands, pairs = parse_tiles("9p")[0], set(), 0
    for key in range(40):
        other = batch.clone()
        other.redeal(0, 0, key)
        hand = other.state(0)["seats"][1]["hand"]
        hands.add(tuple(hand))
        pairs += hand.count(nine) >= 2
        assert len(other.legal_actions(0)) > 1 and other.state(0)["option"][1]
    assert len(hands) == 40 and pairs > 30  # the rest wins on it


FURITEN = """
rules sanma_base
turn own 0
seat0 hand=234678s3344p118s+9p river=1z5p
seat1 hand=34p234s678s66s555z river=7s furiten=2
seat2 hand=1188p99s223344z9m river=5s6p
dora 3s
wall ...
history 0d1z 1d7s 2d5s 0d5p 2d6p
"""
SHAPES = Shapes([4] + [0] * 7 + [4] * 26)
NEAR = np.zeros(BELIEF_SHAPE, np.float32) - 5 * np.maximum(np.arange(BELIEF_SHAPE[2]) - 1, 0)
NEAR = NEAR.astype(np.float32)  # ready hands, whether they win on a discard or not


@pytest.mark.parametrize("belief", [None, Belief(NEAR, steps=300, looks=0)], ids=["any", "likely"])
def test_a_new_hand_is_furiten_by_its_own_waits(belief: Belief | None) -> None:
    """What the old hand let pass is not known."""
    batch = load_position(FURITEN)
    passed = {*parse_tiles("5s5p6p")}
    flags = []
    for key in range(60):
        other = batch.clone()
        if belief is None:
            other.redeal(0, 0, key)
        else:
            belief.redeal(other, 0, 0, key)
        kinds = [kind_of(tile) for tile in other.state(0)["seats"][1]["hand"]]
        hand = np.bincount(np.array(kinds, np.int64), minlength=34)
        waits = SHAPES.waits(hand) if other.shanten(0, 1) == 0 else []
        flags.append(other.state(0)["seats"][1]["furiten"])
        assert flags[-1] == 2 * bool(passed & set(waits))  # beside what the own river tells
    assert sum(flags) < 10 if belief is None else 2 < flags.count(2) < 30


ORPHANS = """
rules sanma_base
turn own 0
seat0 hand=9999p234567s22p3p+8s river=2z
seat1 hand={} river=3s* riichi=closed
seat2 hand=444555666p7788s river=3z
dora 9s
wall ...
"""


def safe_after_a_kan(hand: str, asked: bool) -> list[list[int]]:
    """Which tiles the maker of the kan is told to be safe against seat 1."""
    batch = load_position(ORPHANS.format(hand))
    batch.step_one(0, KAN_CLOSED)
    while batch.state(0)["phase"] == "kan":
        batch.step_one(0, parse_tiles("9p")[0])
    assert (batch.seat[0] == 1) == asked
    if asked:
        batch.step_one(0, PASS)
    row = next(row for row in TILES.plane_rows if row["name"] == "safe")
    planes = look(batch, np.zeros(1, np.int8))["planes"][0]
    found: list[list[int]] = planes[row["offset"] : row["offset"] + row["size"]].tolist()
    return found


def test_a_closed_kan_that_orphans_let_pass_does_not_tell_of_them() -> None:
    orphans = safe_after_a_kan("19m1p19s11234567z", asked=True)
    assert orphans == safe_after_a_kan("111333777p1112z", asked=False)
