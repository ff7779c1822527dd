"""Sichuan hands and payments from plain Python values; the engine plays by the same functions.

Tiles are texts ("123p5577s"), players numbers from 0 in turn order, amounts whole numbers. Every
function raises ``ValueError`` for input that does not fit the rules, naming the part that is wrong
and what would be right.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of a won hand: name, form, default ("needed" where there is none), meaning."""
FLAGS: tuple[tuple[str, str, str], ...]
"""The flags of a won hand: name, the way of winning that it needs, meaning."""

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand is worth and who pays (sichuan sections 4 and 5.1).

    Args:
        rules: sichuan, with options.
        case: a dict with the keys of ``CASE``.

    Returns:
        ``legal`` (complete, without a tile of the void suit; a win missed before is not looked
        at), ``fans`` [[name, doubles], ...], ``doubles`` (after the cap), ``doubles_before_cap``,
        ``points_delta`` by player and ``ledger`` (lines of reason, payer, payee, points, chips,
        detail). A hand that is not legal has no fans, and None as doubles and points_delta.
    """

def kan_payments(rules: Rules, kans: Iterable[Mapping[str, Any]]) -> list[int]:
    """What kans bring at once, by player (sichuan section 5.2).

    Args:
        rules: sichuan, with options.
        kans: each with ``type`` (daiminkan, kakan, ankan), ``seat``, ``won`` (players who have won
            before, [] by default) and, for a daiminkan, ``from_seat``.
    """
