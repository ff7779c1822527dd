"""Tables of the card games' reference for tests: set packs, and ways to go on playing."""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.games.piquet.reference import piquet, piquet_play
from tests.games.tricks.reference.cards import parse_hand
from tests.games.tricks.reference.flow import Game
from tests.games.tricks.reference.options import Options, options_of


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


def spoken(elder: str, younger: str, changes: Options | None = None) -> piquet_play.Table:
    """A table after the exchange."""
    table = table_of(elder, younger, changes)
    table.kept = [set(hand) for hand in table.hands]
    return table
