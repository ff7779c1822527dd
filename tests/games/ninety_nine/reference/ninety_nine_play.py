"""Ninety-Nine: the decisions of a hand and of an episode (ninety_nine.md 2, 3, 5).

Actions: cards (three of the bid in increasing order, then those of the play), and the offers
NONE, DECLARE, REVEAL.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.ninety_nine.reference import ninety_nine
from tests.games.ninety_nine.reference.ninety_nine import (
    BID_CARDS,
    DECLARE,
    NO_OFFER,
    REVEAL,
    SEATS,
    TRICKS,
    Premium,
    Totals,
)
from tests.games.tricks.reference.cards import SUITS, following, ordered, winner_index
from tests.games.tricks.reference.flow import Chance, Decision, Flow, pick
from tests.games.tricks.reference.options import Options

OFFERS = ("NONE", "DECLARE", "REVEAL")


@dataclass
class Table:
    """One hand with all its cards open."""

    options: Options
    dealer: int
    trump: str | None
    hands: list[set[str]]
    bid_cards: list[list[str]] = field(default_factory=lambda: [[], [], []])
    offers: list[int | None] = field(default_factory=lambda: [None] * SEATS)
    premium: Premium | None = None
    leader: int = 0
    on_table: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    plays: list[list[str]] = field(default_factory=lambda: [[], [], []])  # by seat
    won: list[int] = field(default_factory=lambda: [0] * SEATS)
    voids: list[set[str]] = field(default_factory=lambda: [set(), set(), set()])
    score: ninety_nine.Score | None = None

    @property
    def bids(self) -> list[int]:
        return [ninety_nine.bid_of(cards) for cards in self.bid_cards]


def deal(options: Options, dealer: int, trump: str | None, cards: Sequence[str]) -> Table:
    """Twelve cards each, the first twelve to the dealer's left."""
    hands: list[set[str]] = [set()] * SEATS
    for place, seat in enumerate(ninety_nine.by_priority(dealer)):
        hands[seat] = set(cards[12 * place : 12 * (place + 1)])
    return Table(options, dealer, trump, hands, leader=ninety_nine.left_of(dealer))


def hand(table: Table) -> Flow[ninety_nine.Score]:
    yield from bid(table)
    if table.options["premiums"]:
        yield from offer(table)
    for _ in range(TRICKS):
        yield from trick(table)
    table.score = ninety_nine.score(table.bids, table.won, table.premium)
    return table.score


def bid(table: Table) -> Flow[None]:
    """In the order of the seats, hidden from the others."""
    for seat in range(SEATS):
        cards = yield from pick(seat, "bid", table.hands[seat], BID_CARDS, BID_CARDS)
        table.bid_cards[seat] = cards
        table.hands[seat] -= set(cards)


def offer(table: Table) -> Flow[None]:
    """All hidden, in the order of the seats; or open in turn, each higher than the last."""
    sequential = table.options["offer_mode"] == "sequential"
    standing = NO_OFFER
    for seat in ninety_nine.by_priority(table.dealer) if sequential else range(SEATS):
        higher = [level for level in (DECLARE, REVEAL) if not sequential or level > standing]
        action = yield Decision(seat, "offer", ("NONE", *(OFFERS[level] for level in higher)))
        table.offers[seat] = OFFERS.index(action)
        standing = max(standing, OFFERS.index(action))
    table.premium = ninety_nine.premium_of([level or 0 for level in table.offers], table.dealer)


def trick(table: Table) -> Flow[None]:
    seats = [(table.leader + step) % SEATS for step in range(SEATS)]
    for seat in seats:
        led = table.on_table[0][0] if table.on_table else None
        action = yield Decision(seat, "play", tuple(following(table.hands[seat], led)))
        table.hands[seat].remove(action)
        table.on_table.append(action)
        table.plays[seat].append(action)
        if led is not None and action[0] != led:
            table.voids[seat].add(led)
    table.leader = seats[winner_index(table.on_table, table.trump)]
    table.won[table.leader] += 1
    table.played += table.on_table
    table.on_table = []


# -- an episode ----------------------------------------------------------------------------------


