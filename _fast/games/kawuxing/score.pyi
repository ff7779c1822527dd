"""Kawuxing hands and payments from plain Python values; the engine plays by the same functions.

Tiles are texts ("123p5577z"), players numbers from 0 in turn order, amounts whole numbers. Every
function raises ``ValueError`` for input that does not fit the rules, naming the part that is wrong
and what would be right.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of a won hand: name, form, default ("needed" where there is none), meaning."""
FLAGS: tuple[tuple[str, str, str], ...]
"""The flags of a won hand: name, the way of winning that it needs, meaning."""

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand is worth and who pays (kawuxing sections 4 and 5).

    Args:
        rules: kawuxing, with add-ons and options.
        case: a dict with the keys of ``CASE``.

    Returns:
        ``legal`` (complete and, unless drawn, with a pattern; a win missed before is not looked
        at), ``patterns`` [[name, doubles], ...], ``doubles`` (after the cap),
        ``doubles_before_cap``, ``points_delta`` by player and ``ledger`` (lines of reason, payer,
        payee, points, chips, detail). A hand that is not legal has no patterns, and None as
        doubles and points_delta.
    """

def kan_payments(
    rules: Rules, kans: Iterable[Mapping[str, Any]], *, resting: int | None = None
) -> list[int]:
    """What kans bring at once, by player (kawuxing section 3.3).

    Args:
        rules: kawuxing, with add-ons and options.
        kans: each with ``type`` (daiminkan, kakan, ankan), ``seat``, ``chain`` (its place in the
            series, from 1, the default) and, for a daiminkan, ``from_seat``.
        resting: who sits out, where one does.
    """

def draw_payments(
    rules: Rules, disclosed: Sequence[int], *, resting: int | None = None
) -> list[int]:
    """What a draw moves, by player (kawuxing section 5).

    Args:
        rules: kawuxing, with add-ons and options.
        disclosed: who has shown his hand, the first one first.
        resting: who sits out, where one does.
    """
