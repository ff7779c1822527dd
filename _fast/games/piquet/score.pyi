"""Hands of Piquet from plain Python values; the engine plays by the same functions.

Cards are texts, by suits from the top ("S:AKQ H:T") or one by one ("SA SK SQ HT"); pairs are
[elder, younger]. Every function raises ``ValueError`` for input that does not fit the rules, naming
the part that is wrong and what would be right.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of a hand: name, form, default ("needed" where there is none), meaning."""
CHOICE: tuple[tuple[str, str, str, str], ...]
"""What a case may choose for a player, as ``CASE``."""
CATEGORY_NAMES: tuple[str, str, str]

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """The points of a hand in the order in which they count (piquet sections 3 to 5).

    Args:
        rules: piquet, with add-ons and options.
        case: a dict with the keys of ``CASE``.

    Returns:
        ``legal`` (always true), ``points_delta`` (as ``total``), ``ledger`` (lines of reason,
        payer None, payee 0 or 1, points, detail, in the order in which they count),
        ``point``, ``sequence``, ``sets`` (pairs), ``repic`` and ``pic`` (0 elder, 1 younger, None),
        ``total`` (of the hand), ``declarations`` (by category: declared, answer, verdict, counted,
        points); with ``play`` also ``tricks``, ``cards`` and ``play``; with ``before`` also
        ``game`` (winner, totals, and whether the hand is played out).
    """

def extras_counted(
    rules: Rules, category: str, hand: str, deciding: str, counted: str
) -> list[bool]:
    """Which further combinations lie among the counted cards, the strongest first.

    Args:
        rules: piquet.
        category: "point", "sequence" or "sets".
        hand: the twelve cards after the exchange.
        deciding: those of the combination that won the category.
        counted: all that were counted in it.
    """

def declared_end(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Whether the declarations end a game (piquet section 5).

    Args:
        rules: piquet; its option ``target`` counts.
        case: pairs ``before``, ``carte_blanche``, ``point``, ``sequence``, ``sets``; options.

    Returns:
        ``winner`` ("elder", "younger" or None) and ``totals`` as of that moment.
    """

def game_winner(rules: Rules, totals: Sequence[int]) -> str | None:
    """Who has won the game after all twelve tricks: "elder", "younger" or None."""

def settlement(rules: Rules, totals: Sequence[int]) -> int:
    """What the winner of six deals gets from the loser; 0 where the totals are equal."""

def exchange_limits(rules: Rules, elder_takes: int) -> dict[str, Any]:
    """``elder`` and ``younger`` ([least, most] cards) and ``elder_sees`` (cards that he left)."""

def point_value(rules: Rules, cards: str) -> dict[str, int]:
    """``pips`` and ``score`` of cards of one suit as a point."""
