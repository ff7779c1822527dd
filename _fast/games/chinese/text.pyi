from collections.abc import Collection, Mapping
from typing import Any

OPEN_MELDS: frozenset[str]

def usual_counts(
    traits: Collection[str],
    seat: Mapping[str, Any],
    seats: int,
    wild_kind: int | None,
    by_face: bool,
    breaks: bool,
) -> dict[str, Any]:
    """What the table tells of a seat's fields that count; they need not be said then.

    Args:
        traits: of the game.
        seat: the seat as a dict.
        seats: how many there are.
        by_face, breaks: white_is_honour_by and ten_honours_claim (Hangzhou) are face and breaks.
    """
