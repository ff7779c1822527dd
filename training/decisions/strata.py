"""Numbers about a position by which probes are spread and results are told apart."""

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import TILE_ACTIONS
from shugi.envs.common.arrays import F64, I8, I64, U8

STRATA = {
    "turn": 4.0,  # own discards so far
    "threats": 1.0,  # opponents who have declared
    "wait": 3.0,  # unseen tiles of the widest wait that a discard leaves, 0 if none is ready
    "value": 2.0,  # own dora, red and gold tiles and those set aside; wildcards in regional games
    "left": 0.0,  # live tiles
}
"""By name, how wide the steps are in which probes are spread; 0: only told."""

Numbers = dict[str, F64]


def planes_seen(batch: Batch) -> dict[str, U8]:
    """What the seats to decide see of the tiles: by name of the layout's planes (n, size, 34)."""
    layout = batch.layout
    planes = np.zeros((batch.n, layout.planes, layout.places), np.uint8)
    batch.observe(planes, np.zeros((batch.n, layout.globals), np.float32), None, batch.seat)
    return {
        row["name"]: planes[:, row["offset"] : row["offset"] + row["size"]]
        for row in layout.plane_rows
    }


def seen_by(batch: Batch, rows: I64, seats: I8) -> Numbers:
    """What some seats know in some games.

    Args:
        batch: n games; they stay as they are.
        rows: (k,) int64, games of it.
        seats: (k,) int8, the seat that looks in each of these games.

    Returns:
        by name of the layout's globals, (k, size) float64; without the scale by which networks are
        given them.
    """
    layout, asking = batch.layout, np.full(batch.n, -1, np.int8)
    asking[rows] = seats
    numbers = np.zeros((batch.n, layout.globals), np.float32)
    planes = np.zeros((batch.n, layout.planes, layout.places), np.uint8)
    batch.observe(planes, numbers, None, asking)
    found = numbers[rows].astype(np.float64)
    return {
        row["name"]: found[:, row["offset"] : row["offset"] + row["size"]] * row["scale"]
        for row in layout.global_rows
    }


def strata_of(batch: Batch) -> Numbers:
    """(n,) each, of the seats to decide."""
    seen = seen_by(batch, np.arange(batch.n), batch.seat)
    worth = "wilds_held" if "regional" in batch.rules.traits else "known_han"
    numbers = {
        "turn": seen["discards"][:, 0],
        "threats": seen["riichi"][:, 1:].sum(axis=1),
        "wait": _waits(batch, np.flatnonzero(seen["shanten"][:, :2].any(axis=1))),
        "value": seen[worth][:, 0],
        "left": seen["live_tiles"][:, 0],
    }
    return {name: np.rint(numbers[name]) for name in STRATA}


def _waits(batch: Batch, rows: I64) -> F64:
    """(n,) of the given games: each discard is tried on a copy."""
    waits = np.zeros(batch.n)
    tried = [
        (int(i), action)
        for i in rows
        for action in batch.legal_actions(int(i))
        if action < TILE_ACTIONS
    ]
    if not tried:
        return waits
    games = np.array([i for i, _ in tried])
    after = Batch(batch.rules, len(tried), forced=False, auto_reset=False)
    after.copy_from(batch, games, np.arange(len(tried)))
    after.step(np.array([action for _, action in tried], np.uint8))
    seen = seen_by(after, np.arange(len(tried)), batch.seat[games])
    tiles = np.where(seen["shanten"][:, 1] > 0, seen["ukeire_tiles"][:, 0], 0.0)
    np.maximum.at(waits, games, tiles)
    return waits
