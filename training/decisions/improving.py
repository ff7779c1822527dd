"""How many draws would make a ready hand's wait clearly wider: what a silent hand can still do."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi.envs.common.arrays import F64
from shugi.training.decisions.classes import KIND
from shugi.training.decisions.strata import Numbers, planes_seen

CLEAR = 2  # tiles by which a wait is clearly wider


def improving(batch: Batch, planes: Numbers) -> F64:
    """(n,) tiles out of sight whose draw, after the discard that leaves the widest wait, would
    allow a clearly wider one; 0 where no discard leaves the hand ready.

    Args:
        planes: what the seats to decide see, by name (n, size, 34), unscaled.
    """
    widening = np.zeros(batch.n)
    tried = [
        (i, kind, state)
        for i in np.flatnonzero(planes["ready_tiles"].any(axis=(1, 2)))
        for kind, state in _drawn(batch, int(i), planes)
    ]
    if not tried:
        return widening
    after = Batch(batch.rules, len(tried), forced=False, auto_reset=False)
    for row, (_, _, state) in enumerate(tried):
        after.set_state(row, state)
    wide = widest(after)
    for width, (i, kind, _) in zip(wide, tried, strict=True):
        if width >= planes["ready_tiles"][i].max() + CLEAR:
            widening[i] += planes["unseen"][i, 0, kind]
    return widening


def widest(batch: Batch) -> F64:
    """(n,) tiles out of sight that complete the hand after the best discard."""
    most: F64 = planes_seen(batch)["ready_tiles"].max(axis=(1, 2)).astype(np.float64)
    return most


def _drawn(batch: Batch, i: int, planes: Numbers) -> Iterator[tuple[int, dict[str, Any]]]:
    """For each kind out of sight, the game as if it had been drawn after the best discard."""
    state = batch.state(i)
    if state["phase"] != "own" or state["drawn"] is None:
        return
    seat = int(batch.seat[i])
    held = list(state["seats"][seat]["hand"])
    thrown = int(planes["ready_tiles"][i, 0].argmax())
    code = next((code for code in held if KIND[code] == thrown), None)
    if code is None:
        return
    held.remove(code)
    for kind in np.flatnonzero(planes["unseen"][i, 0] > 0):
        seats = [{**one, "hand": list(one["hand"])} for one in state["seats"]]
        other = {**state, "wall": list(state["wall"]), "seats": seats}
        drawn = _swap(other, seat, int(kind), code)
        if drawn is not None:
            other["seats"][seat]["hand"], other["drawn"] = sorted([*held, drawn]), drawn
            yield int(kind), other


def _swap(state: dict[str, Any], seat: int, kind: int, code: int) -> int | None:
    """A tile of the kind, taken from where the seat cannot see it; ``code`` is put there."""
    wall, head = state["wall"], state["head"]
    for place in range(head, state["tail"]):
        if KIND[wall[place]] == kind:
            drawn: int = wall[place]
            wall[place] = code
            return drawn
    for other, one in enumerate(state["seats"]):
        if other == seat or one["riichi"] != "none":  # whose hand stays as it was
            continue
        hand = one["hand"]
        own = next((tile for tile in hand if KIND[tile] == kind), None)
        if own is not None:
            hand.remove(own)
            hand[:] = sorted([*hand, code])
            return int(own)
    return None
