"""What a won hand is worth, in words that both sides share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    han: int
    """13 for each yakuman."""
    fu: int | None
    """None for a yakuman."""
    points: list[int]
    """By seat, honba and sticks included."""
    yaku: dict[str, int]
    """Han by yaku and dora; of a yakuman hand the yakuman alone, with their units."""
