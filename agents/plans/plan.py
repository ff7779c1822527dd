"""Plans: what a seat can do at a decision, a verb together with the tile that it asks for."""

from collections.abc import Sequence

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.envs.common.arrays import I64, U8
from shugi.envs.seat import SKIP

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


def plans_of(batch: Batch, rows: Sequence[int] | I64) -> list[list[Plan]]:
    """``plans_at`` for each of these games, which is faster than one after the other."""
    legal = [batch.legal_actions(int(row)) for row in rows]
    asking = _asking(batch)
    verbs = [(k, verb) for k, actions in enumerate(legal) for verb in actions if verb in asking]
    tiles = dict(zip(verbs, _tiles_of(batch, rows, verbs), strict=True))
    plans: list[list[Plan]] = []
    for k, actions in enumerate(legal):
        plans.append([])
        for action in actions:
            choice = tiles.get((k, action), ())
            plans[k] += [(action, tile) for tile in choice if len(choice) > 1] or [(action,)]
    return plans


def forced_tiles(batch: Batch, rows: I64, verbs: U8) -> U8:
    """The tiles that follow verbs which have no other choice of them.

    Args:
        batch: the games; they stay as they are.
        rows: (n,) games of it.
        verbs: (n,) action ids, one for each of these games.

    Returns:
        (n,) tiles; ``SKIP`` where the verb asks for no tile, or where several can follow.
    """
    asking = _asking(batch)
    asked = [(k, int(verb)) for k, verb in enumerate(verbs) if int(verb) in asking]
    tiles = np.full(len(rows), SKIP, np.uint8)
    for (k, _), choice in zip(asked, _tiles_of(batch, rows, asked), strict=True):
        if len(choice) == 1:
            tiles[k] = choice[0]
    return tiles


def _asking(batch: Batch) -> dict[int, str]:
    return {} if "plays_cards" in batch.rules.traits else ASKING


def _tiles_of(
    batch: Batch, rows: Sequence[int] | I64, verbs: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """The tiles that can follow each (number of the row, verb), a single one too."""
    if not verbs:
        return []
    games = np.array([rows[k] for k, _ in verbs], np.int64)
    # a tile without a choice would be played at once
    after = Batch(batch.rules, len(games), forced=False, auto_reset=False)
    after.copy_from(batch, games, np.arange(len(games)))
    after.step(np.array([verb for _, verb in verbs], np.uint8))
    same = after.seat == batch.seat[games]
    return [
        after.legal_actions(i) if same[i] and after.state(i)["phase"] == ASKING[verb] else []
        for i, (_, verb) in enumerate(verbs)
    ]
