"""Plans: what a seat can do at a decision, a verb together with the tile that it asks for."""

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
    plans: list[Plan] = []
    asking = {} if "plays_cards" in batch.rules.traits else ASKING
    for action in batch.legal_actions(i):
        tiles = _tiles_of(batch, i, action, asking[action]) if action in asking else []
        plans += [(action, tile) for tile in tiles] or [(action,)]
    return plans


def _tiles_of(batch: Batch, i: int, verb: int, phase: str) -> list[int]:
    """The tiles among which ``verb`` lets the seat choose; none where there is no choice."""
    after = batch.clone([i])
    after.step_one(0, verb)
    asked = after.seat[0] == batch.seat[i] and after.state(0)["phase"] == phase
    return after.legal_actions(0) if asked else []
