"""Hands of Ninety-Nine as plain Python values: bids, offers, points (ninety_nine.md 3-5).

A card is two letters, suit and rank: "C6", "HT", "SA". Players are numbered from 0 in turn order.
Every function raises ``ValueError`` for what does not fit, naming the part that is wrong and what
would be right.
"""

from collections.abc import Mapping
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of `score`'s case: name, form, default, meaning."""

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """A hand that has been played: its points, the trump of the next, what has been won.

    Args:
        rules: of the game ninety_nine.
        case: the keys of `CASE`.

    Returns:
        ``legal`` (always true), ``bids`` (tricks), ``made`` (by player), ``premium`` (player and
        offer that took effect; None), ``points_delta``, ``next_trump`` (a suit; None without),
        ``totals`` after the hand, ``game_winner`` (of a race's game; None), ``over`` (all is over),
        ``ledger`` (lines of reason, payer None, payee, points, and detail: of tricks their number,
        of bid the bid, of premium whose it was).
    """

def outcome(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What has been won with the ``totals`` after a hand: ``game_winner``, ``over``.

    ``case``: totals, hands, wins, as in `CASE`.
    """

def bid_of(cards: str) -> int:
    """Tricks that three cards bid: clubs 3, hearts 2, spades 1, diamonds 0 each."""

def bids_possible(cards: int) -> int:
    """Ways to lay aside a bid from so many cards."""

def trick_winner(rules: Rules, cards: str, trump: str | None) -> int:
    """Which of three cards, in the order of playing, wins the trick."""

def following(hand: str, led: str | None) -> list[str]:
    """Cards of the hand that may be played to a trick of that suit; None: to lead."""
