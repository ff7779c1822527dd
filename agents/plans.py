"""Plans: what a seat can do at a decision, a verb together with the tile that it asks for."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id

Plan = tuple[int, ...]
"""Action ids, one after another: a discard, a verb, or a verb and its tile."""

ASKING = {
    action_id(name): phase
    for name, phase in {
        "riichi": "riichi",
        "open_riichi": "riichi",
        "kan_closed": "kan",
        "kan_added": "kan",
    }.items()
}
"""Verbs that may make the next decision the choice of a tile, and the phase that asks for it."""


def plans_at(batch: Batch, i: int) -> list[Plan]:
    """All plans of the seat to decide in game ``i``, in the order of their action ids.

    A verb whose tile is forced is a plan by itself. Card games have no such verbs.
    """
    return plans_of(batch, [i])[0]


def plans_of(batch: Batch, rows: Sequence[int] | NDArray[np.int64]) -> list[list[Plan]]:
    """``plans_at`` for each of these games, which is faster than one after the other."""
    legal = [batch.legal_actions(int(row)) for row in rows]
    asking = {} if "plays_cards" in batch.rules.traits else ASKING
    verbs = [(k, verb) for k, actions in enumerate(legal) for verb in actions if verb in asking]
    tiles = dict(zip(verbs, _tiles_of(batch, rows, verbs), strict=True))
    plans: list[list[Plan]] = []
    for k, actions in enumerate(legal):
        plans.append([])
        for action in actions:
            plans[k] += [(action, tile) for tile in tiles.get((k, action), ())] or [(action,)]
    return plans


def _tiles_of(
    batch: Batch, rows: Sequence[int] | NDArray[np.int64], verbs: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """Among which tiles a seat can choose after each (number of the row, verb); none: no choice."""
    if not verbs:
        return []
    games = np.array([rows[k] for k, _ in verbs], np.int64)
    after = batch.clone(games)
    after.step(np.array([verb for _, verb in verbs], np.uint8))
    same = after.seat == batch.seat[games]
    return [
        after.legal_actions(i) if same[i] and after.state(i)["phase"] == ASKING[verb] else []
        for i, (_, verb) in enumerate(verbs)
    ]
