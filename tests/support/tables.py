"""What lies where on a table, for tests."""

from collections.abc import Iterator
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.drawing.faces import faces

CALLED = 4  # river flag: the tile lies in another seat's meld


def codes_of(state: dict[str, Any]) -> list[int]:
    """Every tile of the table: hands, melds, rivers, tiles set aside, the wall that is left."""
    tiles = list(state["wall"][state["head"] :])
    if "stage" in state:  # a card game
        places = ("hand", "aside", "played")
        return sorted(tiles + [card for seat in state["seats"] for p in places for card in seat[p]])
    taken = state["n_rinshan"]
    if taken:
        tiles = tiles[:-taken]
    for seat in state["seats"]:
        tiles += seat["hand"]
        tiles += seat["aside"]
        tiles += [tile for meld in seat["melds"] for tile in meld["tiles"]]
        river = zip(seat["river"], seat["river_flags"], strict=True)
        tiles += [tile for tile, flag in river if not flag & CALLED]
    return sorted(tiles)


def tiles_of(state: dict[str, Any], rules: Rules) -> list[int]:
    """The same by what is printed on the tiles: always the deck."""
    tiles, printed = codes_of(state), faces(state, rules)
    shown = list(state["dora"]) if printed else []
    for tile in shown:
        tiles.remove(tile)  # the indicator is what it shows
    return sorted([printed.get(tile, tile) for tile in tiles] + shown)


def dealt_again(batch: Batch, viewer: int, times: int) -> Iterator[dict[str, Any]]:
    """The first game's state with other tiles wherever the viewer cannot look."""
    for key in range(times):
        other = batch.clone()
        other.redeal(0, viewer, key)
        yield other.state(0)
