"""Hangzhou hands as plain Python values: what they are worth, who pays (hangzhou.md 3-5).

Tiles are texts ("123p5z") and show their faces: the wildcards are those of the indicator's kind
(the Whites, with ``permanent_fortune`` or a White as indicator), other Whites count as the
indicator's kind. Players are numbered from 0 in turn order. Every function raises ``ValueError``
for rules of another game and for a case that does not fit, naming the part that is wrong and what
would be right.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shugi._fast.rules.compile import Rules

CASE: tuple[tuple[str, str, str, str], ...]
"""The keys of `score`'s case: name, form, default, meaning."""

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """A finished hand: may it be won, what is it worth, who pays.

    Args:
        rules: of the game hangzhou.
        case: the keys of `CASE`.

    Returns:
        ``legal``, ``why`` (why not; None), ``multiplier`` (None where the tiles do not win),
        ``doublings`` {name: how often}, ``points_delta`` (units of each player), ``ledger`` (lines
        of reason, payer, payee, points, detail: of win the stay level, of pao the sum of 1 liable
        and 2 counter-liable).
    """

def spared(case: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[str, ...]:
    """What is needed elsewhere and not by this win, or by these options."""

def hand_value(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """The tiles alone (hangzhou.md 4): ``legal``, ``multiplier``, ``doublings``, ``wild_eye``.

    ``case``: hand, win_tile, melds, indicator, win_by, floats, kan_streak. Stay level and seats
    are not asked.
    """

def payment(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a win of a given ``multiplier`` pays (hangzhou.md 5): ``points_delta``, ``ledger``.

    ``case``: dealer, winner, win_by, loser, level, multiplier, liability, float_claims, chips.
    """

def level_of(rules: Rules, hands: int) -> int:
    """Stay level of the banker's n-th hand in a row (hangzhou.md 3.6)."""

def lifts_level(rules: Rules, dice: tuple[int, int]) -> bool:
    """Whether the dice of the deal set the stay level to 3 (option ``instant_third_stay``)."""

def honours_multiplier(rules: Rules, discards: int) -> int | None:
    """What so many discards, all of them honours, win (option ``ten_honours``); None: nothing."""

def claim_forbidden(
    rules: Rules, fed: Sequence[str], *, with_banker: bool, level: int, chi: bool
) -> bool:
    """Whether a claim is a third set that ``liability_restriction`` forbids.

    Args:
        rules: of the game hangzhou.
        fed: types of the open sets that the taker has of this player ("chi", "pon", ...).
        with_banker: one of the two is the banker.
        level: stay level.
        chi: the claim is a chi.
    """