@dataclass
class Match:
    """The standing between hands."""

    options: Options
    dealer: int = 0
    trump: str | None = None
    totals: Totals = field(default_factory=lambda: [0] * SEATS)  # of the nine hands, or the game
    wins: list[int] = field(default_factory=lambda: [0] * SEATS)  # games of a race
    hands: int = 0
    table: Table | None = None
    hand_results: list[Totals] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """The end of an episode: the winners (several where a tie is shared)."""

    winners: list[int]
    totals: Totals


def rewards(totals: Sequence[int]) -> list[Fraction]:
    """The own total less the mean of the others'."""
    every = sum(totals)
    return [own - Fraction(every - own, SEATS - 1) for own in totals]


def match(state: Match, chance: Chance) -> Flow[Outcome]:
    options = state.options
    state.dealer = chance.seat(SEATS) if options["first_dealer"] == "random" else 0
    state.trump = ninety_nine.first_trump(options)
    while True:
        cards = chance.shuffled(ninety_nine.deck_of())
        state.table = deal(options, state.dealer, state.trump, cards)
        result = yield from hand(state.table)
        state.totals = [a + b for a, b in zip(state.totals, result.scores, strict=True)]
        state.hand_results.append(result.scores)
        state.trump, state.hands = result.next_trump, state.hands + 1
        outcome = race_finished(state) if options["mode"] == "race" else hands_finished(state)
        if outcome is not None:
            return outcome
        state.dealer = ninety_nine.left_of(state.dealer)


def hands_finished(state: Match) -> Outcome | None:
    """After the agreed hands; with `extra_nine` nine more while the first place is shared."""
    hands = state.options["hands"]
    if state.hands < hands or (state.hands - hands) % 9:
        return None
    best = ninety_nine.leaders(state.totals)
    if len(best) > 1 and state.options["tie"] == "extra_nine":
        return None
    return Outcome(best, state.totals)


def race_finished(state: Match) -> Outcome | None:
    winner = ninety_nine.race_winner(state.options, state.totals)
    if winner is None:
        return None
    state.wins[winner] += 1
    if state.wins[winner] == state.options["games_to_win"]:
        return Outcome([winner], state.totals)
    state.totals = [0] * SEATS
    if state.options["race_trump"] == "reset":
        state.trump = ninety_nine.first_trump(state.options)
    return None


# -- what each seat may know ---------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """The knowledge of one seat; lists by seat. Cards that are not told are left out."""

    hand: list[str]
    hands: list[list[str] | None]  # of the others, where revealed
    bid_cards: list[list[str] | None]
    offers: list[str | None]
    lacks: list[list[str]]  # suits that are no more in the hand (they may be among the bid cards)
    unseen: list[str]
    cards: list[int]


def sight(table: Table, seat: int) -> Sight:
    open_hand = {seat} | revealed(table)
    open_bid = {seat} | told_bids(table)
    told = open_offers(table)
    known = {card for s in open_hand for card in table.hands[s]}
    known |= {card for s in open_bid for card in table.bid_cards[s]}
    known |= {*table.played, *table.on_table}
    every = range(SEATS)
    offers = [table.offers[s] if told or s == seat else None for s in every]
    return Sight(
        hand=ordered(table.hands[seat]),
        hands=[ordered(table.hands[s]) if s in open_hand else None for s in every],
        bid_cards=[ordered(table.bid_cards[s]) if s in open_bid else None for s in every],
        offers=[None if level is None else OFFERS[level] for level in offers],
        lacks=[[suit for suit in SUITS if suit in table.voids[s]] for s in every],
        unseen=[card for card in ninety_nine.deck_of() if card not in known],
        cards=[len(table.hands[s]) for s in every],
    )


def revealed(table: Table) -> set[int]:
    premium = table.premium
    return {premium.seat} if premium is not None and premium.level == REVEAL else set()


def told_bids(table: Table) -> set[int]:
    """Whose bid cards lie open: of the premium, and after the hand all, or of the bids made."""
    opened = set() if table.premium is None else {table.premium.seat}
    if table.score is not None:
        shown = table.options["show_bids_at_end"]
        opened |= {seat for seat in range(SEATS) if shown or table.score.made[seat]}
    return opened


def open_offers(table: Table) -> bool:
    """Hidden until all are in; in turn they are open as they are made."""
    return table.options["offer_mode"] == "sequential" or None not in table.offers
