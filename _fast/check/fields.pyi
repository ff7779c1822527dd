"""The fields of a position: names, forms, meanings."""

from typing import Final

PHASES: Final[tuple[str, ...]]
RIICHI: Final[tuple[str, ...]]
MELD_TYPES: Final[tuple[str, ...]]
WIN_BY: Final[tuple[str, ...]]
HAND_ENDS: Final[tuple[str, ...]]
ROBBED: Final[dict[int, str | None]]
FIELDS: Final[list[tuple[str, str, str]]]
"""(part, key, meaning); part is "state", "last" or "seat"."""
DEFAULTS: Final[dict[str, dict[str, object]]]
"""Part -> key -> the value that a key left out gets, for keys whose default is a constant."""

REGIONAL_KEYS: Final[dict[str, frozenset[str]]]
"""Part -> the keys that only a position of a regional game has."""

class PositionError(ValueError):
    """A position that cannot be; ``field`` names the part that is wrong."""

    field: str
    def __init__(self, field: str, message: str) -> None: ...
