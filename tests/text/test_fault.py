"""States that were not played: bytes and positions that cannot be are refused, and nothing else."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.saved import FORMAT_VERSION, HEAD, LAYOUT_HASH, MAGIC
from shugi._fast.check.fields import PositionError
from shugi._fast.core.actions import action_id
from shugi._fast.core.struct_layout import declarations, layout_hash
from shugi._fast.core.tiles import parse_tiles
from shugi.envs import load_position, load_rules
from tests.support.edited_saves import STATE, attack, sealed
from tests.support.rule_sets import RULE_SETS


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_state_of_play_is_taken(name: str) -> None:
    rules = load_rules(name)
    other = Batch(rules, 1, auto_reset=False)
    for forced in (True, False):
        batch = Batch(rules, 4, seed=5, forced=forced)
        actions = np.zeros(batch.n, np.uint8)
        for step in range(150):
            if step % 3:
                batch.sample(actions, step)
            else:
                batch.baseline(actions)
            batch.step(actions)
            for i in range(batch.n):
                saved = batch.save(i)
                other.load(0, saved)
                assert other.save(0)[STATE:-4] == saved[STATE:-4]


@pytest.mark.parametrize("name", RULE_SETS)
def test_edits_behind_a_right_checksum(name: str) -> None:
    refused, taken = attack(name, seed=1, edits=150, played=3)
    assert refused > 20 and taken > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_many_edits_behind_a_right_checksum(name: str) -> None:
    for seed in range(10):
        attack(name, seed=100 + seed, edits=300, played=100)


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    """The state's bytes with the only place of ``old`` overwritten."""
    assert data.count(old, STATE) == 1
    return sealed(data[:STATE] + data[STATE:].replace(old, new))


def test_a_hand_that_the_wall_does_not_know() -> None:
    batch = Batch(load_rules("super_bingo"), 1)
    saved = batch.save(0)
    state = batch.state(0)
    wall = bytes(state["wall"])
    at = next(i for i in range(state["head"], state["tail"]) if wall[i] != wall[i + 1])
    swapped = wall[:at] + wall[at + 1 : at + 2] + wall[at + 1 :]
    with pytest.raises(ValueError, match="wall: the tiles of wall"):
        batch.load(0, changed(saved, wall, swapped))
    with pytest.raises(ValueError, match="wall: has a value that it cannot have"):
        batch.load(0, changed(saved, wall, wall[:at] + b"\xff" + wall[at + 1 :]))
    assert batch.save(0) == saved


@pytest.mark.parametrize(("rules", "code"), [("super_bingo", 182), ("piquet", None)])
def test_a_history_of_events_that_cannot_be(rules: str, code: int | None) -> None:
    batch = Batch(load_rules(rules), 1, auto_reset=False)
    actions = np.zeros(1, np.uint8)
    while len(batch.state(0)["history"]) < 12:
        batch.baseline(actions)
        batch.step(actions)
    saved = batch.save(0)
    events = batch.state(0)["history"]
    seat, event = events[-1] >> 14, events[-1] >> 8 & 63
    wrong = [3 << 14 | event << 8, seat << 14, seat << 14 | 63 << 8]
    wrong += [] if code is None else [seat << 14 | event << 8 | code]
    for token in wrong:
        told = struct.pack(f"={len(events)}H", *events)
        other = struct.pack(f"={len(events)}H", *events[:-1], token)
        with pytest.raises(ValueError, match="history: tells of an event that cannot be"):
            batch.load(0, changed(saved, told, other))
        with pytest.raises(PositionError, match="is no event of this game"):
            batch.set_state(0, {**batch.state(0), "history": [*events[:-1], token]})
    assert batch.save(0) == saved


def test_an_actor_that_does_not_play() -> None:
    batch = Batch(load_rules("piquet"), 1)
    saved = batch.save(0)
    state = bytearray(saved)
    # phase and actor follow the fields of the game and the round, behind the legal actions
    at = STATE + 8 + 16 + 16 + 6
    assert state[at] == 8 and state[at + 1] == batch.seat[0]
    state[at + 1] = 2
    with pytest.raises(ValueError, match="actor: has a value that it cannot have"):
        batch.load(0, sealed(bytes(state)))
    assert batch.save(0) == saved


def test_another_layout_is_named() -> None:
    batch = Batch(load_rules("sanma_base"), 1)
    saved = batch.save(0)
    head = list(struct.unpack(f"={HEAD}Q", saved[len(MAGIC) : STATE]))
    assert head[:2] == [FORMAT_VERSION, LAYOUT_HASH]
    for place, message in ((0, "format"), (1, "laid out differently")):
        other = list(head)
        other[place] += 1
        data = MAGIC + struct.pack(f"={HEAD}Q", *other) + saved[STATE:]
        with pytest.raises(ValueError, match=message):
            batch.load(0, sealed(data))


HEADER = """
cdef enum:
    ROOM = 3             # places

cdef enum Named:
    ONE = 1

cdef struct Pair:
    int32_t a            # the first
    int32_t b[ROOM]
"""


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# the first", "# another word", True),
        ("ONE = 1", "ONE = 2", True),
        ("ROOM = 3 ", "ROOM = 4 ", False),
        ("int32_t a ", "uint32_t a ", False),
        ("int32_t b", "int32_t c", False),
    ],
)
def test_what_the_layout_follows(old: str, new: str, same: bool) -> None:
    assert old in HEADER
    assert (declarations(HEADER.replace(old, new)) == declarations(HEADER)) == same


def test_the_layout_follows_the_size() -> None:
    assert layout_hash(1, 100) == layout_hash(1, 100)
    assert len({layout_hash(1, 100), layout_hash(1, 104), layout_hash(2, 100)}) == 3


def test_copies_that_could_not_be_chosen_are_refused() -> None:
    """The copies of a call are chosen in one order alone: after the last of a kind comes none."""
    batch = load_position("""
        rules super_bingo
        turn claim discard=5p from=0
        seat0 hand=234678s3344p118s river=1z5p
        seat1 hand=50p5pg234s678s6s555z river=8s
        seat2 hand=1188p99s223344z9p river=9s
        dora 3s
        wall ...
    """)
    batch.step_one(0, action_id("pon"))
    state = batch.state(0)
    plain, red, gold = parse_tiles("5p0p5pg")
    assert state["phase"] == "copies" and batch.legal_actions(0) == [plain, red]
    other = Batch(batch.rules, 1)
    other.set_state(0, {**state, "chosen": [plain]})
    assert other.legal_actions(0) == [red, gold]
    with pytest.raises(PositionError, match="in phase 'copies' this seat has no legal action"):
        other.set_state(0, {**state, "chosen": [gold]})
