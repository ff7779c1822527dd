"""The keys of a position of the card games."""

from typing import Final

STAGES: Final[dict[str, tuple[str, ...]]]
"""Game -> what may be asked, by ``CardTable.stage``."""
CARD_FIELDS: Final[list[tuple[str, str, str]]]
"""(part, key, meaning); part is "state", "seat", or a game's own."""
