"""Saved games with some bytes changed behind a right checksum: refused, or played on to the end.

Run by hand, or under a sanitizer:

    python -P -m pytest tests/text/test_fault.py -m slow
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.saved import HEAD, MAGIC
from shugi.envs import load_rules

STATE = len(MAGIC) + 8 * HEAD  # where the state begins
POINTER = 8
LONGEST = 3000  # decisions of a game, far more than any has


def sealed(data: bytes) -> bytes:
    """The same bytes with the checksum that belongs to them."""
    return data[:-4] + zlib.crc32(data[len(MAGIC) : -4]).to_bytes(4, "little")


def edited(data: bytes, rng: random.Random) -> bytes:
    """Some bytes of the state changed: set, turned over, counted up or down, or exchanged."""
    raw = bytearray(data)
    places = range(STATE + POINTER, len(raw) - 4)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, other = rng.choice(places), rng.choice(places)
        kind = rng.randrange(4)
        if kind == 0:
            raw[at] = rng.randrange(256)
        elif kind == 1:
            raw[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            raw[at] = (raw[at] + rng.choice((-1, 1))) & 255
        else:
            raw[at], raw[other] = raw[other], raw[at]
    return sealed(bytes(raw))


def games_in_play(name: str, seed: int) -> Iterator[bytes]:
    """Saved games of a rule set, from all over random and baseline play."""
    batch = Batch(load_rules(name), 8, seed=seed, forced=seed % 2 == 0)
    actions = np.zeros(batch.n, np.uint8)
    for step in range(10**9):
        if step % 5 == 4:
            batch.baseline(actions)
        else:
            batch.sample(actions, seed + step)
        batch.step(actions)
        yield batch.save(step % batch.n)


class Player:
    """Plays one loaded game to its end and looks at everything on the way."""

    def __init__(self, name: str):
        self.batch = batch = Batch(load_rules(name), 1, forced=False, auto_reset=False)
        layout = batch.layout
        self.planes = np.zeros((1, layout.planes, layout.places), np.uint8)
        self.oracle = np.zeros((1, layout.oracle_planes, layout.places), np.uint8)
        self.globals_ = np.zeros((1, layout.globals), np.float32)
        self.history = np.zeros((1, layout.history), np.uint16)
        self.actions = np.zeros(1, np.uint8)

    def look(self, step: int) -> None:
        batch = self.batch
        for seat in range(batch.seats):
            batch.observe(self.planes, self.globals_, self.history, np.array([seat], np.int8))
            batch.observe_oracle(self.planes[:, : batch.layout.oracle_planes].copy())
        batch.state(0)
        batch.ledger(0)
        try:
            batch.redeal(0, max(int(batch.seat[0]), 0), step)
        except RuntimeError:
            pass  # no deal fits what the seat knows

    def finish(self, seed: int) -> int:
        """Play on; every state on the way can be saved and loaded. Returns: decisions."""
        batch = self.batch
        for step in range(LONGEST):
            if batch.seat[0] < 0:
                return step
            assert batch.legal_actions(0), "a game that goes on has a legal action"
            if step % 50 == 0:
                self.look(step)
                batch.load(0, batch.save(0))
            if step % 3:
                batch.sample(self.actions, seed + step)
            else:
                batch.baseline(self.actions)
            assert batch.is_legal(0, int(self.actions[0]))
            batch.step(self.actions)
            assert batch.status[0] == 0
        raise AssertionError(f"the game has not ended after {LONGEST} decisions")


def attack(name: str, seed: int, edits: int, played: int) -> tuple[int, int]:
    """Load ``edits`` changed games, and play ``played`` of those that are taken to their end.

    Returns: how many were refused, and how many were taken.
    """
    rng = random.Random(f"{name} {seed}")
    player, games = Player(name), games_in_play(name, seed)
    refused = taken = 0
    for _ in range(edits):
        try:
            player.batch.load(0, edited(next(games), rng))
        except ValueError:
            refused += 1
            continue
        taken += 1
        if taken <= played:
            player.finish(seed)
    return refused, taken
