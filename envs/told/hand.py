"""A hand as a log tells it: the deal, the events as rows of bytes, and what it says was paid."""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from shugi._fast.batch.told import WIDTH
from shugi._fast.core.tiles import code_name, kind_of

NONE = 255  # no seat, no tile
HAND = 13


class Word(IntEnum):
    """What happens in an event; ``_fast/batch/told.pyx`` plays them."""

    DRAW = 1
    DISCARD = 2
    RIICHI = 3
    CHI = 4
    PON = 5
    OPEN_KAN = 6
    ADDED_KAN = 7
    CLOSED_KAN = 8
    NORTH = 9
    INDICATOR = 10
    WIN = 11
    EXHAUSTED = 12
    ABORTED = 13


CALLS = (Word.CHI, Word.PON, Word.OPEN_KAN)
KANS = (Word.ADDED_KAN, Word.CLOSED_KAN, Word.OPEN_KAN)
# why a hand was aborted: the tile of such an event
UNKNOWN, NINE_KINDS, FOUR_WINDS, FOUR_RIICHI, FOUR_KANS, TRIPLE_RON = range(6)
REASONS = ("", "nine kinds", "four winds", "four riichi", "four kans", "three wins on a discard")


class LogError(ValueError):
    """A log, or a part of one, that cannot be read; the message says what and where."""


@lru_cache(8192)
def row(word: Word, seat: int = NONE, tile: int = NONE, target: int = NONE, *tiles: int) -> bytes:
    """An event.

    Args:
        word: what happens.
        seat: whose event it is.
        tile: drawn, discarded, called, added, turned or won on.
        target: whose tile it is; of a discard 1 where the log says that it was just drawn; of a win
            by draw the winner.
        tiles: of a meld, without the called one.
    """
    rest = (*tiles, NONE, NONE, NONE, NONE)[: WIDTH - 4]
    return bytes((word, seat, tile, target, *rest))


class Ending(NamedTuple):
    """What a log says of the game's end."""

    scores: list[int]
    results: list[float] | None = None


@dataclass(slots=True)
class ToldHand:
    """A hand of a log.

    Attributes:
        dealer, round, honba, sticks: when it began; rounds count from East 1 on.
        scores: when it began; None where the log tells none.
        hands: codes of the tiles dealt, seat after seat.
        indicators: codes of the indicators, those turned later too.
        events: rows of bytes, one after the other.
        ura: codes of the indicators below, as far as they are told.
        deltas: points by seat that the end brought, a riichi's stick left out; None: untold.
        after: scores when it was over; None: untold.
        lines: of the file, of each event; empty where the file has no lines.
        orders: other orders in which the same events may have happened.
        problem: why the rest of the hand could not be read; "" where all was.
    """

    dealer: int
    round: int
    honba: int
    sticks: int
    scores: list[int] | None
    hands: bytes = b""
    indicators: bytearray = field(default_factory=bytearray)
    events: bytearray = field(default_factory=bytearray)
    ura: bytes = b""
    deltas: list[int] | None = None
    after: list[int] | None = None
    lines: list[int] = field(default_factory=list)
    orders: list[bytearray] = field(default_factory=list)
    problem: str = ""

    def __len__(self) -> int:
        return len(self.events) // WIDTH

    @property
    def whole(self) -> bool:
        """Whether its end is told."""
        return bool(self.events) and self.events[-WIDTH] >= Word.WIN

    def pay(self, deltas: list[int]) -> None:
        """Add what one win, or the draw, brought."""
        paid = self.deltas or [0] * len(deltas)
        self.deltas = [a + b for a, b in zip(paid, deltas, strict=True)]

    def said(self, number: int) -> str:
        """Event ``number``, counted from 0, in words."""
        if not 0 <= number < len(self):
            return "the end of the log"
        return in_words(self.events[WIDTH * number : WIDTH * number + WIDTH])


# {0} the seat, {1} the tile, {2} whose it is, {3} the tiles of the meld
SAYINGS: dict[int, str] = {
    Word.DRAW: "seat {0} draws {1}",
    Word.DISCARD: "seat {0} discards {1}",
    Word.RIICHI: "seat {0} declares riichi",
    Word.CHI: "seat {0} calls chi on {1} of seat {2} with {3}",
    Word.PON: "seat {0} calls pon on {1} of seat {2} with {3}",
    Word.OPEN_KAN: "seat {0} calls kan on {1} of seat {2} with {3}",
    Word.ADDED_KAN: "seat {0} adds {1} to a pon",
    Word.CLOSED_KAN: "seat {0} makes a closed kan of {1}",
    Word.NORTH: "seat {0} sets a North aside",
    Word.INDICATOR: "the indicator {1} is turned",
    Word.WIN: "seat {0} wins on {1} of seat {2}",
    Word.EXHAUSTED: "the wall is empty",
    Word.ABORTED: "the hand is aborted",
}


def in_words(event: bytes | bytearray) -> str:
    """An event as a sentence."""
    word, seat, tile, target = event[:4]
    if word == Word.ABORTED:
        why = REASONS[tile] if tile < len(REASONS) else ""
        return f"the hand is aborted ({why})" if why else "the hand is aborted"
    if word == Word.WIN and seat == target:
        return f"seat {seat} wins by its own draw"
    tiles = " ".join(tile_name(code) for code in event[4:] if code != NONE)
    saying = SAYINGS.get(word, "an event that there is not")
    return saying.format(seat, tile_name(tile), target, tiles)


def tile_name(code: int) -> str:
    return "a tile" if code == NONE else code_name(code)


def plain(code: int) -> int:
    """The kind of a tile as a code."""
    kind = kind_of(code)
    return code if kind is None else kind
