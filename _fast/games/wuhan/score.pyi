"""Wuhan hands and payments from plain Python values; the engine plays by the same functions.

Tiles are texts as their faces show ("123p5577z"), wildcards and kong tiles too; players are
numbers from 0 in turn order, amounts whole numbers. Every function raises ``ValueError`` for input
that does not fit the rules, naming the part that is wrong and what would be right.
"""

from collections.abc import Mapping
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of a won hand: name, form, default ("needed" where there is none), meaning."""
PLAYER: tuple[tuple[str, int, str], ...]
"""What a case says of each player: name, most, meaning."""
FLAGS: tuple[tuple[str, str, str], ...]
"""The flags of a won hand: name, the way of winning that it needs, meaning."""

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand is worth and who pays (wuhan sections 4 and 5).

    Args:
        rules: wuhan, with add-ons and options.
        case: a dict with the keys of ``CASE``.

    Returns:
        ``legal`` (the tiles win and reach the minimum), ``patterns`` (big ones; none: a small win),
        ``hard``, ``raw`` (what each other player would pay before the caps, by player as text),
        ``liable`` (who pays for all, or None), ``points_delta`` by player and ``ledger`` (lines of
        reason, payer, payee, points, chips, detail). Of a hand that misses only the minimum,
        ``points_delta`` is None; of one that does not win at all, ``hard`` and ``raw`` are too.
    """

def waits(rules: Rules, case: Mapping[str, Any]) -> list[str]:
    """The kinds that win by an ordinary draw or discard at this table (wuhan section 5).

    Args:
        rules: wuhan, with add-ons and options.
        case: the keys dealer, winner, hand, melds, indicator or wildcard, players and options of
            ``CASE``; the hand lacks its last tile.
    """

def wildcard(rules: Rules, indicator: str) -> str:
    """The kind that an indicator makes the wildcard (wuhan section 2)."""

def kan_tiles(rules: Rules, indicator: str) -> list[str]:
    """The kinds that can only be laid aside, with that indicator (wuhan sections 2 and 8).

    In the order of their codes, 1k and 2k.
    """
