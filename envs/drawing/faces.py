"""What is printed on a tile where its code says something else.

Once the wildcard of a regional game is known, its tiles have the code ``1w``, Wuhan's kan tiles
``1k`` and ``2k``, and the Whites of Hangzhou and Xiamen the code of the indicator's kind.
"""

from typing import Any

from shugi._fast.core.tiles import CODE_NAMES, code_name, parse_tiles
from shugi._fast.games.wuhan.score import kan_tiles
from shugi._fast.rules.compile import Rules

CODES = {name: code for code, name in CODE_NAMES.items()}
WHITE, WILD, KAN_TILES = CODES["5z"], CODES["1w"], (CODES["1k"], CODES["2k"])


def faces(state: dict[str, Any], rules: Rules) -> dict[int, int]:
    """Codes that are not what is printed on their tiles, and what is.

    The indicator on the table is the one tile whose code is always its face.

    Args:
        state: as ``Batch.state`` gives it.
        rules: of the game.
    """
    kind = state.get("wild_kind")
    if kind is None:
        return {}
    face_of = {WILD: kind}
    if rules.reads("kong_tile_mode"):
        turned = code_name(state["dora"][0])
        printed = [parse_tiles(name)[0] for name in kan_tiles(rules, turned)]
        face_of |= dict(zip(KAN_TILES, printed, strict=False))
    elif kind != WHITE:
        face_of[kind] = WHITE
    return face_of
