"""Whether hidden cards could be so: the reference for dealing the unseen cards again.

A world is a table with all its cards. It explains what a seat knows if the hand, played again with
the world's cards and its owners' hidden choices, is legal at every step, asks the seat the same
questions with the same legal actions, and looks the same to it. ``past`` are the decisions of the
seat in this hand with its actions, ``now`` is the one that it has to take.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.games.ninety_nine.reference import ninety_nine, ninety_nine_play
from tests.games.piquet.reference import piquet, piquet_play, piquet_sight
from tests.games.piquet.reference.piquet import ELDER
from tests.games.piquet.reference.piquet_play import GOOD, NONE, action_of
from tests.games.tricks.reference.flow import STOP, Decision, Game

Past = Sequence[tuple[Decision, str]]


def leads_to(game: Game[Any], now: Decision, past: Past, others: Any) -> bool:
    """Whether the seat meets its past decisions again, and then this one."""
    mine = iter(past)
    while game.decision is not None:
        decision = game.decision
        if decision.seat == now.seat:
            met, action = next(mine, (now, None))
            if met != decision or action is None:
                return met == decision
        else:
            action = others(decision)
            if action not in decision.actions:
                return False
        game.apply(action)
    return False


# -- Piquet --------------------------------------------------------------------------------------


def cards_played(table: piquet_play.Table, seat: int) -> list[str]:
    cards = [trick.cards[trick.leader != seat] for trick in table.tricks]
    leader = table.tricks[-1].winner if table.tricks else ELDER
    return cards + ([table.on_table] if table.on_table and leader == seat else [])


def dealt(table: piquet_play.Table, seat: int) -> set[str]:
    """The hand as it was dealt: what came from the talon was not in it."""
    held = {*table.hands[seat], *cards_played(table, seat), *table.laid_out[seat]}
    return held - set(table.drawn[seat])


class Opponent:
    """The actions of the other player in a world, which is not the table that is played."""

    def __init__(self, world: piquet_play.Table, table: piquet_play.Table, seat: int) -> None:
        self.world, self.table, self.seat = world, table, seat
        self.laid_out: Iterator[str] = iter(world.laid_out[seat])
        self.cards: Iterator[str] = iter(cards_played(world, seat))

    def __call__(self, decision: Decision) -> str | None:
        if decision.phase in ("point", "sequence", "sets", "answer", "late", "extra"):
            return self.spoken(decision.phase)
        world = self.world
        if decision.phase == "blank":
            return "CB_YES" if world.blank[self.seat] else "CB_NO"
        if decision.phase == "count":
            return next(f"CB_COUNT {n}" for what, _, n in world.events if what == "number")
        if decision.phase == "exchange":
            return next(self.laid_out, STOP)
        if decision.phase == "look":
            return "LOOK" if world.opened and world.bound is None else "DONT"
        if decision.phase == "open":
            return f"OPEN {world.bound}" if world.bound else "NO"
        return next(self.cards, None)

    def spoken(self, phase: str) -> str:
        settled = self.world.settled.get(self.table.speaking)
        if settled is None:
            return NONE
        if phase == "extra":
            return "EXTRA_YES" if self.table.asking in settled.extras else "EXTRA_NO"
        said = settled.answer if phase in ("answer", "late") else settled.declared
        if said is None:
            return GOOD if phase == "answer" else NONE
        return action_of(said)


def explains_piquet(
    table: piquet_play.Table, now: Decision, past: Past, world: piquet_play.Table
) -> bool:
    """Whether the world may be behind what the seat knows of the table."""
    hands = [dealt(world, 0), dealt(world, 1)]
    cards = [*hands[0], *hands[1], *world.talon]
    if any(len(hand) != piquet.HAND for hand in hands):
        return False
    if sorted(cards) != sorted(piquet.deck_of(table.options)):
        return False
    again = piquet_play.Table(table.options, hands, list(world.talon))
    game = Game(piquet_play.hand(again))
    if not leads_to(game, now, past, Opponent(world, again, 1 - now.seat)):
        return False
    return piquet_sight.sight(again, now.seat) == piquet_sight.sight(table, now.seat)


# -- Ninety-Nine ---------------------------------------------------------------------------------


class Others:
    """The actions of the other seats in a world."""

    def __init__(self, world: ninety_nine_play.Table) -> None:
        self.world = world
        self.bids = [iter(cards) for cards in world.bid_cards]
        self.plays = [iter(cards) for cards in world.plays]

    def __call__(self, decision: Decision) -> str | None:
        if decision.phase == "bid":
            return next(self.bids[decision.seat], None)
        if decision.phase == "offer":
            return ninety_nine_play.OFFERS[self.world.offers[decision.seat] or 0]
        return next(self.plays[decision.seat], None)


def explains_nines(
    table: ninety_nine_play.Table, now: Decision, past: Past, world: ninety_nine_play.Table
) -> bool:
    """Whether the world may be behind what the seat knows of the table."""
    places = zip(world.hands, world.bid_cards, world.plays, strict=True)
    hands = [{*hand, *bid, *plays} for hand, bid, plays in places]
    if sorted(card for hand in hands for card in hand) != sorted(ninety_nine.deck_of()):
        return False
    start = ninety_nine.left_of(table.dealer)
    again = ninety_nine_play.Table(table.options, table.dealer, table.trump, hands, leader=start)
    game = Game(ninety_nine_play.hand(again))
    if not leads_to(game, now, past, Others(world)):
        return False
    return ninety_nine_play.sight(again, now.seat) == ninety_nine_play.sight(table, now.seat)
