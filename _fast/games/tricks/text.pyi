"""The keys of a position of the card games."""

from typing import Final

STAGES: Final[dict[str, tuple[str, ...]]]
"""Game -> what may be asked, by ``CardTable.stage``."""
VERDICTS: Final[tuple[str, ...]]
CARD_FIELDS: Final[list[tuple[str, str, str]]]
"""(part, key, meaning); part is "state", "seat", "piquet" or "said"."""
CARD_DEFAULTS: Final[dict[str, dict[str, object]]]
"""Part -> key -> the value that a key left out gets."""
