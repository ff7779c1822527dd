"""What is printed on a tile where its code says something else.

Once the wildcard of a regional game is known, its tiles have the code ``1w``, and the Whites the
code of the indicator's kind; a game whose tiles are others says so in its module ``faces``.
"""

from typing import Any

from shugi._fast.core.tiles import CODE_NAMES
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import module_of

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
    if room := module_of(rules.game, "faces"):
        face_of |= room.printed(rules, state)
    elif kind != WHITE:
        face_of[kind] = WHITE
    return face_of
