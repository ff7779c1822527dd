"""Won hands of Xiamen and Quanzhou from plain Python values, by the engine's own functions.

Tiles are texts ("123m5z"), players numbers from 0. Hands and discards are written as their faces
show: golds as the indicator's tile, Whites as 5z. Every function raises ``ValueError`` for input
that does not fit the rules, naming the part that is wrong and what would be right.
"""

from collections.abc import Mapping
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""Keys of a case: name, form, default ("needed" where there is none), meaning."""
AWARDS: tuple[tuple[str, int, tuple[str, ...], str], ...]
"""Lines of the multiplier table: name, number, sources they go with, meaning."""
MELD_TYPES: dict[str, int]

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a won hand is worth and who pays (xiamen sections 4 and 5).

    Args:
        rules: of Xiamen or Quanzhou.
        case: a dict with the keys of ``CASE``.

    Returns:
        ``legal`` (the hand is complete and the options allow the win), ``award``, ``multiplier``,
        ``base`` (the banker's, scaled), ``water``, ``water_of`` {flowers, golds, melds, sets},
        ``points_delta`` by player and ``ledger`` (lines of reason, payer, payee, points, chips,
        detail); water, water_of and points_delta are None for a hand that is not complete.
    """

def legal_discards(rules: Rules, hand: str, indicator: str, discarded: str = "") -> list[str]:
    """The faces that may be discarded, following discarded honours (xiamen section 3.3).

    ``discarded``: tiles discarded before by anybody, without those that were claimed where the
    rules do not count them.
    """
