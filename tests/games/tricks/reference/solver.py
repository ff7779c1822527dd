"""The last tricks with open cards, solved exactly by looking at every play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.games.piquet.reference import piquet
from tests.games.piquet.reference.piquet import Pair, Trick
from tests.games.tricks.reference.cards import following, winner_index
from tests.games.tricks.reference.options import Options

# -- Piquet --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ending:
    """A moment of the play. ``scores`` are those of this hand before the next card."""

    hands: tuple[frozenset[str], frozenset[str]]
    leader: int
    tricks: Pair
    scores: Pair
    bonus: bool = False  # repic or pic has been given
    led: str | None = None

    @property
    def mover(self) -> int:
        return self.leader if self.led is None else 1 - self.leader

    @property
    def settled(self) -> "Ending":
        """With scores only as far as they matter: for a pic that can still be made."""
        open_for_pic = not self.bonus and 0 in self.scores
        return self if open_for_pic else replace(self, scores=(1, 1), bonus=True)


class PiquetSolver:
    """Both see all cards and play for the difference of the hand's points."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.known: dict[Ending, int] = {}

    def value(self, ending: Ending) -> int:
        """What the elder still gains over the younger: play, pic, cards or capot."""
        key = ending.settled
        if key not in self.known:
            self.known[key] = self.searched(key)
        return self.known[key]

    def values(self, ending: Ending) -> dict[str, int]:
        """The value after each legal card."""
        legal = following(ending.hands[ending.mover], ending.led[0] if ending.led else None)
        return {card: self.after(ending.settled, card) for card in legal}

    def best(self, ending: Ending) -> list[str]:
        """The cards that keep the value."""
        best = self.value(ending)
        return [card for card, value in self.values(ending).items() if value == best]

    def searched(self, ending: Ending) -> int:
        if sum(ending.tricks) == piquet.TRICKS:
            elder, younger = piquet.cards_points(ending.tricks)
            return elder - younger
        choose: Callable[[list[int]], int] = max if ending.mover == piquet.ELDER else min
        return choose(list(self.values(ending).values()))

    def after(self, ending: Ending, card: str) -> int:
        hands = list(ending.hands)
        hands[ending.mover] -= {card}
        laid = replace(ending, hands=(hands[0], hands[1]))
        if ending.led is None:
            return self.value(replace(laid, led=card))
        trick = Trick(ending.leader, (ending.led, card))
        won = piquet.added(ending.tricks, piquet.pair_of(trick.winner, 1))
        laid, gained = self.with_points(laid, trick, won)
        return gained + self.value(replace(laid, led=None, leader=trick.winner, tricks=won))

    def with_points(self, ending: Ending, trick: Trick, won: Pair) -> tuple[Ending, int]:
        """The scores after the trick with a pic that they make, and the elder's gain."""
        scores, bonus, gained = ending.scores, ending.bonus, 0
        last = sum(won) == piquet.TRICKS
        for seat in piquet.trick_points(self.options, trick, last, 0 in won):
            points = piquet.pair_of(seat, 1)
            scores = piquet.added(scores, points)
            gained += points[0] - points[1]
            winner = None if bonus else piquet.bonus_seat(scores)
            if winner is not None:
                bonus = True
                points = piquet.pair_of(winner, piquet.PIC)
                gained += points[0] - points[1]
        return replace(ending, scores=scores, bonus=bonus), gained


# -- Ninety-Nine ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tricks:
    """A moment of the play of three. ``on_table`` are the cards of the trick under way."""

    hands: tuple[frozenset[str], ...]
    leader: int
    won: tuple[int, ...]
    on_table: tuple[str, ...] = ()

    @property
    def mover(self) -> int:
        return (self.leader + len(self.on_table)) % len(self.hands)


Measure = Callable[[Sequence[int]], float]


class TrickSolver:
    """What one seat can make sure of against the two others together, all cards open.

    ``measure`` says what the numbers of tricks at the end are worth to the seat.
    """

    def __init__(self, seat: int, trump: str | None, measure: Measure) -> None:
        self.seat, self.trump, self.measure = seat, trump, measure
        self.known: dict[Tricks, float] = {}

    def value(self, moment: Tricks) -> float:
        if moment not in self.known:
            self.known[moment] = self.searched(moment)
        return self.known[moment]

    def values(self, moment: Tricks) -> dict[str, float]:
        """The value after each legal card."""
        led = moment.on_table[0][0] if moment.on_table else None
        legal = following(moment.hands[moment.mover], led)
        return {card: self.value(self.after(moment, card)) for card in legal}

    def searched(self, moment: Tricks) -> float:
        if not any(moment.hands):
            return self.measure(moment.won)
        choose: Callable[[list[float]], float] = max if moment.mover == self.seat else min
        return choose(list(self.values(moment).values()))

    def after(self, moment: Tricks, card: str) -> Tricks:
        mover, seats = moment.mover, len(moment.hands)
        hands = tuple(h - {card} if s == mover else h for s, h in enumerate(moment.hands))
        on_table = (*moment.on_table, card)
        if len(on_table) < seats:
            return replace(moment, hands=hands, on_table=on_table)
        winner = (moment.leader + winner_index(on_table, self.trump)) % seats
        won = tuple(n + (s == winner) for s, n in enumerate(moment.won))
        return Tricks(hands, winner, won)
