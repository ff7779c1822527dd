"""Payments: a table of what each loser owes, and the changes of the scores that it makes."""

from collections.abc import Mapping, Sequence


def deltas(owed: Mapping[int, int], to: int, seats: int) -> list[int]:
    """The change of each seat when every key of ``owed`` pays its value to seat ``to``."""
    change = [0] * seats
    for payer, amount in owed.items():
        change[payer] -= amount
        change[to] += amount
    return change


def limited(owed: Mapping[int, int], chips: Sequence[int] | None) -> dict[int, int]:
    """hangzhou.md 5: nobody pays more than the chips that he holds; None: no limit."""
    if chips is None:
        return dict(owed)
    return {payer: min(amount, max(0, chips[payer])) for payer, amount in owed.items()}


def losers(winner: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if seat != winner]
