"""Pin what the engine does: for each rule set, hashes of fixed play.

    python tools/fingerprint.py

writes tests/fingerprint.txt again; a test compares. Run it after a change that is meant to change
play, and read the difference: each column stands for one thing, so it tells what has changed. When
only the moves of the baseline change, the lines of random play stay as they are.

moves    who acts, what is played, when hands and games end
masks    legal actions
paid     ledgers of finished hands, scores, results
seen     planes, globals and history of the deciding seat and of the next one
oracle   oracle planes of the deciding seat
text     positions as text
redeal   positions dealt again, for each viewer in turn
likely   the same with beliefs that favour no hand
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi.commands.bench import playing
from shugi.envs import format_position, load_rules

FILE = Path(__file__).resolve().parent.parent / "tests" / "fingerprint.txt"
COLUMNS = ("moves", "masks", "paid", "seen", "oracle", "text", "redeal", "likely")
PLAYERS = ("random", "baseline")
GAMES = 8
STEPS = 160
SEED = 20
EVERY = 20  # steps between positions that are dealt again
EVEN = np.zeros(BELIEF_SHAPE, np.float32)


class Hashes:
    def __init__(self) -> None:
        self.by_column = {column: blake2b(digest_size=5) for column in COLUMNS}

    def add(self, column: str, *values: object) -> None:
        for value in values:
            raw = value.tobytes() if isinstance(value, np.ndarray) else f"{value}\n".encode()
            self.by_column[column].update(raw)

    def texts(self) -> list[str]:
        return [self.by_column[column].hexdigest() for column in COLUMNS]


class Eyes:
    """Buffers for what a seat sees."""

    def __init__(self, batch: Batch) -> None:
        n, layout = batch.n, batch.layout
        self.planes = np.zeros((n, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((n, layout.globals), np.float32)
        self.history = np.zeros((n, layout.history), np.uint16)
        self.oracle = np.zeros((n, layout.oracle_planes, layout.places), np.uint8)

    def add(self, hashes: Hashes, batch: Batch) -> None:
        for seats in (batch.seat, (batch.seat + 1) % batch.seats):
            batch.observe(self.planes, self.globals, self.history, seats)
            rounded = np.rint(self.globals * 10_000).astype("<i4")  # whatever compiler divides
            hashes.add("seen", self.planes, rounded, self.history.astype("<u2"))
        batch.observe_oracle(self.oracle)
        hashes.add("oracle", self.oracle)


def add_paid(hashes: Hashes, batch: Batch) -> None:
    for i in np.flatnonzero(batch.hand_done):
        if batch.done[i]:
            hashes.add("paid", i, *batch.final_score[i], *np.round(batch.final_result[i], 3))
        else:
            lines = [list(line.values()) for line in batch.ledger(i)]
            hashes.add("paid", i, lines, batch.scores(i))


def add_positions(hashes: Hashes, batch: Batch, step: int) -> None:
    for i in range(batch.n):
        viewer, again = (step // EVERY + i) % batch.seats, batch.clone([i, i])
        again.redeal(0, viewer, 100 * step + i)
        again.redeal_likely(1, viewer, 100 * step + i, EVEN, steps=20, looks=4)
        hashes.add("text", format_position(batch, i))
        hashes.add("redeal", format_position(again, 0))
        hashes.add("likely", format_position(again, 1))


def choose(batch: Batch, player: str, step: int, actions: NDArray[np.uint8]) -> None:
    if player == "random":
        batch.sample(actions, step)
    else:
        batch.baseline(actions)


def fingerprint(name: str, player: str, seed: int = SEED) -> list[str]:
    """A hash for each column."""
    batch = Batch(load_rules(name), GAMES, seed)
    hashes, eyes = Hashes(), Eyes(batch)
    actions = np.zeros(GAMES, np.uint8)
    for step in range(STEPS):
        choose(batch, player, step, actions)
        hashes.add("moves", batch.seat, actions, batch.hand_done, batch.done)
        hashes.add("masks", batch.legal())
        eyes.add(hashes, batch)
        if step % EVERY == EVERY - 1:
            add_positions(hashes, batch, step)
        batch.step(actions)
        add_paid(hashes, batch)
    return hashes.texts()


def row(*cells: str) -> str:
    return f"{cells[0]:<28}{cells[1]:<10}" + "  ".join(f"{cell:<10}" for cell in cells[2:]).rstrip()


def lines_of(name: str) -> list[str]:
    return [row(name, player, *fingerprint(name, player)) for player in PLAYERS]


def pages() -> Iterator[str]:
    yield row("rule set", "player", *COLUMNS)
    for name in playing():
        yield from lines_of(name)


if __name__ == "__main__":
    if sys.argv[1:]:
        raise SystemExit(f"{Path(__file__).name} takes no arguments; it writes {FILE}")
    FILE.write_text("\n".join(pages()) + "\n", encoding="utf-8")
