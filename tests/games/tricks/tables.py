"""Tables of the card games' reference for tests: set packs, and ways to go on playing."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from tests.games.piquet.reference import piquet, piquet_play
from tests.games.tricks.reference.cards import parse_hand
from tests.games.tricks.reference.flow import STOP, Chance, Decision, Game
from tests.games.tricks.reference.options import Options, options_of

Pick = Callable[[Decision], str]


class Stacked(Chance):
    """Given packs and seats first, then by lot."""

    def __init__(self, packs: Iterable[list[str]], seats: Iterable[int], seed: int = 1) -> None:
        super().__init__(Random(seed))
        self.packs, self.seats, self.drawn = list(packs), list(seats), 0

    def shuffled(self, cards: list[str]) -> list[str]:
        return self.packs.pop(0) if self.packs else super().shuffled(cards)

    def seat(self, seats: int) -> int:
        self.drawn += 1
        return self.seats.pop(0) if self.seats else super().seat(seats)


def stacked(hands: list[list[str]], deck: list[str]) -> list[str]:
    given = [card for hand in hands for card in hand]
    return given + [card for card in deck if card not in given]


def table_of(elder: str, younger: str, changes: Options | None = None) -> piquet_play.Table:
    options = options_of("piquet", changes)
    hands = [parse_hand(elder), parse_hand(younger)]
    return piquet_play.deal(options, stacked(hands, piquet.deck_of(options)))


def random_table(rng: Random, **changes: Any) -> piquet_play.Table:
    options = options_of("piquet", changes)
    return piquet_play.deal(options, rng.sample(piquet.deck_of(options), options["deck"]))


def drive(game: Game[Any], actions: Iterable[str]) -> None:
    for action in actions:
        game.apply(action)


def drive_by(game: Game[Any], pick: Pick) -> list[Decision]:
    """Plays to the end; returns the decisions."""
    while game.decision is not None:
        game.apply(pick(game.decision))
    return [decision for decision, _ in game.history]


def phases(game: Game[Any]) -> list[tuple[int, str]]:
    """The decisions in their order, without repetition of exchanges and plays."""
    found: list[tuple[int, str]] = []
    for decision, _ in game.history:
        if found[-1:] != [(decision.seat, decision.phase)]:
            found.append((decision.seat, decision.phase))
    return found


def first(decision: Decision) -> str:
    return STOP if STOP in decision.actions else decision.actions[0]


def spoken(elder: str, younger: str, changes: Options | None = None) -> piquet_play.Table:
    """A table after the exchange."""
    table = table_of(elder, younger, changes)
    table.kept = [set(hand) for hand in table.hands]
    return table
