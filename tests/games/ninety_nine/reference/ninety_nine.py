"""Ninety-Nine: bids, offers, scoring, the end of games (ninety_nine.md 1, 3-5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from tests.games.tricks.reference.cards import pack
from tests.games.tricks.reference.options import Options

SEATS = 3
HAND = 12
BID_CARDS = 3
TRICKS = 9
BID_VALUES = {"C": 3, "H": 2, "S": 1, "D": 0}
TRUMPS = "DSHC"  # by the number of bids made in the hand before
MADE = {1: 30, 2: 20, 3: 10}  # by the number of bids made
NO_OFFER, DECLARE, REVEAL = 0, 1, 2
PREMIUMS = {DECLARE: 30, REVEAL: 60}

Totals = list[int]


def deck_of() -> list[str]:
    return pack("6")


def bid_of(cards: Iterable[str]) -> int:
    return sum(BID_VALUES[card[0]] for card in cards)


def bids_possible() -> int:
    return comb(HAND, BID_CARDS)


def left_of(seat: int) -> int:
    return (seat + 1) % SEATS


def by_priority(dealer: int) -> list[int]:
    """From the dealer's left; the dealer last."""
    return [(dealer + step) % SEATS for step in range(1, SEATS + 1)]


@dataclass(frozen=True)
class Premium:
    """The one offer that takes effect."""

    seat: int
    level: int


def premium_of(offers: Sequence[int], dealer: int) -> Premium | None:
    """The highest offer; among equal ones the first from the dealer's left."""
    level = max(offers)
    if level == NO_OFFER:
        return None
    return Premium(next(seat for seat in by_priority(dealer) if offers[seat] == level), level)


@dataclass(frozen=True)
class Score:
    """The points of one hand."""

    scores: Totals
    made: tuple[bool, ...]
    next_trump: str


def score(bids: Sequence[int], tricks: Sequence[int], premium: Premium | None) -> Score:
    made = tuple(bid == won for bid, won in zip(bids, tricks, strict=True))
    number = sum(made)
    scores = [won + (MADE[number] if ok else 0) for won, ok in zip(tricks, made, strict=True)]
    if premium is not None:
        bonus, owner = PREMIUMS[premium.level], premium.seat
        for seat in range(SEATS):
            scores[seat] += bonus * ((seat == owner) == made[owner])
    return Score(scores, made, TRUMPS[number])


def first_trump(options: Options) -> str | None:
    return "D" if options["first_trump"] == "diamonds" else None


def leaders(totals: Sequence[int]) -> list[int]:
    """The seats with the highest total."""
    return [seat for seat in range(SEATS) if totals[seat] == max(totals)]


def race_winner(options: Options, totals: Sequence[int]) -> int | None:
    """Who wins the game of a race: the highest total, if it has the target and nobody equals it."""
    best = leaders(totals)
    return best[0] if max(totals) >= options["race_target"] and len(best) == 1 else None
